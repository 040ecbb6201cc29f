import { type JsonObject, type KubernetesStandIn, recordedOwners } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { applyingNotes, competitors } from '../../services/enrollment/rivals.ts';
import { deployments } from './objects.ts';
import { aCluster, aContainer, aPod, apps, fill } from './testing/a-cluster.ts';
import { define } from './testing/define.ts';
import { grant, rulesOf } from './testing/grant.ts';

/** An entry of managed fields that owns a field of the container `app`. */
const entry = (manager: string, operation: string, field = 'f:resources') => ({
  manager,
  operation,
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"app"}': { [field]: {} } } } } } },
});

/** Rivals in the namespace `shop`. */
function rivalsIn(standIn: KubernetesStandIn) {
  define(standIn, 'autoscaling.k8s.io/v1', 'VerticalPodAutoscaler');
  define(standIn, 'keda.sh/v1alpha1', 'ScaledObject');
  const put = (apiVersion: string, kind: string, name: string, more: JsonObject) =>
    standIn.put({ apiVersion, kind, metadata: { name, namespace: 'shop' }, ...more });
  return {
    vpa: (name: string, spec: JsonObject) => put('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', name, { spec }),
    scaledObject: (name: string, spec: JsonObject) => put('keda.sh/v1alpha1', 'ScaledObject', name, { spec }),
    budget: (name: string, spec: JsonObject, disruptionsAllowed = 0) =>
      put('policy/v1', 'PodDisruptionBudget', name, { spec, status: { disruptionsAllowed } }),
  };
}

/** An Argo Rollout `pay` with a canary pod. A Rollout is known only from its ReplicaSets and pods. */
function putRollout(standIn: KubernetesStandIn) {
  const ownerReferences = [{ kind: 'Rollout', name: 'pay', controller: true }];
  for (const [revision, created] of [
    ['1', '2026-11-22T10:00:00Z'],
    ['2', '2026-11-22T11:00:00Z'],
  ] as const) {
    const name = `pay-${revision}`;
    standIn.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name, namespace: 'shop', ownerReferences } });
    const pod = aPod(`${name}-a`, { owner: ['ReplicaSet', name], created });
    standIn.put({ ...pod, metadata: { ...pod.metadata, labels: { app: 'pay', revision } } });
  }
}

/** A VPA and a ScaledObject of the workload, and budgets of its pods. */
function putRivals(standIn: KubernetesStandIn, kind: string) {
  const { vpa, scaledObject, budget } = rivalsIn(standIn);
  const ref = { apiVersion: 'argoproj.io/v1alpha1', kind, name: 'pay' };
  vpa('sizes', { targetRef: ref, updatePolicy: { updateMode: 'Auto' } });
  const triggers = [{ type: 'kafka' }];
  scaledObject('scales', { scaleTargetRef: ref, minReplicaCount: 2, maxReplicaCount: 8, triggers });
  for (const [name, matchLabels] of [
    ['pay', { app: 'pay' }],
    ['pay-canary', { app: 'pay', revision: '2' }],
    ['pay-stable', { app: 'pay', revision: '1' }],
    ['others', { app: 'db' }],
  ] as const)
    budget(name, { minAvailable: 2, selector: { matchLabels } });
}

