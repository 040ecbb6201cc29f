import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { type ClusterSource, SourceError, type Workload } from '../../ports/index.ts';
import { preferKubernetes } from './prefer-kubernetes.ts';
import { requiredNames } from './rights.ts';
import { aPod, apps, eventually } from './testing/a-cluster.ts';
import { grant, revoke, rulesOf } from './testing/grant.ts';
import { inventoryOf } from './testing/inventory-of.ts';

const everything = rulesOf('view').filter(({ apiGroups }) => !apiGroups.includes('trimtab.dev'));

function fill(standIn: KubernetesStandIn) {
  for (const namespace of ['shop', 'pay']) {
    standIn.put(apps('Deployment', 'cart', {}, namespace));
    standIn.put(apps('StatefulSet', 'db', {}, namespace));
    standIn.put(aPod('db-0', { owner: ['StatefulSet', 'db'], namespace }));
    grant(standIn, everything, namespace);
  }
}

const anOldWorkload = (namespace: string): Workload => ({
  namespace,
  kind: 'Deployment',
  name: 'old',
  apiVersion: 'apps/v1',
  replicas: 1,
  readyReplicas: 1,
  containers: [],
  hpa: null,
});

/** A Prometheus that knows a workload `old` in each namespace, until the test breaks it. */
function aPrometheus() {
  const state = { isBroken: false };
  const answer = async <T>(items: readonly T[]) => {
    if (state.isBroken) throw new SourceError('Prometheus cannot be reached.');
    return { items, problems: [] };
  };
  const source: ClusterSource = {
    namespaces: () => answer([{ name: 'from-prometheus', createdAt: null }]),
    workloads: ({ namespaces = ['shop', 'pay', 'other'] }) => answer(namespaces.map(anOldWorkload)),
    pods: () => answer([]),
  };
  return { state, source };
}

/** A server that reads the namespaces shop and pay. Both have a role for it, unless `prepare` deletes one. */
async function aServer(prepare: (standIn: KubernetesStandIn) => void = () => undefined) {
  const { standIn, clock, ...inventory } = await inventoryOf({
    prepare: (prepared) => {
      fill(prepared);
      prepare(prepared);
    },
    token: 'reader',
    namespaces: ['shop', 'pay'],
    forbiddenMs: 50,
  });
  const { state, source } = aPrometheus();
  const cluster = preferKubernetes(inventory, source);
  const names = async (namespaces?: readonly string[]) =>
    (await cluster.workloads(namespaces === undefined ? {} : { namespaces })).items.map(
      ({ namespace, name }) => `${namespace}/${name}`,
    );
  const losePay = async () => {
    revoke(standIn, 'pay');
    standIn.endWatches();
    await eventually(() => {
      for (const name of requiredNames) expect(inventory.reader.informers?.[name][1]?.isForbidden).toBe(true);
    });
    clock.time += 61_000;
    standIn.endWatches();
    await eventually(() => expect(inventory.reader.covered()).toEqual(['shop']));
  };
  return { standIn, clock, ...inventory, inventory: inventory.cluster, cluster, state, names, losePay };
}

const lostInPay =
  /^Kubernetes cannot be read in namespace pay, so workloads and pods there come from Prometheus, and the owners of .* are unknown\. /;

