import type { JsonObject, KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { vi } from 'vitest';
import { inventoryOf, type StandInOptions } from './inventory-of.ts';

export const apps = (kind: string, name: string, more: object = {}, namespace = 'shop') => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace },
  spec: { replicas: 2, template: { spec: { containers: [aContainer('app')] } }, ...more },
});
export const aContainer = (
  name: string,
  requests: JsonObject = { cpu: '250m', memory: '256Mi' },
  more: JsonObject = {},
) => ({
  name,
  image: `registry.example/${name}:1`,
  resources: { requests, limits: { memory: '512Mi' } },
  ...more,
});
type PodOptions = { owner: [string, string]; namespace?: string; created?: string; phase?: string; spec?: JsonObject };
export const aPod = (
  name: string,
  { owner: [kind, of], namespace = 'shop', created = '2026-11-22T10:00:00Z', phase = 'Running', spec }: PodOptions,
) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace,
    creationTimestamp: created,
    labels: { app: of, 'pod-template-hash': name },
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name: of, controller: true }],
  },
  spec: spec ?? { containers: [aContainer('app')] },
  status: { phase, conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False' }] },
});

/** A Deployment `cart` with two pods, a StatefulSet, a DaemonSet, an HPA and the rules of the namespace. */
export function fill(standIn: KubernetesStandIn) {
  standIn.put(apps('Deployment', 'cart'));
  standIn.put({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: 'cart-1',
      namespace: 'shop',
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart', controller: true }],
    },
  });
  standIn.put(aPod('cart-1-a', { owner: ['ReplicaSet', 'cart-1'] }));
  standIn.put(aPod('cart-1-b', { owner: ['ReplicaSet', 'cart-1'], phase: 'Pending' }));
  standIn.put(apps('StatefulSet', 'db', { replicas: 0 }));
  standIn.put({ ...apps('DaemonSet', 'agent'), status: { desiredNumberScheduled: 3 } });
  standIn.put({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'cart', namespace: 'shop' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  });
}

export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 20 });

/** The inventory of a stand-in. It contains all objects of `fill` unless `prepare` stores others. */
export async function aCluster({ prepare = fill, ...options }: Partial<StandInOptions> = {}) {
  const inventory = await inventoryOf({ prepare, ...options });
  const names = async () => (await inventory.cluster.workloads({})).items.map(({ name }) => name).toSorted();
  return { ...inventory, names };
}
