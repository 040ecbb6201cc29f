import { describe, expect, test } from 'vitest';
import { createDialect, type Rename } from './dialect.ts';

const rename = (standard: string, actual: string, within: Rename['within'] = 'everywhere'): Rename => ({
  within,
  standard,
  actual,
});

describe('dialect', () => {
  test('without renames and cluster, queries and results are unchanged', () => {
    const { rewriteQuery, restoreLabels } = createDialect({ renames: [], cluster: null });
    const entries = [{ labels: { pod: 'a' }, value: 1 }];
    expect(rewriteQuery('up{a="b"}')).toBe('up{a="b"}');
    expect(restoreLabels(entries)).toBe(entries);
  });

  test('metrics and labels are renamed as whole words; quoted values are not', () => {
    const { rewriteQuery } = createDialect({
      renames: [
        rename('container_cpu_usage_seconds_total', 'cpu:seconds'),
        rename('pod', 'pod_name'),
        rename('s', 'no'),
      ],
      cluster: null,
    });
    expect(
      rewriteQuery(
        'max by (namespace,pod) (rate(container_cpu_usage_seconds_total{pod="pod",namespace!="\\"pod"}[300s] offset 1ms))',
      ),
    ).toBe('max by (namespace,pod_name) (rate(cpu:seconds{pod_name="pod",namespace!="\\"pod"}[300s] offset 1ms))');
  });

  test('a rename for one exporter applies only to queries for its metrics', () => {
    const { rewriteQuery } = createDialect({
      renames: [rename('pod', 'exported_pod', 'kube-state-metrics')],
      cluster: null,
    });
    expect(rewriteQuery('max by (pod) (kube_pod_info{pod="a"})')).toBe(
      'max by (exported_pod) (kube_pod_info{exported_pod="a"})',
    );
    expect(rewriteQuery('max by (pod) (container_memory_working_set_bytes{pod="a"})')).toBe(
      'max by (pod) (container_memory_working_set_bytes{pod="a"})',
    );
  });

  test('where series of both exporters are joined, those of kube-state-metrics get the label names of cAdvisor', () => {
    const { rewriteQuery } = createDialect({
      renames: [rename('pod', 'exported_pod', 'kube-state-metrics'), rename('container', 'name', 'cadvisor')],
      cluster: null,
    });
    expect(
      rewriteQuery(
        'max by (container) (container_memory_working_set_bytes{container!="kube_x{}"}) and on (pod) kube_pod_owner{pod="}"} offset 1ms',
      ),
    ).toBe(
      'max by (name) (container_memory_working_set_bytes{name!="kube_x{}"}) and on (pod) ' +
        'label_replace(label_replace(kube_pod_owner{exported_pod="}"} offset 1ms,"pod","$1","exported_pod","(.+)"),"name","$1","container","(.+)")',
    );
  });

  test.each([
    ['last_over_time(kube_pod_owner{pod="]"}[5m])', 'last_over_time(kube_pod_owner{exported_pod="]"}[5m])'],
    ['rate(kube_pod_owner{}[1h] offset 1ms)', 'rate(kube_pod_owner{}[1h] offset 1ms)'],
    ['quantile_over_time(0.5, kube_pod_owner{}[1h])', 'quantile_over_time(0.5, kube_pod_owner{}[1h])'],
    ['predict_linear(kube_pod_owner{}[1h] offset 1ms, 60)', 'predict_linear(kube_pod_owner{}[1h] offset 1ms, 60)'],
  ])('the labels of %s are changed after the function', (ranged, renamed) => {
    const { rewriteQuery } = createDialect({
      renames: [rename('pod', 'exported_pod', 'kube-state-metrics')],
      cluster: null,
    });
    const usage = 'container_memory_working_set_bytes{}';
    expect(rewriteQuery(`group(${usage} unless on (pod) ${ranged})`)).toBe(
      `group(${usage} unless on (pod) label_replace(${renamed},"pod","$1","exported_pod","(.+)"))`,
    );
  });

  test('lists of metric names are renamed too', () => {
    const { rewriteQuery } = createDialect({ renames: [rename('kube_pod_info', 'pod_info')], cluster: null });
    expect(rewriteQuery('group by (__name__) ({__name__=~"kube_pod_info|kube_pod_owner"})')).toBe(
      'group by (__name__) ({__name__=~"pod_info|kube_pod_owner"})',
    );
  });

  test('the cluster matcher is added to every selector, with its value quoted', () => {
    const { rewriteQuery } = createDialect({ renames: [], cluster: { label: 'cluster', value: 'a"b' } });
    expect(rewriteQuery('kube_pod_info{a="{"} * on (pod) kube_pod_owner{}')).toBe(
      'kube_pod_info{cluster="a\\"b",a="{"} * on (pod) kube_pod_owner{cluster="a\\"b",}',
    );
  });

  test('results get the standard names; if a series has both labels, the renamed one wins', () => {
    const { restoreLabels } = createDialect({
      renames: [rename('namespace', 'exported_namespace'), rename('kube_pod_info', 'pod_info')],
      cluster: null,
    });
    const labels = { __name__: 'pod_info', exported_namespace: 'shop', namespace: 'monitoring', pod: 'a' };
    expect(restoreLabels([{ labels, value: 1 }])).toEqual([
      { labels: { __name__: 'kube_pod_info', namespace: 'shop', pod: 'a' }, value: 1 },
    ]);
  });
});
