import { aContainer, aUsage, aWorkload, aWorld, hour, now } from '@trimtab/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type HistorySource, type PodLogQuestion, type PodLogs, SourceError } from '../../ports/index.ts';
import { composeClusters, type Member } from './compose-clusters.ts';

const window = { start: now - hour, end: now };
const down = new SourceError('Prometheus cannot be reached.');

/** A cluster with the workload shop/cart, which has this many ready pods. */
function aMember(name: string, readyReplicas: number, more: Partial<Member> = {}) {
  const world = aWorld();
  world.workloads.push(aWorkload({ readyReplicas, containers: [aContainer('app', 1, 1)] }));
  world.usages.push(aUsage(readyReplicas / 10, 0.5));
  const asked: unknown[] = [];
  const history: HistorySource = {
    async history(scope) {
      asked.push(scope);
      return { items: [], problems: [] };
    },
    async declared() {
      if (world.fail.metrics !== null) throw world.fail.metrics;
      return { items: [], problems: [] };
    },
    queries: ({ namespace }) => [{ figure: 'CPU', query: `cpu{namespace="${namespace}"}` }],
  };
  const connector = { status: async () => ({ status: 'up' as const }), metrics: async () => [], query: never };
  const member: Member = { name, ...world.deps, history, connector, ...more };
  return { world, asked, member };
}

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
}

const never = () => Promise.reject(new Error('not used'));

function twoClusters(more: Partial<Member> = {}) {
  const [eu, us] = [aMember('eu', 2, more), aMember('us', 3)];
  const clock = { time: now };
  const ports = composeClusters([eu.member, us.member], { now: () => clock.time });
  const replicas = async (scope: Parameters<typeof ports.cluster.workloads>[0]) =>
    Object.fromEntries((await ports.cluster.workloads(scope)).items.map((one) => [one.namespace, one.readyReplicas]));
  return { eu, us, clock, ports, replicas };
}

it('keeps workloads apart that have the same namespace and name', async () => {
  const { ports, replicas } = twoClusters();
  expect(await replicas({})).toEqual({ 'eu.shop': 2, 'us.shop': 3 });
  expect(await replicas({ namespaces: ['us.shop'] })).toEqual({ 'us.shop': 3 });
  const { items } = await ports.cluster.workloads({});
  expect(items.map(({ cluster }) => cluster)).toEqual(['eu', 'us']);
  const usage = await ports.metrics.usage({ namespaces: ['eu.shop', 'us.shop'] }, window);
  expect(usage.items.map(({ namespace, containers }) => [namespace, containers[0]?.cpu.total])).toEqual([
    ['eu.shop', 0.4],
    ['us.shop', 0.6],
  ]);
  expect((await ports.cluster.namespaces()).items.map(({ name }) => name)).toEqual([
    'eu.shop',
    'eu.trimtab-system',
    'us.shop',
    'us.trimtab-system',
  ]);
  expect([...ports.connectors.keys()]).toEqual(['prometheus.eu', 'prometheus.us']);
});

it('asks only the clusters of the namespaces, with the names that they have there', async () => {
  const { eu, us, ports } = twoClusters();
  const workloads = [
    { namespace: 'us.shop', kind: 'Deployment', name: 'cart' },
    { namespace: 'eu.shop', kind: 'Deployment', name: 'cart' },
  ];
  await ports.history.history({ namespaces: ['us.shop'], workloads }, window);
  expect([eu.asked, us.asked]).toEqual([
    [],
    [{ namespaces: ['shop'], workloads: [{ namespace: 'shop', kind: 'Deployment', name: 'cart' }] }],
  ]);
  expect(ports.history.queries?.({ namespace: 'us.shop', kind: 'Deployment', name: 'cart' })).toEqual([
    { figure: 'CPU', query: 'cpu{namespace="shop"}' },
  ]);
  expect(await ports.cluster.workloads({ namespaces: [] })).toEqual({ items: [], problems: [] });
});

it('marks the namespaces of a cluster that is down, and shows the others in full', async () => {
  const { eu, clock, ports, replicas } = twoClusters();
  const namespaces = ['eu.shop', 'us.shop'];
  eu.world.fail = { cluster: down, metrics: down };
  const listing = await ports.cluster.workloads({ namespaces });
  expect(listing.items.map(({ namespace }) => namespace)).toEqual(['us.shop']);
  expect([...(listing.failed ?? [])].map(([namespace, { message }]) => [namespace, message])).toEqual([
    ['eu.shop', 'Cluster eu: Prometheus cannot be reached.'],
  ]);
  const usage = await ports.metrics.usage({ namespaces }, window);
  expect([usage.items.length, [...(usage.failed?.keys() ?? [])]]).toEqual([1, ['eu.shop']]);
  const declared = await ports.history.declared?.({ namespaces }, window, hour);
  expect([...(declared?.failed?.keys() ?? [])]).toEqual(['eu.shop']);

  clock.time += hour;
  await ports.cluster.workloads({ namespaces });
  const text = 'The cluster eu cannot be read since 2026-03-04 12:00 UTC, so its figures are missing: ';
  expect(ports.cluster.problem?.()).toBe(`${text}Prometheus cannot be reached.`);
  eu.world.fail = { cluster: null, metrics: null };
  expect(await replicas({ namespaces })).toEqual({ 'eu.shop': 2, 'us.shop': 3 });
  await ports.metrics.usage({ namespaces }, window);
  expect(ports.cluster.problem?.()).toBeNull();
});

