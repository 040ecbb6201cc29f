import type { EnhancedTarget } from '@trimtab/core';
import { patchPlan, planProblems } from '@trimtab/core/patch';
import { aWorkload, mebibyte } from '@trimtab/testing';
import { expect, test } from 'vitest';
import type { NamespaceRules } from '../ports/index.ts';
import { type PodQuestion, settlePod } from './pod-resources.ts';

type Amounts = Readonly<Record<'cpu' | 'memory', number>>;
type Pod = {
  requests: Amounts;
  limits: { readonly cpu: number | null; readonly memory: number | null };
  wanted: Amounts;
  peak?: number;
  rules?: NamespaceRules;
};

/** The patch for what `settlePod` makes of the wanted requests of a container. */
function patchFor({ requests, limits, wanted, peak = 0, rules }: Pod) {
  const workload = aWorkload({
    kind: 'StatefulSet',
    containers: [{ name: 'app', cpuRequest: requests.cpu, memoryRequest: requests.memory, limits }],
    ...(rules === undefined ? {} : { rules }),
  });
  const question: PodQuestion['wanted'] = [
    { container: 'app', resource: 'cpu', amount: wanted.cpu, need: { peak: null, killLimit: null } },
    { container: 'app', resource: 'memory', amount: wanted.memory, need: { peak, killLimit: null } },
  ];
  const recommendations = settlePod({ workload, policy: 'keep', replicas: 2, wanted: question }).map(
    ({ resource, request, limit }) => ({ resource, value: request, ...(limit === undefined ? {} : { limit }) }),
  );
  const target: EnhancedTarget = {
    target: { current_replicas: 2, containers: [{ name: 'app', average_requests: requests, limits }] },
    aiscaletarget: {
      namespace: 'shop',
      name: 'web',
      spec: { vertical: { mode: 'recommendation', name: 'web', kind: 'StatefulSet' } },
    },
  };
  return patchPlan(target, {
    created: null,
    why: '',
    metric: 'cpu',
    forecasts: [],
    resourceRecommendations: [{ container: 'app', recommendations }],
  });
}

const halfCore = { cpu: 0.5, memory: 500e6 };
const rules = (more: Partial<NamespaceRules>): NamespaceRules => ({ limitRanges: [], quotas: [], ...more });

test.each<[string, Pod, object]>([
  [
    'a Guaranteed pod whose usage came near its limit',
    { requests: halfCore, limits: halfCore, wanted: { cpu: 0.3, memory: 300e6 }, peak: 490e6 },
    { requests: { cpu: '300m', memory: '500M' }, limits: { cpu: '300m', memory: '500M' } },
  ],
  [
    'a Guaranteed pod with a kept request',
    {
      requests: { cpu: 0.5, memory: 1e9 },
      limits: { cpu: 0.5, memory: 1e9 },
      wanted: { cpu: 0.3, memory: 1e9 },
    },
    { requests: { cpu: '300m', memory: '1G' }, limits: { cpu: '300m', memory: '1G' } },
  ],
  [
    'a kept CPU request that equals its limit',
    {
      requests: { cpu: 1.005, memory: 512e6 },
      limits: { cpu: 1.005, memory: 768e6 },
      wanted: { cpu: 1.005, memory: 512e6 },
    },
    { requests: { cpu: '1005m', memory: '512M' }, limits: { cpu: '1005m', memory: '768M' } },
  ],
  [
    'a full quota of limits',
    {
      requests: halfCore,
      limits: { cpu: null, memory: 500e6 },
      wanted: { cpu: 0.5, memory: 600 * mebibyte },
      rules: rules({ quotas: [{ name: 'team', resource: 'memory', of: 'limits', hard: 1e9, used: 1e9 }] }),
    },
    { requests: { cpu: '500m', memory: '500M' }, limits: { memory: '500M' } },
  ],
  [
    'a LimitRange maximum that is no whole step',
    {
      requests: { cpu: 0.5, memory: 100e6 },
      limits: { cpu: null, memory: null },
      wanted: { cpu: 0.5, memory: 200 * mebibyte },
      rules: rules({
        limitRanges: [
          { name: 'least', type: 'Pod', resource: 'memory', min: 600 * mebibyte, max: null, maxRatio: null },
          { name: 'most', type: 'Container', resource: 'memory', min: null, max: 500e6, maxRatio: null },
        ],
      }),
    },
    { requests: { cpu: '500m', memory: '500M' }, limits: {} },
  ],
  [
    'a kept request without a limit',
    { requests: halfCore, limits: { cpu: null, memory: null }, wanted: halfCore },
    { requests: { cpu: '500m', memory: '500M' }, limits: {} },
  ],
])('%s: the patch has the settled amounts, and Kubernetes accepts it', (_, pod, expected) => {
  const plan = patchFor(pod);
  expect(planProblems(plan)).toEqual([]);
  expect(plan.containers).toEqual([{ name: 'app', sidecar: false, ...expected }]);
});
