import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './support/cli.ts';
import {
  type FilledCluster,
  fillCluster,
  type RunningPrometheus,
  type SeededWorkload,
  startPrometheus,
} from './support/prometheus/index.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/**
 * Two clusters with a workload of the same namespace and name: in two real Prometheus servers, and in one store that
 * distinguishes them by a label. One built server shows both.
 */
test.describe.configure({ mode: 'serial' });

const workload = (cpuRequest: number, cpuMean: number): SeededWorkload => ({
  namespace: 'shop',
  kind: 'Deployment',
  name: 'web',
  replicas: 2,
  containers: [{ name: 'app', cpuRequest, memoryRequest: 2 ** 28, cpuMean, memoryMean: 2 ** 27 }],
});
const history = { history: 30 * 3600, fineStep: 240, live: true };
const clusters = { eu: workload(1, 0.2), us: workload(2, 1.2) };
const utilization = { eu: 0.2, us: 0.6 };

type Item = {
  readonly namespace: string;
  readonly name: string;
  readonly cpu_utilization: number | null;
  readonly hourly_cost: number | null;
  readonly status: { readonly label: string; readonly tooltip?: string };
};
type TargetList = { readonly items: readonly Item[]; readonly incomplete?: readonly string[] };

async function read(server: RunningServer, path: string): Promise<Response> {
  return fetch(`${server.url}${path}`);
}
const targetsOf = async (server: RunningServer): Promise<TargetList> =>
  (await read(server, '/v1/views/asts?sort=%2Bname')).json();
const itemsOf = async (server: RunningServer) =>
  new Map((await targetsOf(server)).items.map((item) => [`${item.namespace}/${item.name}`, item]));
const enroll = (server: RunningServer, namespace: string) =>
  fetch(`${server.url}/v1/ast/candidates/${namespace}?dryrun=false`, { method: 'POST' });

const noticeOf = ({ headers }: Response) => headers.get('trimtab-notice');
const isCpu = (labels: ReadonlyMap<string, string>) => (labels.get('resource') ?? 'cpu') === 'cpu';

const namesOf = ({ items }: { readonly items: readonly Item[] }) => items.map(({ namespace }) => namespace);

/** The same checks for both ways to read two clusters. */
async function expectBothClusters(server: RunningServer): Promise<void> {
  const config = await (await read(server, '/config.json')).json();
  expect(config).toMatchObject({ extra: { clusters: ['eu', 'us'] } });
  const namespaces = await (await read(server, '/v1/system/namespaces')).json();
  expect(namespaces).toMatchObject({ items: [{ name: 'eu.shop' }, { name: 'us.shop' }] });
  for (const name of ['eu', 'us']) expect((await enroll(server, `${name}.shop`)).status).toBe(200);
  const items = await itemsOf(server);
  expect([...items.keys()]).toEqual(['eu.shop/web', 'us.shop/web']);
  for (const name of ['eu', 'us'] as const) {
    expect(items.get(`${name}.shop/web`)?.cpu_utilization, name).toBeCloseTo(utilization[name], 1);
    const target = await (await read(server, `/v1/ast/${name}.shop/web`)).json();
    expect(target).toMatchObject({
      target: { cluster: name, namespace: 'shop', containers: [{ average_requests: { cpu: name === 'eu' ? 1 : 2 } }] },
    });
  }
  const costs = [...items.values()].map(({ hourly_cost }) => hourly_cost ?? 0);
  expect(costs[1]).toBeGreaterThan(costs[0] ?? Number.POSITIVE_INFINITY);
}