describe('a namespace whose role was deleted with it', () => {
  it('does not affect the others, and is named', async () => {
    const { names, cluster, reader, losePay, inventory } = await aServer();
    expect(await names()).toEqual(['shop/cart', 'pay/cart', 'shop/db', 'pay/db', 'other/old']);
    expect(cluster.problem?.()).toBeNull();
    await losePay();
    expect(reader.problem()).toBeNull();
    expect(await names()).toEqual(['shop/cart', 'shop/db', 'pay/old', 'other/old']);
    expect(await names(['shop'])).toEqual(['shop/cart', 'shop/db']);
    expect(cluster.problem?.()).toMatch(lostInPay);
    expect(cluster.problem?.()).toMatch(/The last reading of deployments was at .* answered 403: .*"pay"\.$/);
    expect((await cluster.namespaces()).items.map(({ name }) => name)).toEqual(['from-prometheus', 'shop']);
    await eventually(async () => expect((await inventory.workloads({})).problems).toEqual([]));
    // A role of a namespace cannot allow to read nodes.
    const unknown = async () => (await inventory.workloads({})).items.flatMap(({ rivals }) => rivals?.unknown ?? []);
    await eventually(async () =>
      expect(new Set(await unknown())).toEqual(new Set([expect.stringContaining('list and watch nodes: ')])),
    );
  });

  it('does not affect the others after the next start', async () => {
    const { names, cluster, reader, logged, inventory } = await aServer((standIn) => revoke(standIn, 'pay'));
    expect([reader.problem(), reader.covered()]).toEqual([null, ['shop']]);
    expect(await names()).toEqual(['shop/cart', 'shop/db', 'pay/old', 'other/old']);
    expect(cluster.problem?.()).toMatch(lostInPay);
    expect(cluster.problem?.()).toContain('list and watch deployments in namespace pay: ');
    expect((await inventory.workloads({})).problems).toEqual([]);
    expect(reader.missing(['deployments', 'quotas', 'namespaces'])).toEqual([
      expect.stringContaining('list and watch deployments in namespace pay: workloads and pods are read from'),
      expect.stringContaining('list and watch namespaces: the list of namespaces is read from Prometheus.'),
    ]);
    expect(reader.counts()).toContainEqual(['deployments', 1]);
    expect(logged).toContainEqual(expect.objectContaining({ resource: 'pods', namespaces: 'pay' }));
  });

  it.each([
    ['while the server runs', true],
    ['before its start', false],
  ])('is read again when the role is back, if it was deleted %s', async (_, isRunning) => {
    const server = await aServer((standIn) => {
      if (!isRunning) revoke(standIn, 'pay');
    });
    if (isRunning) await server.losePay();
    grant(server.standIn, everything, 'pay');
    server.standIn.put(apps('Deployment', 'new', {}, 'pay'));
    await eventually(() => expect(server.cluster.problem?.()).toBeNull());
    // When a watch opens again, the copy counts as current before the first event has arrived.
    await eventually(async () => expect(await server.names(['pay', 'shop'])).toContain('pay/new'));
    await eventually(() => expect(server.standIn.openWatches()).toBe(18));
  });

  it('shows its last known pods if Prometheus does not answer', async () => {
    const { cluster, losePay, state } = await aServer();
    const pods = async (namespace: string) => cluster.pods({ namespace, kind: 'StatefulSet', name: 'db' });
    await losePay();
    expect((await pods('pay')).items).toEqual([]);
    state.isBroken = true;
    await eventually(async () =>
      expect(await pods('pay')).toMatchObject({
        items: [{ name: 'db-0' }],
        problems: ['The inventory is the last one that Kubernetes gave: Prometheus cannot be reached.'],
      }),
    );
    expect((await pods('shop')).items.map(({ name }) => name)).toEqual(['db-0']);
  });

  it('has no workloads if Prometheus does not answer either, and the error names both', async () => {
    const { cluster, losePay, state } = await aServer();
    await losePay();
    state.isBroken = true;
    await expect(cluster.workloads({ namespaces: ['pay'] })).rejects.toThrow(
      /^Prometheus cannot be reached\. Kubernetes cannot be read either: The last reading of deployments was at /,
    );
    await expect(cluster.workloads({ namespaces: ['other'] })).rejects.toThrow(/^Prometheus cannot be reached\.$/);
  });

  it('leaves the inventory to Prometheus if it was the last one', async () => {
    const { names, cluster, standIn, losePay, clock, reader } = await aServer();
    await losePay();
    revoke(standIn, 'shop');
    standIn.endWatches();
    await eventually(() => expect(reader.informers?.deployments[0]?.isForbidden).toBe(true));
    clock.time += 61_000;
    await eventually(() => expect(reader.problem()).toMatch(/^The last reading of deployments .* answered 403/));
    expect(await names()).toEqual(['shop/old', 'pay/old', 'other/old']);
    expect(cluster.problem?.()).toMatch(/^Kubernetes cannot be read, so workloads and pods come from Prometheus/);
  });
});

it('says where a right is missing if it is missing only in some namespaces', async () => {
  const { reader, inventory } = await aServer((standIn) =>
    grant(
      standIn,
      everything.map((rule) => ({ ...rule, resources: rule.resources.filter((one) => one !== 'resourcequotas') })),
      'pay',
    ),
  );
  expect([reader.problem(), reader.covered()]).toEqual([null, ['shop', 'pay']]);
  expect((await inventory.workloads({})).problems).toEqual([
    expect.stringContaining('list and watch resourcequotas in namespace pay: suggestions ignore the quotas'),
  ]);
});

/** A server that could list the namespaces until a minute ago. */
async function withoutNamespaces() {
  const { standIn, clock, ...inventory } = await inventoryOf({
    prepare: (prepared) => {
      fill(prepared);
      grant(prepared, everything);
    },
    token: 'reader',
    forbiddenMs: 50,
  });
  const { state, source } = aPrometheus();
  const cluster = preferKubernetes(inventory, source);
  const listed = async () => (await cluster.namespaces()).items.map(({ name }) => name);
  expect(await listed()).toEqual(['pay', 'shop']);
  grant(
    standIn,
    everything.map((rule) => ({ ...rule, resources: rule.resources.filter((one) => one !== 'namespaces') })),
  );
  standIn.endWatches();
  await eventually(() => expect(inventory.reader.informers?.namespaces[0]?.isForbidden).toBe(true));
  expect(await listed()).toEqual(['pay', 'shop']);
  clock.time += 61_000;
  standIn.endWatches();
  await eventually(() => expect(inventory.reader.problem()).toBeNull());
  return { state, cluster, listed };
}

describe('the list of namespaces', () => {
  it('comes from Prometheus a minute after it could be read last', async () => {
    const { listed, cluster } = await withoutNamespaces();
    expect(await listed()).toEqual(['from-prometheus']);
    expect((await cluster.workloads({})).items).toHaveLength(4);
  });

  it('is the last known one, with a mark, if Prometheus does not answer', async () => {
    const { cluster, state } = await withoutNamespaces();
    state.isBroken = true;
    // The watches that the test ended may not all be open again.
    await eventually(async () =>
      expect(await cluster.namespaces()).toMatchObject({
        items: [{ name: 'pay' }, { name: 'shop' }],
        problems: ['The inventory is the last one that Kubernetes gave: Prometheus cannot be reached.'],
      }),
    );
  });
});
