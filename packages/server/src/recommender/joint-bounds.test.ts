import { aContainer, aHistory, aWorkload, mebibyte, noisy } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { HpaState, NamespaceRules, Workload } from '../ports/index.ts';
import { highestUsage } from './bins.ts';
import { currentFloor } from './joint-suggestion.ts';
import { daysAhead } from './outlook.ts';
import { needsMoreReplicas } from './publish-recommendation.ts';
import type { Recommendation } from './recommendation.ts';
import { ask } from './testing/ask.ts';
import { mostOf } from './testing/settle.ts';

const ranges = (...limitRanges: NamespaceRules['limitRanges'][number][]): NamespaceRules => ({
  limitRanges,
  quotas: [],
});
const cpuQuota = (hard: number, used: number): NamespaceRules => ({
  limitRanges: [],
  quotas: [{ name: 'q', resource: 'cpu', of: 'requests', hard, used }],
});

type Pods = Partial<Omit<Workload, 'containers'>> & { readonly cpu?: number; readonly cpuLimit?: number };

/** A StatefulSet, whose updates start no additional pod. Each of its pods requests 512 MiB. */
const workloadOf = (pods: number, { cpu = 1, cpuLimit, ...changes }: Pods) =>
  aWorkload({
    kind: 'StatefulSet',
    replicas: pods,
    readyReplicas: pods,
    containers: [
      {
        ...aContainer('app', cpu, 512 * mebibyte),
        limits: { cpu: cpuLimit ?? null, memory: 2048 * mebibyte },
      },
    ],
    ...changes,
  });

/** The usage of each pod in cores and MiB. */
const usageOf = (pods: number, cpu: number, memory: number) =>
  aHistory({ cpu: noisy(14, cpu), memory: noisy(14, memory * mebibyte), pods });

/** All numbers of pods in a suggestion follow from its own request and target. */
function expectTrueArithmetic(advice: Recommendation | null) {
  const { scaled, containers } = advice ?? {};
  if (!scaled) throw new Error('no replicas are suggested');
  const { requestPerPod, metric, suggestion } = scaled;
  const advised = containers?.reduce((sum, one) => sum + (one[metric] ?? Number.NaN), 0);
  expect(requestPerPod).toBeCloseTo(advised ?? Number.NaN, 9);
  const { floor, target, lastWeek } = suggestion;
  const podsFor = (usage: number) => Math.ceil(usage / (requestPerPod * target) - 1e-9);
  expect(floor?.needed).toBe(floor === null ? undefined : podsFor(floor.expectedUsage));
  expect(lastWeek?.needed).toBe(lastWeek === null ? undefined : podsFor(lastWeek.usage));
  expect(suggestion.suggested).toBeGreaterThanOrEqual(Math.max(floor?.needed ?? 0, lastWeek?.needed ?? 0));
}

