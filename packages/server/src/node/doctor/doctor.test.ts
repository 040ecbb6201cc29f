import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type FillOptions,
  fillCluster,
  type RunningPrometheus,
  type SeededWorkload,
  startPrometheus,
} from '../../../../../e2e/support/prometheus/index.ts';
import { encodeLabels, remoteWrite } from '../../../../../e2e/support/prometheus/remote-write.ts';
import { whySkipped } from '../../adapters/prometheus/testing/real-prometheus.ts';
import { main } from '../main.ts';

const reason = whySkipped('the doctor');

const running: RunningPrometheus[] = [];
afterAll(async () => {
  await Promise.all(running.map((prometheus) => prometheus.stop()));
});
async function aPrometheus(): Promise<RunningPrometheus> {
  const prometheus = await startPrometheus();
  running.push(prometheus);
  return prometheus;
}

async function doctor(url: string, { argv = [], isTTY = false }: { argv?: readonly string[]; isTTY?: boolean } = {}) {
  const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()];
  const code = await main({
    argv: ['--prometheus', url, '--doctor', ...argv],
    env: { HOME: '/nonexistent' },
    stdout,
    stderr,
    webRoot: '/nonexistent',
    simulated: () => Promise.reject(new Error('The simulated cluster must not be opened.')),
  });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

const mib = 2 ** 20;
const web: SeededWorkload = {
  namespace: 'shop',
  kind: 'Deployment',
  name: 'web',
  replicas: 2,
  containers: [{ name: 'web', cpuRequest: 0.5, memoryRequest: 256 * mib, cpuMean: 0.3, memoryMean: 150 * mib }],
};
const scaled: SeededWorkload = {
  ...web,
  name: 'scaled',
  hpa: { name: 'scaled', min: 1, max: 3, metric: 'cpu', type: 'utilization', target: 70 },
  outOfMemory: [600],
};
const small = (more: Partial<FillOptions> = {}) => ({
  workloads: [web, scaled],
  history: 2 * 3600,
  fineStep: 30,
  coarseStep: 30,
  horizon: 0,
  ...more,
});

const aSample = (labels: Record<string, string>) => ({
  labels: encodeLabels(new Map(Object.entries(labels))),
  samples: [[Date.now() - 1000, 1]] as const,
});
const aNamespace = (cluster: string, namespace: string) =>
  aSample({ __name__: 'kube_namespace_created', cluster, namespace });

const rule = (name: string) => aSample({ __name__: `trimtab:${name}:5m`, namespace: 'shop', pod: 'web-1' });