test.describe('two Prometheus servers', () => {
  const sources: { readonly prometheus: RunningPrometheus; readonly filled: FilledCluster }[] = [];
  let server: RunningServer;
  let folder: string;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-e2e-'));
    for (const own of Object.values(clusters)) {
      const prometheus = await startPrometheus();
      sources.push({ prometheus, filled: await fillCluster({ url: prometheus.url, workloads: [own], ...history }) });
    }
    const [eu, us] = sources.map(({ prometheus }) => prometheus.url);
    server = await startServer('--prometheus', `eu=${eu}`, '--prometheus', `us=${us}`, '--data', folder);
  });

  test.afterAll(async () => {
    await server?.stop();
    for (const { prometheus, filled } of sources) {
      await filled.stop().catch(() => undefined);
      await prometheus.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test('have one inventory, in which the same names stay apart', async () => {
    await expectBothClusters(server);
    expect(noticeOf(await read(server, '/v1/views/asts'))).toBeNull();
  });

  test('the CLI selects clusters', async () => {
    const json = async (...words: string[]) => JSON.parse((await runCli(server.url, ...words, '-o', 'json')).stdout);
    expect(namesOf(await json('targets', '--cluster', 'eu'))).toEqual(['eu.shop']);
    expect(namesOf(await json('targets', '--cluster', 'us,eu', '--sort', '-namespace'))).toEqual([
      'us.shop',
      'eu.shop',
    ]);
    expect(namesOf(await json('targets', '--cluster', 'us', '--sort', 'cpu'))).toEqual(['us.shop']);
    expect(namesOf(await json('costs', '--cluster', 'eu', '--range', 'projected'))).toEqual(['eu.shop']);
    expect(await json('costs', '--cluster', 'eu')).toMatchObject({ breakdown: expect.any(Array) });
    const enrollments = ['changes', '--kind', 'enrolled', '--cluster', 'us'];
    expect(namesOf(await json(...enrollments))).toEqual(['us.shop']);
    // All workloads are enrolled already.
    expect(await json('candidates', '--cluster', 'us')).toEqual({ items: [] });
    const counted = async (...words: string[]) => (await json('kpis', ...words)).items[0];
    expect(await counted('--cluster', 'us')).toMatchObject({ id: 'targets', value: 1 });
    expect(await counted()).toMatchObject({ id: 'targets', value: 2 });
    expect(await json('namespaces', '--cluster', 'us')).toEqual({ items: [{ name: 'us.shop' }], total: 1 });
    expect((await runCli(server.url, 'check', '--cluster', 'us', '--max-underprovisioned', '0')).code).toBe(0);

    const unknown = await runCli(server.url, 'targets', '--cluster', 'asia');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('It has eu, us.')]);
    const both = await runCli(server.url, 'kpis', '--cluster', 'eu', '-n', 'eu.shop');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('-n CLUSTER.NAMESPACE')]);
    expect((await runCli(server.url, '__complete', 'clusters')).stdout).toBe('eu\nus\n');
  });

  test('a patch has the namespace that Kubernetes knows', async () => {
    // The first suggestion follows some seconds after the enrollment.
    const words = ['patch', 'eu.shop/web', '--format', 'kustomize'];
    await expect
      .poll(async () => (await runCli(server.url, ...words)).stdout, { timeout: 120_000 })
      .toContain('namespace: shop');
    expect((await runCli(server.url, ...words)).stdout).not.toContain('eu.shop');
  });

  test('a cluster that hangs is marked, and hides nothing of the other', async () => {
    const before = await itemsOf(server);
    sources[0]?.prometheus.freeze(true);
    try {
      // Answers from before are served for some seconds.
      const notice = async () => noticeOf(await read(server, '/v1/views/asts'));
      await expect.poll(notice, { timeout: 120_000 }).toContain('The cluster eu cannot be read since ');
      const items = await itemsOf(server);
      expect((await read(server, '/v1/system/namespaces')).status).toBe(200);
      expect(items.get('us.shop/web')?.hourly_cost).toBe(before.get('us.shop/web')?.hourly_cost);
    } finally {
      sources[0]?.prometheus.freeze(false);
    }
    // A cluster that is not marked has figures, unless it answered while the list was computed.
    const unmarked = async () => {
      if (noticeOf(await read(server, '/v1/views/asts')) !== null) return 'marked';
      const answer = await read(server, '/v1/views/asts');
      const list: TargetList = await answer.json();
      return noticeOf(answer) === null ? (list.items[0]?.hourly_cost ?? 'unknown') : 'marked';
    };
    const seen: unknown[] = [];
    await expect
      .poll(async () => seen[seen.push(await unmarked()) - 1], { timeout: 120_000 })
      .toBe(before.get('eu.shop/web')?.hourly_cost);
    expect(seen).not.toContain('unknown');
  });

  test('a cluster that is down is marked, and hides nothing of the other', async () => {
    const before = await itemsOf(server);
    await sources[0]?.prometheus.halt();
    // Answers from before are served for some seconds.
    const cost = async () => (await itemsOf(server)).get('eu.shop/web')?.hourly_cost;
    await expect.poll(cost, { timeout: 120_000 }).toBeNull();
    const label = async () => (await itemsOf(server)).get('eu.shop/web')?.status.label;
    await expect.poll(label, { timeout: 120_000 }).toBe('Metrics unavailable');
    const [list, answer] = [await targetsOf(server), await read(server, '/v1/views/kpis')];
    const [down, up] = list.items;
    expect(down).toMatchObject({ namespace: 'eu.shop', cpu_utilization: null, hourly_cost: null });
    expect(down?.status.tooltip).toContain('Cluster eu: ');
    expect(up).toMatchObject({ namespace: 'us.shop', status: before.get('us.shop/web')?.status });
    expect(up?.cpu_utilization).toBeCloseTo(utilization.us, 1);
    expect(up?.hourly_cost).toBe(before.get('us.shop/web')?.hourly_cost);
    expect(list.incomplete?.join(' ')).toContain('eu.shop');
    expect(noticeOf(answer)).toContain('The cluster eu cannot be read since ');

    const refusal = async () => (await read(server, '/v1/ast/eu.shop/web')).text();
    await expect.poll(refusal, { timeout: 120_000 }).toContain('Cluster eu: ');
    expect((await read(server, '/v1/ast/eu.shop/web')).status).toBe(502);
    expect((await read(server, '/v1/ast/us.shop/web')).status).toBe(200);
    expect((await enroll(server, 'eu.shop')).status).toBe(502);
    expect(await (await read(server, '/v1/system/namespaces')).json()).toMatchObject({
      items: [{ name: 'eu.shop' }, { name: 'us.shop' }],
    });
    expect(await (await read(server, '/v1/connectors')).json()).toMatchObject({
      items: [
        { name: 'prometheus.eu', status: 'down' },
        { name: 'prometheus.us', status: 'up' },
      ],
    });
  });

  test('the console names the cluster that is down, and shows the other', async ({ page }) => {
    await page.goto(server.url);
    await expect(page.getByText(/The cluster eu cannot be read since/).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: '2 targets across 2 namespaces' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Cluster' }).selectOption('us');
    await expect(page.getByRole('heading', { name: '/ us.shop summary' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '/ eu.shop summary' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'web' }).first()).toBeVisible();
    await page.goto(`${server.url}/targets?view=all&clusters=eu`);
    await expect(page.getByRole('link', { name: /web/ }).first()).toBeVisible();
    await expect(page.getByText('Metrics unavailable').first()).toBeVisible();
  });

  test('it is shown again when it is back', async () => {
    await sources[0]?.prometheus.restart();
    await expect
      .poll(async () => (await itemsOf(server)).get('eu.shop/web')?.cpu_utilization ?? 0, { timeout: 180_000 })
      .toBeGreaterThan(0.1);
    await expect.poll(async () => noticeOf(await read(server, '/v1/views/asts'))).toBeNull();
  });
});

