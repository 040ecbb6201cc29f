import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asObject } from './json.ts';
import { type Exchange, replay, type Script } from './replay.ts';

/**
 * Answers recorded while real controllers, a scheduler and a kubelet worked, sent again to the stand-in. It runs none of
 * them, so it gets their objects as they were recorded, and must answer the recorded request in the same form.
 */
const folder = new URL('recordings/cluster/', import.meta.url);

const vpaGroup = 'autoscaling.k8s.io';
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const quantities = {
  type: 'object',
  additionalProperties: {
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
    'x-kubernetes-int-or-string': true,
  },
};
const vpaSpec = {
  type: 'object',
  required: ['targetRef'],
  properties: {
    targetRef: { ...open, 'x-kubernetes-map-type': 'atomic' },
    recommenders: { type: 'array', items: open },
    updatePolicy: {
      type: 'object',
      properties: {
        updateMode: { type: 'string', enum: ['Off', 'Initial', 'Recreate', 'InPlaceOrRecreate', 'InPlace', 'Auto'] },
      },
    },
    resourcePolicy: {
      type: 'object',
      properties: {
        containerPolicies: {
          type: 'array',
          items: { ...open, properties: { minAllowed: quantities, maxAllowed: quantities } },
        },
      },
    },
  },
};
const vpaColumn = (name: string, jsonPath: string) => ({ name, type: 'string', jsonPath });
const target = '.status.recommendation.containerRecommendations[0].target';
/** The parts of the definition of the Vertical Pod Autoscaler that the recorded requests need. */
const vpaDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `verticalpodautoscalers.${vpaGroup}` },
  spec: {
    group: vpaGroup,
    scope: 'Namespaced',
    names: { kind: 'VerticalPodAutoscaler', plural: 'verticalpodautoscalers', shortNames: ['vpa'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          vpaColumn('Mode', '.spec.updatePolicy.updateMode'),
          vpaColumn('CPU', `${target}.cpu`),
          vpaColumn('Mem', `${target}.memory`),
          vpaColumn('Provided', ".status.conditions[?(@.type=='RecommendationProvided')].status"),
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: vpaSpec, status: open } } },
      },
    ],
  },
  status: { conditions: null },
};

const workload = (kind: string, namespace: string, name: string, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { namespace, name, labels: { app: name } },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'app', image: `registry.example/${name}:1` }] },
    },
    ...more,
  },
});

const scripts: Record<string, Partial<Script>> = {
  'admission.json': { given: [workload('Deployment', 'adm', 'web'), workload('Deployment', 'adm', 'web2')] },
  'resize-vs-template.json': {
    given: [workload('Deployment', 'drift', 'web'), workload('StatefulSet', 'drift', 'db', { serviceName: 'db' })],
  },
  'rollout.json': { given: [workload('StatefulSet', 'roll', 'db')] },
  'scale-and-hpa.json': { given: [workload('Deployment', 'hpa', 'web')] },
  'vpa-object.json': {
    before: {
      0: ({ put, establish }) => {
        put(vpaDefinition);
        establish();
      },
    },
  },
};

const resizes = 'The stand-in stores a resize like any other patch: Trimtab resizes no pod.';
const evictions = 'The stand-in serves no evictions: Trimtab evicts no pod.';
const admission = 'The stand-in keeps quotas, limits and policies, but applies none: Trimtab creates no pod.';
const policies = 'The stand-in does not serve admission policies and webhooks.';
const eventRules = 'The stand-in checks no events: Trimtab writes none.';
const eventFields = 'The stand-in does not translate events between their two APIs.';
const selectors = 'The stand-in knows the field selectors of names and of the objects of events only.';
const leases = 'The stand-in checks no Leases: Trimtab takes none.';
const hpaRules = 'The stand-in neither checks an HPA nor fills in its behavior: Trimtab writes none.';
const metricsApi = 'The stand-in has no aggregated APIs.';
const unknownBefore = 'The object before the write was not recorded.';
const between = 'Controllers changed the object between the recorded steps.';
const labels = 'The recorder left out the labels that are selected.';
const page = 'The rest of the list was not recorded.';

type Steps = Readonly<Record<string, readonly number[]>>;

