import { checkout, type Example } from './example.ts';

const ref = { name: 'checkout', api_version: 'apps/v1', kind: 'Deployment' };
/** The resource that enrolls the target. */
const manifest = {
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { namespace: 'shop', name: 'checkout' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'checkout' },
    vertical: { mode: 'recommendation', containers: { app: { cpu: {}, memory: {} } } },
    model: { mode: 'balanced' },
  },
};

export const targetSpec = {
  ...checkout,
  spec: {
    vertical: { mode: 'recommendation', ...ref, containers: { app: { cpu: {}, memory: {} } } },
    scale_target_ref: ref,
    model: { mode: 'balanced' },
    limit_policy: null,
  },
};
const enhanced = {
  target: {
    ...checkout,
    kind: 'Deployment',
    current_replicas: 3,
    containers: [
      { name: 'app', average_requests: { cpu: 0.5, memory: 1_073_741_824 }, limits: { cpu: 1, memory: null } },
    ],
    injected_containers: [],
    qos_class: 'Burstable',
  },
  aiscaletarget: targetSpec,
  horizontalpodautoscaler: {
    name: 'checkout',
    min_replicas: 2,
    max_replicas: 8,
    metrics: [{ type: 'Resource', source: 'hpa', name: 'cpu', target: { type: 'Utilization', value: 70 } }],
  },
};

export const targetExamples = {
  'targets.list': {
    query: { enhancedItems: true, limit: 25, offset: 0 },
    answer: { items: [targetSpec], total: 1, itemsEnhanced: [enhanced] },
  },
  'targets.inNamespace': { path: { namespace: 'shop' }, answer: { items: [targetSpec], total: 1 } },
  'targets.get': { path: checkout, answer: enhanced },
  'targets.pods': {
    path: checkout,
    answer: {
      items: [
        {
          name: 'checkout-5d9f7c6b8-x2x7k',
          status: 'Running',
          restarts: 1,
          last_restart: { container: 'app', reason: 'OOMKilled', exit_code: 137, at: '2026-11-13T09:12:44.000Z' },
          created: '2026-11-12T08:30:00.000Z',
          labels: [{ key: 'app', value: 'checkout' }],
          containers: [
            {
              name: 'app',
              image: 'registry.example/shop/checkout:4.2.0',
              cpu_request: 0.5,
              cpu_limit: 1,
              memory_request: 1_073_741_824,
              memory_limit: 2_147_483_648,
            },
          ],
        },
      ],
      total: 1,
    },
  },
  'targets.cleanup': { path: checkout },
  'targets.findByOwner': { body: { ...checkout, kind: 'Deployment' }, answer: targetSpec },
  'targets.preflight': {
    body: { scaleTargetRef: { namespace: 'shop', ...ref } },
    answer: { eligible: false, reasons: ['Container "app" has no memory request.'] },
  },
  'targets.candidates': {
    path: { namespace: 'shop' },
    query: { dryrun: true, limit: 100, offset: 0 },
    body: { workloads: ['checkout'] },
    answer: {
      name: 'shop',
      items: [{ target_ref: { name: 'checkout', kind: 'Deployment' }, json: manifest }],
      total: 1,
    },
  },
} satisfies Record<string, Example>;