test.describe('one store with two clusters', () => {
  let prometheus: RunningPrometheus;
  let filled: FilledCluster;
  let server: RunningServer;
  let folder: string;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-e2e-'));
    prometheus = await startPrometheus();
    const factors = new Map([
      ['container_cpu_usage_seconds_total', 6],
      ['kube_pod_container_resource_requests', 2],
    ]);
    filled = await fillCluster({
      url: prometheus.url,
      workloads: [clusters.eu],
      ...history,
      alter: ({ series }) =>
        ['eu', 'us'].flatMap((name) =>
          series.map((one) => {
            const isScaled = name === 'us' && isCpu(one.labels);
            const factor = (isScaled ? factors.get(one.metric) : undefined) ?? 1;
            const labels = new Map([...one.labels, ['cluster', name]]);
            return { ...one, labels, valueAt: (index) => factor * one.valueAt(index) };
          }),
        ),
    });
    const entries = Object.keys(clusters).map((name) => ({
      name,
      prometheus: prometheus.url,
      'prometheus-cluster': `cluster=${name}`,
    }));
    const file = join(folder, 'clusters.yaml');
    writeFileSync(file, JSON.stringify({ clusters: entries }));
    server = await startServer('--clusters', file, '--data', folder);
  });

  test.afterAll(async () => {
    await server?.stop();
    await filled?.stop();
    await prometheus?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has one inventory, in which the same names stay apart', async () => {
    await expectBothClusters(server);
  });
});