describe('fewer pods than now', () => {
  const history = usageOf(10, 0.1, 300);
  const highest = highestUsage(history.total.memory);
  it.each([
    ['a LimitRange', { rules: ranges(mostOf('memory', 512 * mebibyte)) }, 'The LimitRange r allows at most 536.9M.'],
    [
      'a LimitRange of pods',
      { rules: ranges({ ...mostOf('memory', 512 * mebibyte), type: 'Pod' }) },
      'The LimitRange r allows at most 536.9M for all containers of a pod.',
    ],
    ['the largest node', { largestNodes: [{ name: 'b', cpu: 64, memory: 512 * mebibyte }] }, 'b, offers'],
    [
      'a full quota',
      {
        rules: {
          limitRanges: [],
          quotas: [{ name: 'q', resource: 'memory', of: 'requests', hard: 5120 * mebibyte, used: 5120 * mebibyte }],
        },
      },
      'The quota q has 0 left for requests.',
    ],
    ['a LimitRange of CPU', { rules: ranges(mostOf('memory', 512 * mebibyte), mostOf('cpu', 0.05)), cpu: 0.05 }, ''],
  ] as const)('carry the memory of all pods with the requests that %s allows', (_, changes, bound) => {
    const advice = ask(history, { workload: workloadOf(10, changes), currentReplicas: 10 });
    const { memory = null } = advice?.containers[0] ?? {};
    const pods = advice?.replicas ?? 0;
    expect(memory).toBeLessThanOrEqual(512 * mebibyte);
    expect(pods * (memory ?? 0) * 0.9).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
    expectTrueArithmetic(advice);
    expect(advice?.why).toContain(bound);
  });

  it('are as few as the bound allows, and the text says what prevents fewer', () => {
    const advice = ask(history, {
      workload: workloadOf(10, { rules: ranges(mostOf('memory', 512 * mebibyte)) }),
      currentReplicas: 10,
    });
    // 3.93G ÷ (90 % of 536.9M) = 8.1 pods.
    expect(advice?.replicas).toBe(9);
    expect(advice?.why).toMatch(
      /Replicas 9: .*; fewer would use more than 90% of their memory requests for 3\.93G; this mode keeps at least 2\. The requests cannot grow for fewer pods\. The LimitRange r allows at most 536\.9M\.$/,
    );
  });

  it('are planned for a CPU request that a LimitRange caps', () => {
    const advice = ask(usageOf(2, 2, 200), {
      workload: workloadOf(2, { cpu: 0.5, rules: ranges(mostOf('cpu', 1)) }),
    });
    expect(advice?.containers[0]?.cpu).toBe(1);
    // The highest usage of nearly all of the week is 4.97 cores, at 70 % of 1 core.
    expect(advice?.replicas).toBe(8);
    expectTrueArithmetic(advice);
  });
});

describe('an HPA with an average value and a request that a LimitRange raises', () => {
  const hpa: HpaState = {
    name: 'h',
    minReplicas: 1,
    maxReplicas: 50,
    metrics: [{ type: 'Resource', name: 'cpu', target: { type: 'AverageValue', value: 0.1 } }],
  };
  const history = usageOf(10, 0.1, 200);
  const rules = ranges({ ...mostOf('cpu', 8), min: 0.5 });
  const advised = () => {
    const workload = workloadOf(10, { kind: 'Deployment', cpu: 0.5, hpa, rules });
    const advice = ask(history, { workload, currentReplicas: 10 });
    if (advice === null) throw new Error('nothing is suggested');
    return advice;
  };

  it('has the target that belongs to the raised request', () => {
    expect(advised().containers[0]?.cpu).toBe(0.5);
    expect(advised().scaled).toMatchObject({ requestPerPod: 0.5, suggestion: { target: 0.2 } });
    expect(advised().why).toContain('500m per pod × 20% HPA target');
    expectTrueArithmetic(advised());
  });

  it('has a floor, an outlook and a check of the newest sample with this target', () => {
    const { replicas } = advised();
    expect(currentFloor(advised(), history)).toBe(12);
    expect(daysAhead(history, advised().scaled).replicas?.day.value).toBeGreaterThanOrEqual(11);
    expect(needsMoreReplicas(advised(), 0.1 * (replicas ?? 0))).toBe(false);
    expect(needsMoreReplicas(advised(), 0.13 * (replicas ?? 0))).toBe(true);
  });
});

