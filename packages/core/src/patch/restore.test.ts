import { expect, it } from 'vitest';
import type { ChangeState } from '../api/schemas/changes.ts';
import type { EnhancedTarget } from '../api/schemas/targets.ts';
import { patchFiles } from './files.ts';
import { isEmptyPlan } from './plan.ts';
import { planProblems } from './problems.ts';
import { restorePlan } from './restore.ts';

type Container = ChangeState['containers'][number];
const mebibyte = 2 ** 20;
const container = (more: Partial<Container> = {}): Container => ({
  name: 'app',
  cpu_request: 0.5,
  cpu_limit: null,
  memory_request: 512 * mebibyte,
  memory_limit: 512 * mebibyte,
  image: null,
  ...more,
});
const state = (one: Container, more: Partial<ChangeState> = {}): ChangeState => ({
  containers: [one],
  replicas: 3,
  min_replicas: null,
  max_replicas: null,
  ...more,
});
/** A target whose only container currently has these requests and limits. */
function target(now: Container, more: Partial<EnhancedTarget> = {}): EnhancedTarget {
  const { name, cpu_request, memory_request, cpu_limit, memory_limit } = now;
  return {
    target: {
      kind: 'Deployment',
      current_replicas: 3,
      containers: [
        {
          name,
          average_requests: { cpu: cpu_request, memory: memory_request },
          limits: { cpu: cpu_limit, memory: memory_limit },
        },
      ],
    },
    aiscaletarget: {
      namespace: 'shop',
      name: 'cart',
      spec: { vertical: { name: 'cart', kind: 'Deployment', api_version: 'apps/v1' } },
    },
    ...more,
  };
}

it('sets back only what the change set', () => {
  const [before, after] = [container(), container({ cpu_request: 0.25, memory_limit: 1024 * mebibyte })];
  const plan = restorePlan(target(after), { before: state(before), after: state(after) });
  expect(plan).toMatchObject({ kind: 'Deployment', name: 'cart', namespace: 'shop', replicas: null, autoscaler: null });
  expect(plan.containers).toEqual([
    { name: 'app', sidecar: false, requests: { cpu: '500m' }, limits: { memory: '512Mi' } },
  ]);
  expect(plan.notes).toEqual([]);
  expect(planProblems(plan)).toEqual([]);
});

it('names its files differently from the exported change, so that its command cannot apply that one', () => {
  const [before, after] = [container(), container({ cpu_request: 0.25 })];
  const plan = restorePlan(target(after), { before: state(before), after: state(after) });
  const [patch] = patchFiles(plan, 'kubectl', () => '');
  expect(patch?.fileName).toBe('shop-cart-undo.yaml');
  expect(patch?.command).toContain('--patch-file shop-cart-undo.yaml');
  expect(patchFiles(plan, 'helm', () => '')[0]?.fileName).toBe('shop-cart-undo-values.yaml');
});

it('removes what was not set before, also if that changes the class of the pod', () => {
  const before = container({ cpu_request: null, memory_request: null, memory_limit: null });
  const after = container({ memory_request: null, memory_limit: null });
  const plan = restorePlan(target(after), { before: state(before), after: state(after) });
  expect(plan.notes).toEqual(['The CPU request of app was not set before, so the file removes it.']);
  expect(planProblems(plan)).toEqual([]);
  const [file] = patchFiles(plan, 'kubectl', (document) => JSON.stringify(document));
  expect(JSON.parse(file?.text ?? '')).toEqual({
    spec: { template: { spec: { containers: [{ name: 'app', resources: { requests: { cpu: null } } }] } } },
  });
});

it('leaves a limit alone without writing empty requests', () => {
  const [before, after] = [container(), container({ memory_limit: 1024 * mebibyte })];
  const [file] = patchFiles(
    restorePlan(target(after), { before: state(before), after: state(after) }),
    'kubectl',
    JSON.stringify,
  );
  expect(file?.text).toContain('"resources":{"limits":{"memory":"512Mi"}}');
});

it('contains no change if the values are as before again', () => {
  const [before, after] = [container(), container({ cpu_request: 0.25 })];
  expect(isEmptyPlan(restorePlan(target(before), { before: state(before), after: state(after) }))).toBe(true);
});

it('says that a value was changed again', () => {
  const [before, after] = [container(), container({ cpu_request: 0.25 })];
  const plan = restorePlan(target(container({ cpu_request: 1 })), { before: state(before), after: state(after) });
  expect(plan.containers[0]?.requests).toEqual({ cpu: '500m' });
  expect(plan.notes).toEqual(['The CPU request of app has been changed again since then.']);
});

it('leaves out a container that is gone', () => {
  const [before, after] = [container({ name: 'old' }), container({ name: 'old', cpu_request: 1 })];
  const plan = restorePlan(target(container()), { before: state(before), after: state(after) });
  expect(isEmptyPlan(plan)).toBe(true);
  expect(plan.notes).toEqual(['The CPU request of old is left out: the workload no longer has this container.']);
});

it('reports a request of before above a limit of today', () => {
  const before = container({ memory_request: 512 * mebibyte });
  const after = container({ memory_request: 128 * mebibyte });
  const now = container({ memory_request: 128 * mebibyte, memory_limit: 256 * mebibyte });
  const plan = restorePlan(target(now), { before: state(before), after: state(after) });
  expect(planProblems(plan)).toEqual(['The memory request of app is above its limit.']);
});

it('sets replicas back, or the bounds of the autoscaler that sets them', () => {
  const same = container();
  const replicas = { before: state(same, { replicas: 5 }), after: state(same) };
  expect(restorePlan(target(same), replicas).replicas).toBe(5);
  const bounds = {
    before: state(same, { replicas: null, min_replicas: 2, max_replicas: 8 }),
    after: state(same, { replicas: null, min_replicas: 1, max_replicas: 8 }),
  };
  const hpa = { name: 'cart', min_replicas: 1, max_replicas: 8 };
  const plan = restorePlan(target(same, { horizontalpodautoscaler: hpa }), bounds);
  expect(plan).toMatchObject({ replicas: null, autoscaler: { name: 'cart', minReplicas: 2, maxReplicas: 8 } });
  const { name: _, ...unnamed } = hpa;
  expect(restorePlan(target(same, { horizontalpodautoscaler: unnamed }), bounds)).toMatchObject({
    autoscaler: null,
    notes: ['Set the bounds of the horizontal pod autoscaler to 2 and 8 by hand.'],
  });
});