it('does not let a cluster that hangs keep the others waiting', async () => {
  const advance = fakeTimers();
  const { eu, clock, ports, replicas } = twoClusters();
  const namespaces = ['eu.shop', 'us.shop'];
  expect(await replicas({ namespaces })).toEqual({ 'eu.shop': 2, 'us.shop': 3 });
  const { cluster } = eu.member;
  const late = await cluster.workloads({ namespaces: ['shop'] });
  const hanging = Promise.withResolvers<typeof late>();
  cluster.workloads = () => hanging.promise;

  const first = ports.cluster.workloads({ namespaces });
  await advance(5_000);
  const listing = await first;
  expect(listing.items.map(({ namespace }) => namespace)).toEqual(['us.shop']);
  expect(listing.failed?.get('eu.shop')?.message).toBe('Cluster eu: It has not answered for 5 s.');
  expect(ports.cluster.problem?.()).toContain('The cluster eu cannot be read since 2026-03-04 12:00 UTC');
  const second = replicas({ namespaces });
  await advance(2_000);
  expect(await second).toEqual({ 'us.shop': 3 });

  // The late answer shows that the cluster is slow, so the next read waits longer.
  clock.time += 8_000;
  hanging.resolve(late);
  await advance(0);
  expect(ports.cluster.problem?.()).toBeNull();
  const slowly = Promise.withResolvers<typeof late>();
  cluster.workloads = () => slowly.promise;
  const third = replicas({ namespaces });
  await advance(79_000);
  slowly.resolve(late);
  expect(await third).toEqual({ 'eu.shop': 2, 'us.shop': 3 });
});

it('lists the namespaces of the others while a cluster hangs', async () => {
  const advance = fakeTimers();
  const { eu, ports } = twoClusters();
  const all = (await ports.cluster.namespaces()).items;
  eu.member.cluster.namespaces = () => new Promise(() => undefined);
  const reading = ports.cluster.namespaces();
  await advance(5_000);
  expect(await reading).toEqual({ items: all, problems: ['Cluster eu: It has not answered for 5 s.'] });
});

it('never answers a question for all namespaces without one of the clusters', async () => {
  const { eu, ports } = twoClusters();
  eu.world.fail.cluster = down;
  await expect(ports.cluster.workloads({})).rejects.toThrow('Cluster eu: Prometheus cannot be reached.');
});

it('lists the last known namespaces of a cluster that is down', async () => {
  const { eu, us, ports } = twoClusters();
  const names = async () => (await ports.cluster.namespaces()).items.map(({ name }) => name);
  const all = await names();
  eu.world.fail.cluster = down;
  expect(await names()).toEqual(all);
  expect((await ports.cluster.namespaces()).problems).toEqual(['Cluster eu: Prometheus cannot be reached.']);
  us.world.fail.cluster = down;
  expect(await names()).toEqual(all);
});

it('rejects if no cluster of the namespaces answers', async () => {
  const { eu, ports } = twoClusters();
  eu.world.fail.cluster = down;
  await expect(ports.cluster.workloads({ namespaces: ['eu.shop', 'eu.data'] })).rejects.toThrow(
    'Cluster eu: Prometheus cannot be reached.',
  );
  await expect(ports.cluster.pods({ namespace: 'eu.shop', kind: 'Deployment', name: 'cart' })).rejects.toThrow(
    'Cluster eu: ',
  );
});

it('does not count targets of a cluster that it does not read as deleted', async () => {
  const { ports } = twoClusters();
  const listing = await ports.cluster.workloads({ namespaces: ['us.shop', 'asia.shop', 'shop'] });
  expect([...(listing.failed?.keys() ?? [])]).toEqual(['asia.shop', 'shop']);
  expect(listing.failed?.get('shop')?.message).toContain('none of the clusters that this server reads: eu, us');
});

it('does not hide defects', async () => {
  const { ports } = twoClusters({ cluster: { namespaces: never, workloads: never, pods: never } });
  await expect(ports.cluster.workloads({ namespaces: ['eu.shop', 'us.shop'] })).rejects.toThrow('not used');
});

it('is up while one cluster answers', async () => {
  const { eu, us, ports } = twoClusters();
  expect(await ports.metrics.status()).toEqual({ status: 'up' });
  eu.member.metrics.status = async () => ({ status: 'down', detail: 'No route.' });
  expect(await ports.metrics.status()).toEqual({ status: 'up', detail: 'Cluster eu: No route.' });
  us.member.metrics.status = async () => ({ status: 'down', detail: 'No route.' });
  expect(await ports.metrics.status()).toMatchObject({ status: 'down' });
});

it('reads logs where there is an API server, and says where there is none', async () => {
  const asked: PodLogQuestion[] = [];
  const podLogs: PodLogs = {
    async open(question) {
      asked.push(question);
      return (async function* () {})();
    },
  };
  const { ports } = twoClusters({ podLogs });
  const question = { pod: 'cart-1', container: 'app', previous: false, follow: false, tail: 10 };
  const more = { sinceSeconds: null, sinceTime: null, mostBytes: 100 };
  const { signal } = new AbortController();
  await ports.podLogs?.open({ namespace: 'eu.shop', ...question, ...more }, signal);
  expect(asked.map(({ namespace }) => namespace)).toEqual(['shop']);
  await expect(ports.podLogs?.open({ namespace: 'us.shop', ...question, ...more }, signal)).rejects.toThrow(
    'The server reads no logs of the cluster us',
  );
  expect(twoClusters().ports.podLogs).toBeUndefined();
});