describe('more pods than now', () => {
  const history = usageOf(4, 0.9, 300);
  const pods = (changes: Pods) =>
    ask(history, { workload: workloadOf(4, { cpuLimit: 1, ...changes }), currentReplicas: 4 });

  it('stay within what the quota has left for their requests, and the text says so', () => {
    expect(pods({})?.replicas).toBe(6);
    expect(pods({ rules: cpuQuota(4, 4) })).toMatchObject({ replicas: 4 });
    const one = pods({ rules: cpuQuota(5.3, 4) });
    expect(one?.replicas).toBe(4);
    expect(one?.why).toMatch(
      /Replicas 4: .*; this mode keeps at least 2\. The quota q has no room for more than 4 pods with a CPU request of 1\.16\.$/,
    );
    expect(one?.minReplicas).toBe(4);
  });

  it('use the room of a quota', () => {
    expect(pods({ rules: cpuQuota(5.9, 4) })?.replicas).toBe(5);
    expect(pods({ rules: cpuQuota(20, 4) })?.replicas).toBe(6);
    expect(pods({ rules: cpuQuota(20, 4) })?.why).not.toContain('quota');
  });

  it('stay within a quota of limits', () => {
    const rules: NamespaceRules = {
      limitRanges: [],
      quotas: [{ name: 'q', resource: 'memory', of: 'limits', hard: 10_240 * mebibyte, used: 8192 * mebibyte }],
    };
    const advice = pods({ rules });
    expect(advice?.replicas).toBe(5);
    expect(advice?.why).toContain('The quota q has no room for more than 5 pods with a memory limit of 2.15G.');
  });

  it('are not suggested for a container that the quota leaves without a request', () => {
    const containers = [aContainer('app', null, 512 * mebibyte)];
    const advice = ask(history, {
      workload: aWorkload({ replicas: 4, readyReplicas: 4, containers, rules: cpuQuota(4, 4) }),
      currentReplicas: 4,
    });
    expect(advice?.containers).toMatchObject([{ cpu: null }]);
    expect(advice?.replicas).toBeNull();
  });

  it('count with what the init containers of a pod request, if that is more', () => {
    const none = { cpu: 0, memory: 0 };
    const init = (cpu: number) => ({ largestInit: { requests: { cpu, memory: 0 }, limits: none } });
    expect(pods({ ...init(0.5), rules: cpuQuota(5.9, 4) })?.replicas).toBe(5);
    // Four pods use 8 cores, so that the quota has no room for a fifth.
    expect(pods({ ...init(2), rules: cpuQuota(9.9, 8) })?.replicas).toBe(4);
    expect(pods({ ...init(2), rules: cpuQuota(10, 8) })?.replicas).toBe(5);
  });

  it('leave room for the additional pods of a rolling update', () => {
    expect(pods({ kind: 'Deployment', maxSurge: 1, rules: cpuQuota(6.5, 4) })?.replicas).toBe(4);
    expect(pods({ kind: 'Deployment', maxSurge: 0, rules: cpuQuota(6.5, 4) })?.replicas).toBe(5);
  });

  it('are not fewer than now or than the HPA runs, because the quota holds these already', () => {
    const hpa: HpaState = {
      name: 'h',
      minReplicas: 5,
      maxReplicas: 9,
      metrics: [{ type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 70 } }],
    };
    expect(pods({ hpa, rules: cpuQuota(1, 4) })).toMatchObject({ replicas: 5, minReplicas: 5 });
    const lower = pods({ hpa: { ...hpa, minReplicas: 2 }, rules: cpuQuota(4, 4) });
    expect(lower).toMatchObject({ replicas: 4, maxReplicas: 9 });
    expect(lower && currentFloor(lower, history)).toBe(4);
    expect(lower && needsMoreReplicas(lower, 8)).toBe(false);
  });
});

describe('pods that are not ready', () => {
  const history = usageOf(3, 0.1, 100);
  it('count as pods of the target, so that a mode keeps two of three', () => {
    const workload = workloadOf(3, { kind: 'Deployment', readyReplicas: 1 });
    const advice = ask(history, { workload, currentReplicas: 1 });
    expect(advice).toMatchObject({ replicas: 2, minReplicas: 2 });
    expect(advice?.why).toContain('and 1 was running; ');
    expect(advice?.why).toMatch(/; this mode keeps at least 2\.$/);
    expect((advice?.containers[0]?.memory ?? 0) * 2 * 0.9).toBeGreaterThanOrEqual(highestUsage(history.total.memory));
  });

  it('do not make one pod two, also during its rolling update', () => {
    const workload = workloadOf(1, { kind: 'Deployment', readyReplicas: 2 });
    const advice = ask(usageOf(1, 0.1, 100), { workload, currentReplicas: 2 });
    expect(advice?.replicas).toBe(1);
  });
});
