import type { JsonObject, KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { aCluster, aContainer, aPod, apps, fill } from './testing/a-cluster.ts';

const deletionTimestamp = '2026-11-22T12:00:00Z';

/** A pod with other metadata than that of `aPod`. */
function put(standIn: KubernetesStandIn, name: string, options: Parameters<typeof aPod>[1], metadata: JsonObject) {
  const pod = aPod(name, options);
  standIn.put({ ...pod, metadata: { ...pod.metadata, ...metadata } });
}
const inCluster = (prepare: (standIn: KubernetesStandIn) => void) =>
  aCluster({
    prepare: (standIn) => {
      fill(standIn);
      prepare(standIn);
    },
  });
const ownedBy = (apiVersion: string, kind: string, name: string) => ({
  ownerReferences: [{ apiVersion, kind, name, controller: true }],
});

describe('a pod that terminates', () => {
  it('is no ready replica, but is listed', async () => {
    const { cluster } = await inCluster((standIn) =>
      put(standIn, 'cart-1-old', { owner: ['ReplicaSet', 'cart-1'] }, { deletionTimestamp }),
    );
    const cart = (await cluster.workloads({})).items.find(({ name }) => name === 'cart');
    expect(cart).toMatchObject({ replicas: 2, readyReplicas: 1 });
    const { items } = await cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'cart' });
    expect(items.map(({ name, status }) => [name, status])).toContainEqual(['cart-1-old', 'Terminating']);
  });

  it('is no replica of a Rollout', async () => {
    const { cluster } = await inCluster((standIn) => {
      for (const name of ['pay', 'done']) {
        const metadata = { name: `${name}-1`, namespace: 'shop', ...ownedBy('argoproj.io/v1alpha1', 'Rollout', name) };
        standIn.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata });
        put(standIn, `${name}-1-old`, { owner: ['ReplicaSet', `${name}-1`] }, { deletionTimestamp });
      }
      standIn.put(aPod('pay-1-new', { owner: ['ReplicaSet', 'pay-1'] }));
    });
    const { items } = await cluster.workloads({});
    expect(items.find(({ name }) => name === 'pay')).toMatchObject({ replicas: 1, readyReplicas: 1 });
    expect(items.find(({ name }) => name === 'done')).toMatchObject({ replicas: 0, readyReplicas: 0 });
  });

  it.each([
    ['does not show the containers if another pod remains', false, 'app'],
    ['shows the containers if no other pod remains', true, 'old'],
  ])('%s', async (_, isAlone, container) => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        standIn.put(apps('StatefulSet', 'db', { replicas: 1 }));
        const spec = { containers: [aContainer('old')] };
        const options = { owner: ['StatefulSet', 'db'] as [string, string], created: '2026-11-22T11:00:00Z', spec };
        put(standIn, 'db-1', options, { deletionTimestamp });
        if (!isAlone) standIn.put(aPod('db-0', { owner: ['StatefulSet', 'db'] }));
      },
    });
    const [db] = (await cluster.workloads({})).items;
    expect(db?.containers.map(({ name }) => name)).toEqual([container]);
  });
});

it('a pod belongs to no workload if its owner has the kind of one, but another API group', async () => {
  const foreign = [
    ['apps.kruise.io/v1beta1', 'StatefulSet'],
    ['example.com/v1', 'DaemonSet'],
    ['example.com/apps/v1', 'Deployment'],
    ['apps/v1', 'Rollout'],
  ] as const;
  const { names, cluster } = await inCluster((standIn) => {
    for (const [index, [apiVersion, kind]] of foreign.entries())
      put(standIn, `x-${index}`, { owner: [kind, `x-${index}`] }, ownedBy(apiVersion, kind, `x-${index}`));
    const metadata = { name: 'y-1', namespace: 'shop', ...ownedBy('apps.kruise.io/v1', 'Deployment', 'y') };
    standIn.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata });
    standIn.put(aPod('y-1-a', { owner: ['ReplicaSet', 'y-1'] }));
    put(standIn, 'db-0', { owner: ['StatefulSet', 'db'] }, ownedBy('apps/v1', 'StatefulSet', 'db'));
  });
  expect(await names()).toEqual(['agent', 'cart', 'db']);
  expect((await cluster.pods({ namespace: 'shop', kind: 'StatefulSet', name: 'db' })).items).toHaveLength(1);
});