describe('what else decides about a workload', () => {
  it('is read from its managed fields, VPAs, ScaledObjects and PodDisruptionBudgets', async () => {
    const { cluster, reader } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        const { vpa, scaledObject, budget } = rivalsIn(prepared);
        vpa('own', { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' } });
        scaledObject('own', { scaleTargetRef: { name: 'cart' }, triggers: [{ type: 'kafka', metadata: {} }] });
        prepared.put({
          ...apps('Deployment', 'cart', {
            template: {
              metadata: { labels: { app: 'cart' } },
              spec: {
                containers: [aContainer('app')],
                initContainers: [aContainer('setup'), { ...aContainer('proxy'), restartPolicy: 'Always' }],
              },
            },
          }),
          metadata: {
            name: 'cart',
            namespace: 'shop',
            annotations: { 'argocd.argoproj.io/tracking-id': 'shop-prod:apps/Deployment:shop/cart' },
            managedFields: [
              entry('argocd-controller', 'Apply'),
              entry('kubectl-edit', 'Update'),
              entry('kube-controller-manager', 'Update', 'f:image'),
              entry('rightsizer', 'Update'),
            ],
          },
        });
        budget('cart', { minAvailable: 2, selector: { matchLabels: { app: 'cart' } } }, 0);
        budget(
          'apps',
          {
            maxUnavailable: '50%',
            selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['cart', 'db'] }] },
          },
          1,
        );
        budget('others', { minAvailable: 1, selector: { matchLabels: { app: 'db' } } }, 0);
        budget('nothing', { minAvailable: 1 }, 0);
      },
    });
    const rivals = async () => (await cluster.workloads({})).items.find(({ name }) => name === 'cart')?.rivals;
    expect(reader.missing()).toEqual([]);
    expect(await rivals()).toEqual({
      managers: [
        { name: 'argocd-controller', applies: true, tool: 'Argo CD', object: 'shop-prod' },
        { name: 'rightsizer', applies: false, tool: null, object: null },
      ],
      places: ['containers/0', 'initContainers/1'],
      vpas: [{ name: 'own', mode: 'Recreate', recommender: null }],
      scaledObjects: [{ name: 'own', minReplicas: 0, maxReplicas: 100, triggers: ['kafka'] }],
      budgets: [
        { name: 'apps', allowed: 1, demand: 'maxUnavailable 50%' },
        { name: 'cart', allowed: 0, demand: 'minAvailable 2' },
      ],
    });
  });

  it('is read for a Rollout too, although the Rollout itself is not read', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        putRollout(standIn);
        putRivals(standIn, 'Rollout');
      },
    });
    const [rollout, ...others] = (await cluster.workloads({})).items;
    expect(others).toEqual([]);
    expect(rollout).toMatchObject({ kind: 'Rollout', name: 'pay', replicas: 2 });
    const budget = { allowed: 0, demand: 'minAvailable 2' };
    expect(rollout?.rivals).toEqual({
      managers: [],
      places: [],
      vpas: [{ name: 'sizes', mode: 'Auto', recommender: null }],
      scaledObjects: [{ name: 'scales', minReplicas: 2, maxReplicas: 8, triggers: ['kafka'] }],
      budgets: [
        { ...budget, name: 'pay' },
        { ...budget, name: 'pay-canary' },
        { ...budget, name: 'pay-stable' },
      ],
    });
    if (rollout === undefined) return;
    expect(competitors(rollout)).toEqual([
      expect.stringMatching(/^The VerticalPodAutoscaler sizes .*\(update mode Auto\)/),
    ]);
    expect(applyingNotes(rollout).join(' ')).toMatch(/^KEDA scales it .*The PodDisruptionBudget pay \(/);
  });

  it('is no object of another kind with the same name', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        putRollout(standIn);
        putRivals(standIn, 'Deployment');
      },
    });
    expect((await cluster.workloads({})).items[0]?.rivals).toMatchObject({ vpas: [], scaledObjects: [] });
  });

  it('names what the preflight of a Rollout could not read', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        putRollout(standIn);
        grant(
          standIn,
          rulesOf('view').filter(({ apiGroups }) => !apiGroups.includes('policy')),
        );
      },
      token: 'reader',
    });
    expect((await cluster.workloads({})).items[0]?.rivals?.unknown).toEqual([
      expect.stringMatching(/list and watch poddisruptionbudgets: the preflight ignores/),
    ]);
  });

  it('is the GitOps tool of the recorded workloads', () => {
    const found = recordedOwners().items.map((object) => deployments.read(object));
    expect(Object.fromEntries(found.map(({ name, managers }) => [name, managers]))).toMatchObject({
      catalog: [{ name: 'argocd-controller', applies: true, tool: 'Argo CD', object: 'catalog' }],
      'catalog-csa': [{ name: 'argocd-controller', applies: false, tool: 'Argo CD' }],
      checkout: [{ name: 'helm', applies: false, tool: 'Helm', object: 'shop/checkout' }],
      search: [{ name: 'kustomize-controller', applies: true, tool: 'Flux Kustomization', object: 'flux-system/apps' }],
      web: [],
      'web-ssa': [{ name: 'kubectl', applies: true, tool: null, object: null }],
    });
  });

  it('is an HPA, with the reason why it does not scale', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        const conditions = [
          { type: 'AbleToScale', status: 'True' },
          { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message: 'no metrics' },
        ];
        standIn.put({
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'cart', namespace: 'shop' },
          spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' }, maxReplicas: 5 },
          status: { conditions },
        });
      },
    });
    const { items } = await cluster.workloads({});
    expect(items.find(({ name }) => name === 'cart')?.hpa?.problem).toBe('no metrics');
  });
});
