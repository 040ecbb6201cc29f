import type { JsonObject, KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { aCluster, aContainer, aPod, apps, fill } from './testing/a-cluster.ts';

const equal = { resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } } };
const app = aContainer('app', {}, equal);
const setup = aContainer('setup', {}, { resources: { requests: { cpu: '2' }, limits: { cpu: '3' } } });
const pod = (spec: JsonObject, status: JsonObject = {}) => {
  const made = aPod('cart-1-c', { owner: ['ReplicaSet', 'cart-1'], created: '2026-11-22T11:00:00Z', spec });
  return { ...made, status: { ...made.status, ...status } };
};
const cart = async (prepare: (standIn: KubernetesStandIn) => void) => {
  const { cluster } = await aCluster({
    prepare: (standIn) => {
      fill(standIn);
      prepare(standIn);
    },
  });
  return (await cluster.workloads({})).items.find(({ name }) => name === 'cart');
};

describe('a pod with other containers than its template', () => {
  it('names the containers that a webhook added', async () => {
    const containers = [aContainer('app'), aContainer('istio-proxy')];
    const meshed = await cart((standIn) => standIn.put(pod({ containers })));
    expect(meshed?.containers.map(({ name }) => name)).toEqual(['app', 'istio-proxy']);
    expect(meshed?.injected).toEqual(['istio-proxy']);
    expect((await cart(() => {}))?.injected).toEqual([]);
  });

  it('knows no template of a Rollout', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        const ownerReferences = [{ kind: 'Rollout', name: 'canary', controller: true }];
        const metadata = { name: 'canary-1', namespace: 'shop', ownerReferences };
        standIn.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata });
        standIn.put(aPod('canary-1-a', { owner: ['ReplicaSet', 'canary-1'] }));
      },
    });
    const canary = (await cluster.workloads({})).items.find(({ name }) => name === 'canary');
    expect(canary).not.toHaveProperty('injected');
  });

  it('has the quality-of-service class that Kubernetes gave the pod', async () => {
    const one = await cart((standIn) => standIn.put(pod({ containers: [app] }, { qosClass: 'Burstable' })));
    expect(one?.qosClass).toBe('Burstable');
  });

  it.each([
    ['Guaranteed', []],
    ['Burstable', [aContainer('setup', {}, { resources: {} })]],
    ['Guaranteed', [aContainer('setup', {}, equal)]],
  ])('derives %s from the template without pods, with its init containers', async (qosClass, initContainers) => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        const template = { spec: { containers: [app], initContainers } };
        standIn.put(apps('Deployment', 'cart', { replicas: 0, template }));
      },
    });
    const [workload] = (await cluster.workloads({})).items;
    expect(workload?.qosClass).toBe(qosClass);
  });

  it('has what its largest init container needs, and not that of a sidecar', async () => {
    const sidecar = aContainer('mesh', { cpu: '8' }, { restartPolicy: 'Always' });
    const other = aContainer('other', { cpu: '100m', memory: '2Gi' });
    const template = { spec: { containers: [app], initContainers: [setup, other, sidecar] } };
    const found = await cart((standIn) => standIn.put(apps('Deployment', 'cart', { template })));
    expect(found?.largestInit).toEqual({
      requests: { cpu: 2, memory: 2 * 2 ** 30 },
      limits: { cpu: 3, memory: 512 * 2 ** 20 },
    });
    expect(await cart(() => {})).not.toHaveProperty('largestInit');
  });
});
