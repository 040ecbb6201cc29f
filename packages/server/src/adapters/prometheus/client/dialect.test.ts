import { describe, expect, test } from 'vitest';
import { createDialect, type Rename } from './dialect.ts';

const rename = (ours: string, theirs: string, within: Rename['within'] = 'everywhere'): Rename => ({
  within,
  ours,
  theirs,
});

describe('dialect', () => {
  test('without anything to rename, nothing is touched', () => {
    const { toTheirs, fromTheirs } = createDialect({ renames: [], cluster: null });
    const entries = [{ labels: { pod: 'a' }, value: 1 }];
    expect(toTheirs('up{a="b"}')).toBe('up{a="b"}');
    expect(fromTheirs(entries)).toBe(entries);
  });

  test('metrics and labels are renamed as whole words, and values in strings are not', () => {
    const { toTheirs } = createDialect({
      renames: [
        rename('container_cpu_usage_seconds_total', 'cpu:seconds'),
        rename('pod', 'pod_name'),
        rename('s', 'no'),
      ],
      cluster: null,
    });
    expect(
      toTheirs(
        'max by (namespace,pod) (rate(container_cpu_usage_seconds_total{pod="pod",namespace!="\\"pod"}[300s] offset 1ms))',
      ),
    ).toBe('max by (namespace,pod_name) (rate(cpu:seconds{pod_name="pod",namespace!="\\"pod"}[300s] offset 1ms))');
  });

  test('what one exporter names otherwise is renamed in queries about it alone', () => {
    const { toTheirs } = createDialect({
      renames: [rename('pod', 'exported_pod', 'kube-state-metrics')],
      cluster: null,
    });
    expect(toTheirs('max by (pod) (kube_pod_info{pod="a"})')).toBe(
      'max by (exported_pod) (kube_pod_info{exported_pod="a"})',
    );
    expect(toTheirs('max by (pod) (container_memory_working_set_bytes{pod="a"})')).toBe(
      'max by (pod) (container_memory_working_set_bytes{pod="a"})',
    );
  });

  test('lists of metric names are renamed too', () => {
    const { toTheirs } = createDialect({ renames: [rename('kube_pod_info', 'pod_info')], cluster: null });
    expect(toTheirs('group by (__name__) ({__name__=~"kube_pod_info|kube_pod_owner"})')).toBe(
      'group by (__name__) ({__name__=~"pod_info|kube_pod_owner"})',
    );
  });

  test('the cluster is added to every selector, quoted', () => {
    const { toTheirs } = createDialect({ renames: [], cluster: { label: 'cluster', value: 'a"b' } });
    expect(toTheirs('kube_pod_info{a="{"} * on (pod) kube_pod_owner{}')).toBe(
      'kube_pod_info{cluster="a\\"b",a="{"} * on (pod) kube_pod_owner{cluster="a\\"b",}',
    );
  });

  test('answers come back under our names; where both are there, theirs was meant', () => {
    const { fromTheirs } = createDialect({
      renames: [rename('namespace', 'exported_namespace'), rename('kube_pod_info', 'pod_info')],
      cluster: null,
    });
    const labels = { __name__: 'pod_info', exported_namespace: 'shop', namespace: 'monitoring', pod: 'a' };
    expect(fromTheirs([{ labels, value: 1 }])).toEqual([
      { labels: { __name__: 'kube_pod_info', namespace: 'shop', pod: 'a' }, value: 1 },
    ]);
  });
});
