import { type JsonObject, recordedOwners } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { deployments } from './objects.ts';
import { aCluster, aContainer, apps, fill } from './testing/a-cluster.ts';
import { define } from './testing/define.ts';

/** An entry of managed fields that owns a field of the container `app`. */
const entry = (manager: string, operation: string, field = 'f:resources') => ({
  manager,
  operation,
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"app"}': { [field]: {} } } } } } },
});

describe('what else decides about a workload', () => {
  it('is read from its managed fields, VPAs, ScaledObjects and PodDisruptionBudgets', async () => {
    const { cluster, reader } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        define(prepared, 'autoscaling.k8s.io/v1', 'VerticalPodAutoscaler');
        define(prepared, 'keda.sh/v1alpha1', 'ScaledObject');
        const ref = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' };
        const metadata = { name: 'own', namespace: 'shop' };
        prepared.put({
          apiVersion: 'autoscaling.k8s.io/v1',
          kind: 'VerticalPodAutoscaler',
          metadata,
          spec: { targetRef: ref },
        });
        const triggers = [{ type: 'kafka', metadata: {} }];
        prepared.put({
          apiVersion: 'keda.sh/v1alpha1',
          kind: 'ScaledObject',
          metadata,
          spec: { scaleTargetRef: { name: 'cart' }, triggers },
        });
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
        const budget = (name: string, spec: JsonObject, disruptionsAllowed: number) =>
          prepared.put({
            apiVersion: 'policy/v1',
            kind: 'PodDisruptionBudget',
            metadata: { name, namespace: 'shop' },
            spec,
            status: { disruptionsAllowed },
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