describe.skipIf(reason)('start --doctor', () => {
  it('says that recording rules are used, and names one that is missing', async () => {
    const { url } = await aPrometheus();
    await remoteWrite(url, ['container_cpu_usage_cores', 'container_memory_max_bytes'].map(rule));
    expect((await doctor(url)).stdout).toMatch(/^ {2}note {5}trimtab:pod_memory_mean_bytes:5m has no samples: load /m);
    await remoteWrite(url, [rule('pod_memory_mean_bytes')]);
    expect((await doctor(url)).stdout).toMatch(
      /^Recording rules\n {2}ok {7}used for histories\n {2}none {5}not used for the usage of a day; /m,
    );
  });

  it('reports complete metrics with the number of series, and exits with 0', async () => {
    const { url } = await aPrometheus();
    await fillCluster({ url, ...small() });
    const { code, stdout, stderr } = await doctor(url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Prometheus at ${url} answers.\n`);
    expect(stdout).toMatch(/^ {2}ok {7}container_cpu_usage_seconds_total +4 series$/m);
    expect(stdout).toMatch(/^ {2}none {5}kube_statefulset_replicas +the cluster has no StatefulSet$/m);
    expect(stdout).toMatch(
      /^ {2}note {5}at least one hour of history: suggestions start 24 hours after the first sample$/m,
    );
    expect(stdout).toMatch(
      /^Recording rules\n {2}none {5}not used for histories; to read fewer samples, load deploy\/prometheus\/rules.yaml into/m,
    );
    expect(stdout).toMatch(/^ {2}ok {7}one every 30 s$/m);
    expect(stdout).toMatch(/\nComplete: \d\d metrics with all labels\.\n$/);
    expect(stdout).not.toContain('\u001b');
    expect(await doctor(url, { isTTY: true }).then((result) => result.stdout)).toContain('\u001b[32mok');
  });

  it('reports each missing metric with its consequence and a fix, and exits with 1', async () => {
    const { url } = await aPrometheus();
    const without = ['kube_pod_labels', 'kube_pod_status_ready', 'kube_deployment_spec_replicas'];
    await fillCluster({
      url,
      ...small({ without: [...without, 'container_memory_working_set_bytes', 'kube_pod_info'] }),
    });
    const { code, stdout } = await doctor(url);
    expect(code).toBe(1);
    const missing = [...stdout.matchAll(/^ {2}missing {2}(\S+)$/gm)].map(([, metric]) => metric);
    expect(missing).toEqual([
      'container_memory_working_set_bytes',
      'kube_pod_status_ready',
      'kube_pod_labels',
      'kube_deployment_spec_replicas',
    ]);
    expect(stdout).toContain('Without it: pods whose phase is Running are counted as ready.');
    expect(stdout).toContain('Fix: start kube-state-metrics with --metric-labels-allowlist=pods=[*].');
    expect(stdout).toMatch(/\n4 of \d\d metrics are missing or incomplete\./);
  });

  it('reports a missing exporter', async () => {
    const { url } = await aPrometheus();
    const { code, stdout } = await doctor(url);
    expect(code).toBe(1);
    expect(stdout).toContain('Fix: let Prometheus scrape /metrics/cadvisor of every kubelet.');
    expect(stdout).toContain('Fix: install kube-state-metrics 2.x');
    expect(stdout).toContain('none yet: suggestions start');
  });

  it('suggests renames for labels with other names, and accepts them', async () => {
    const { url } = await aPrometheus();
    const moved = {
      exported_namespace: 'shop',
      namespace: 'monitoring',
      exported_pod: 'a',
      pod: 'kube-state-metrics-0',
    };
    await remoteWrite(url, [
      aSample({ __name__: 'kube_pod_created', ...moved }),
      aSample({
        __name__: 'container_memory_working_set_bytes',
        namespace: 'shop',
        pod_name: 'a',
        container_name: 'web',
      }),
    ]);
    const result = await doctor(url);
    expect(result.stdout).toMatch(
      /missing {2}container_memory_working_set_bytes +labels missing or wrong: pod, container/,
    );
    expect(result.stdout).toContain(
      'start with --prometheus-rename cadvisor:pod=pod_name --prometheus-rename cadvisor:container=container_name.',
    );
    expect(result.stdout).toContain(
      'start with --prometheus-rename kube-state-metrics:namespace=exported_namespace --prometheus-rename kube-state-metrics:pod=exported_pod; or scrape kube-state-metrics with honor_labels: true.',
    );
    const renames = [...result.stdout.matchAll(/--prometheus-rename (\S+?=\w+)/g)].map(([, rename = '']) => rename);
    const { stdout } = await doctor(url, { argv: renames.flatMap((rename) => ['--prometheus-rename', rename]) });
    expect(stdout).not.toContain('labels missing or wrong');
    expect(stdout).toMatch(/^ {2}ok {7}kube_pod_created +1 series$/m);
  });

  it('reports mixed clusters, and reads only the selected one', async () => {
    const { url } = await aPrometheus();
    await remoteWrite(url, [aNamespace('eu', 'a'), aNamespace('eu', 'b'), aNamespace('us', 'a')]);
    const { stdout } = await doctor(url);
    expect(stdout).toContain(
      "from 2 clusters, whose namespaces are mixed: select one with --prometheus-cluster 'cluster=eu'",
    );
    expect(stdout).toMatch(/kube_namespace_created +3 series/);
    const one = await doctor(url, { argv: ['--prometheus-cluster', 'cluster=eu'] });
    expect(one.stdout).not.toContain('mixed');
    expect(one.stdout).toMatch(/kube_namespace_created +2 series/);
  });

  it('suggests a command that cannot run what the name of a cluster says', async () => {
    const { url } = await aPrometheus();
    await remoteWrite(url, [aNamespace("'\n$(touch /tmp/x)", 'a'), aNamespace('us', 'a')]);
    const { stdout } = await doctor(url);
    expect(stdout).toContain("select one with --prometheus-cluster 'cluster='\\''^J$(touch /tmp/x)'\n");
  });

  it('examines each of several clusters, and exits with the highest of their codes', async () => {
    const [eu, us] = [(await aPrometheus()).url, (await aPrometheus()).url];
    await fillCluster({ url: eu, ...small() });
    const two = await doctor(`eu=${eu}`, { argv: ['--prometheus', `us=${us}`] });
    expect(two).toMatchObject({ code: 1, stderr: '' });
    const [euReport = '', usReport = ''] = two.stdout.split('Cluster us\n');
    expect(euReport).toMatch(/^Cluster eu\nPrometheus at .* answers\.\n/);
    expect(euReport).toMatch(/\nComplete: \d\d metrics with all labels\.\n\n$/);
    expect(usReport).toContain(`Prometheus at ${us} answers.\n`);
    expect(usReport).toMatch(/\n\d\d of \d\d metrics are missing or incomplete\./);

    const down = await doctor('asia=http://127.0.0.1:1', { argv: ['--prometheus', `eu=${eu}`] });
    expect(down.code).toBe(3);
    expect(down.stdout).toMatch(/^Cluster asia\n.+\n\nCluster eu\nPrometheus at .* answers\.\n/);
  });

  it('exits with 3 if Prometheus cannot be reached', async () => {
    const { code, stdout, stderr } = await doctor('http://user:hunter2@127.0.0.1:9');
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'Cannot read from http://127.0.0.1:9: Prometheus cannot be reached. Check the options that begin with --prometheus.\n',
    });
  });
});