/** Why a step is not sent, and the steps by their number in the file. */
const notReplayed: Readonly<Record<string, Steps>> = {
  'admission.json': {
    [admission]: [1, 2, 10, 11, 12, 13],
    [policies]: [16, 17, 18, 19, 20, 21, 23, 24],
    [selectors]: [5],
    'The stand-in has no controller that ends a namespace.': [25, 26],
  },
  'events.json': { [eventRules]: [4, 5, 6, 7, 8, 11], [selectors]: [14, 15, 16, 17] },
  'eviction.json': {
    [evictions]: [1, 2, 3, 7, 8, 9, 10, 11, 12, 14, 15, 19, 20, 21],
    'The stand-in removes a pod at once.': [17],
    'The stand-in does not check PodDisruptionBudgets.': [18],
  },
  'lease.json': { [leases]: [11, 13, 14, 15] },
  'mutating-policy.json': { [policies]: [0, 1, 2, 4, 5], [resizes]: [7, 8], [labels]: [9] },
  'pod-resize.json': {
    [resizes]: [11, 13, 14, 15, 18, 19, 21, 23, 25, 26, 27, 28, 29, 32, 38, 39, 40, 41, 42, 43, 44, 45, 47, 49],
  },
  'real-objects.json': { [page]: [17, 36], 'The stand-in serves autoscaling/v2 only.': [31] },
  'resize-vs-template.json': { [evictions]: [9], [resizes]: [19, 20], [labels]: [6] },
  'rollout.json': { [selectors]: [21], [unknownBefore]: [32, 33] },
  'scale-and-hpa.json': { [hpaRules]: [23, 24], [metricsApi]: [25, 26, 36, 37, 38] },
};

/** Why only the status of an answer is compared. */
const statusOnly: Readonly<Record<string, Steps>> = {
  'admission.json': { [admission]: [14] },
  'events.json': { [eventFields]: [0, 2, 9, 10, 12] },
  'mutating-policy.json': { [policies]: [3, 6] },
  'pod-resize.json': { [resizes]: [2, 8, 10, 16, 20, 24] },
  'resize-vs-template.json': { [between]: [11], [unknownBefore]: [18] },
  'scale-and-hpa.json': { [hpaRules]: [7, 19, 21], [between]: [10, 12, 34] },
  'vpa-object.json': {
    'The definition has fewer kinds, and no storageVersionHash.': [0],
    'The definition has no rule that could be left unchecked.': [7],
    'The stand-in has no descriptions of columns.': [17],
  },
};

const byStep = (reasons: Steps = {}): Record<number, string> =>
  Object.fromEntries(Object.entries(reasons).flatMap(([reason, steps]) => steps.map((step) => [step, reason])));

const watched = {
  Deployment: '/apis/apps/v1/namespaces/roll/deployments',
  ReplicaSet: '/apis/apps/v1/namespaces/roll/replicasets',
  StatefulSet: '/apis/apps/v1/namespaces/roll/statefulsets',
  Pod: '/api/v1/namespaces/roll/pods',
};

/** A time line of several watches was recorded as one step: each watch with its own events. */
function separated(exchange: Exchange): readonly Exchange[] {
  const { request, response } = exchange;
  if (request === undefined || response === undefined || !request.path.includes(' watches: ')) return [exchange];
  return Object.entries(watched).flatMap(([kind, path]) => {
    const events = (response.events ?? []).filter(({ event }) => asObject(event['object'])['kind'] === kind);
    if (events.length === 0) return [];
    const headers = { authorization: 'Bearer <token of admin>' };
    const watch = { ...request, path: `${path}?watch=1&resourceVersion=now`, headers };
    return [{ ...exchange, request: watch, response: { ...response, headers: {}, events, end: { by: 'client' } } }];
  });
}

describe.each(readdirSync(folder))('the stand-in answers like the API server: %s', (file) => {
  it('to every recorded step that is not named above', async () => {
    const { exchanges }: { exchanges: Exchange[] } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const { differences, stop } = await replay(exchanges.flatMap(separated), {
      ...scripts[file],
      statusOnly: byStep(statusOnly[file]),
      notReplayed: byStep(notReplayed[file]),
      follows: true,
    });
    await stop();
    expect(differences).toEqual([]);
  });
});
