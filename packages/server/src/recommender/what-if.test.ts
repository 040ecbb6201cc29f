import { defaultNodeSettings } from '@trimtab/core';
import { aContainer, aHistory, aWorkload, daily, mebibyte, noisy, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { HpaState } from '../ports/index.ts';
import { binMs } from './bins.ts';
import type { SuggestedRequest } from './recommendation.ts';
import { whatIf } from './what-if.ts';
import { busiestDay, forecastLoad, pastLoad } from './what-if-load.ts';

const day = 86_400_000;
const hpa = (minReplicas: number, maxReplicas: number, metrics: HpaState['metrics'] = [cpuAt(50)]): HpaState => ({
  name: 'cart',
  minReplicas,
  maxReplicas,
  metrics,
});
const cpuAt = (value: number) => ({
  type: 'Resource' as const,
  name: 'cpu',
  target: { type: 'Utilization' as const, value },
});

type Case = {
  cpu: (bin: number) => number;
  memory?: (bin: number) => number;
  days?: number;
  scale?: number;
  workload?: Parameters<typeof aWorkload>[0];
  history?: Parameters<typeof aHistory>[1];
  currentReplicas?: number | null;
};

/** Two pods with the usage of `cpu` and `memory` each. A pod requests 1 core and 1 GiB. */
function ask({
  cpu,
  memory = () => 256 * mebibyte,
  days = 1,
  scale = 1,
  workload,
  history: changes,
  currentReplicas = 2,
}: Case) {
  const history = aHistory({ cpu: series(days, cpu), memory: series(days, memory) }, changes);
  const load = pastLoad(history, { start: history.start, end: history.start + days * day });
  const question = { load, scale, workload: aWorkload(workload), currentReplicas, suggested: null };
  return { history, question, result: whatIf({ ...question, settings: defaultNodeSettings }) };
}
const resourceOf = ({ result }: ReturnType<typeof ask>, resource: string) =>
  result.containers.find((one) => one.resource === resource);

describe('the replicas', () => {
  it('follow the rule of the HPA within its bounds, and the minutes in which they are too few are counted', () => {
    // 1 core in total needs 2 pods at 50 % of 1 core. For 35 minutes the load is 3.5 cores, and twice of it needs 14
    // pods.
    const { result, history } = ask({
      cpu: (bin) => (bin >= 169 && bin < 176 ? 1.75 : 0.5),
      scale: 2,
      workload: { hpa: hpa(2, 10) },
    });
    expect(result.replicas).toEqual({
      rule: 'autoscaler',
      minReplicas: 2,
      maxReplicas: 10,
      peak: 10,
      needed: 14,
      peakAt: new Date(history.start + 169 * binMs).toISOString(),
      minutesShort: 35,
    });
    expect([168, 169, 175, 176].map((step) => result.steps[step]?.replicas)).toEqual([4, 10, 10, 4]);
    expect(result.steps[169]).toMatchObject({ cpu: 7, cpuPerPod: 0.7 });
  });

  it('do not change while the usage is within a tenth of the target, nor below the minimum', () => {
    const { result } = ask({ cpu: (bin) => (bin === 100 ? 0.54 : bin > 200 ? 0 : 0.5), workload: { hpa: hpa(2, 10) } });
    expect(new Set(result.steps.map(({ replicas }) => replicas))).toEqual(new Set([2]));
  });

  it('follow the metric that needs the most', () => {
    const memoryAt = { ...cpuAt(25), name: 'memory' };
    const workload = { hpa: hpa(1, 20, [cpuAt(50), memoryAt]) };
    expect(ask({ cpu: () => 0.1, memory: () => 512 * mebibyte, workload }).result.replicas.peak).toBe(4);
  });

  it('follow an average value per pod without any request', () => {
    const target = { type: 'AverageValue', value: 0.4 } as const;
    const workload = { hpa: hpa(1, 20, [{ ...cpuAt(50), target }]), containers: [aContainer('app', null, null)] };
    expect(ask({ cpu: () => 1, scale: 2, workload }).result.replicas).toMatchObject({ rule: 'autoscaler', peak: 10 });
  });

  it('stay without an HPA', () => {
    const { result, history } = ask({ cpu: (bin) => (bin === 12 ? 3 : 1), currentReplicas: 5 });
    expect(result.replicas).toMatchObject({
      rule: 'fixed',
      peak: 5,
      needed: null,
      maxReplicas: null,
      minutesShort: null,
    });
    expect(result.replicas.peakAt).toBe(new Date(history.start + 12 * binMs).toISOString());
    expect(result.problems).toEqual([]);
  });

  it.each([
    ['follows a metric from outside', { hpa: hpa(1, 9, [{ ...cpuAt(50), type: 'External', name: 'queue' }]) }],
    ['follows one container', { hpa: hpa(1, 9, [{ ...cpuAt(50), container: 'app' }]) }],
    ['needs a request', { hpa: hpa(1, 9), containers: [aContainer('app', null, null)] }],
  ] as const)('stay, with the reason, if the HPA %s', (_, workload) => {
    const { result } = ask({ cpu: () => 3, workload });
    expect(result.replicas).toMatchObject({ rule: 'fixed', peak: 2 });
    expect(result.problems).toEqual([expect.stringContaining('The autoscaler')]);
  });

  it('follow CPU alone if the HPA also follows another metric, and the answer says so', () => {
    const queue = { ...cpuAt(50), type: 'External' as const, name: 'queue' };
    const { result } = ask({ cpu: () => 1, workload: { hpa: hpa(1, 9, [cpuAt(50), queue]) } });
    expect(result.replicas).toMatchObject({ rule: 'autoscaler', peak: 4 });
    expect(result.problems).toEqual([
      'The autoscaler also follows queue, which is not simulated. It may run more pods than these.',
    ]);
  });

  it('are unknown, with the reason, if the cluster does not say how many there are', () => {
    const { result } = ask({ cpu: () => 1, currentReplicas: null });
    expect(result.replicas.peak).toBeNull();
    expect(result.dollars).toBeNull();
    expect(result.steps[0]).toMatchObject({ cpu: 2, replicas: null, cpuPerPod: null });
    expect(result.problems).toEqual([expect.stringContaining('number of replicas is unknown')]);
  });
});

describe('the requests and limits', () => {
  const limits = { cpu: null, memory: 1.5 * 1024 * mebibyte };

  it('are compared with the busiest pod, as if all pods were as busy', () => {
    // Both pods use 0.6 cores. At twice the load on 3 pods, each uses 0.8. In the peak of 20 minutes, each uses 1.2.
    const asked = ask({
      cpu: (bin) => (bin < 4 ? 0.9 : 0.6),
      scale: 2,
      currentReplicas: 3,
      workload: { containers: [{ ...aContainer('app', 1, 1024 * mebibyte), limits }] },
    });
    expect(resourceOf(asked, 'cpu')).toEqual({
      container: 'app',
      resource: 'cpu',
      request: 1,
      limit: null,
      highest: expect.closeTo(1.2),
      minutesWithSamples: 1440,
      minutesOverRequest: 20,
      minutesOverLimit: null,
    });
  });

  it('count memory above the limit apart from memory above the request', () => {
    const asked = ask({
      cpu: () => 0.1,
      memory: (bin) => (bin < 2 ? 900 * mebibyte : bin < 6 ? 600 * mebibyte : 300 * mebibyte),
      scale: 2,
      workload: { containers: [{ ...aContainer('app', 1, 1024 * mebibyte), limits }] },
    });
    expect(resourceOf(asked, 'memory')).toMatchObject({ minutesOverRequest: 30, minutesOverLimit: 10 });
  });

  it('are null where there is no request, no sample, or no container in the history', () => {
    const containers = [aContainer('app', null, 1024 * mebibyte), aContainer('new', 1, null)];
    const asked = ask({ cpu: () => 1, memory: () => Number.NaN, workload: { containers } });
    const found = asked.result.containers.map((one) => [one.highest, one.minutesWithSamples, one.minutesOverRequest]);
    expect(found).toEqual([
      [1, 1440, null],
      [null, 0, null],
      [null, 0, null],
      [null, 0, null],
    ]);
    expect(asked.result.dollars).toBeNull();
  });

  it('can be the suggested ones, with their limits, also for the HPA and the cost', () => {
    const { question } = ask({ cpu: () => 1, workload: { hpa: hpa(1, 50) } });
    const half: SuggestedRequest = {
      container: 'app',
      resource: 'cpu',
      suggestion: { value: 0.5 },
      settled: { limit: 0.4 },
    };
    const suggested = { sized: [half], replicas: null };
    const result = whatIf({ ...question, suggested, settings: defaultNodeSettings });
    expect(result.replicas.peak).toBe(8);
    expect(result.containers[0]).toMatchObject({
      request: 0.5,
      minutesOverRequest: 0,
      limit: 0.4,
      minutesOverLimit: 0,
    });
    expect(result.peak.cpu).toBe(4);
    expect(result.now).toMatchObject({ replicas: 2, cpu: 2 });
  });
});

describe('the cost', () => {
  const settings = { node_cpu_cores: 4, node_memory_bytes: 16 * 1024 * mebibyte, node_hourly_cost: 0.2 };

  it('is that of the requests of all replicas: now, at the peak, and for the whole window', () => {
    const { question } = ask({ cpu: (bin) => (bin < 144 ? 1 : 2), workload: { hpa: hpa(1, 50) } });
    const result = whatIf({ ...question, settings });
    expect(result.now).toEqual({
      replicas: 2,
      cpu: 2,
      memory: 2048 * mebibyte,
      nodeShares: { cpu: 0.5, memory: 0.125 },
      dollarsPerHour: 0.1,
    });
    expect(result.peak).toMatchObject({ replicas: 8, nodeShares: { cpu: 2 }, dollarsPerHour: 0.4 });
    expect(result.dollars).toBeCloseTo(12 * 4 * 0.05 + 12 * 8 * 0.05);
  });
});

const twoOutsideGaps = (bin: number) => (bin < 6 || (bin >= 100 && bin < 112) ? Number.NaN : 2);

describe('gaps', () => {
  it('are not counted and are stated; the replicas stay', () => {
    const { result } = ask({ cpu: twoOutsideGaps, memory: twoOutsideGaps, workload: { hpa: hpa(1, 50) } });
    expect(result.samples).toEqual({ found: 270, expected: 288 });
    expect(result.problems).toEqual(['90 minutes without samples are not counted.']);
    expect([0, 105].map((step) => result.steps[step])).toEqual([
      expect.objectContaining({ cpu: null, replicas: 8, cpuPerPod: null }),
      expect.objectContaining({ cpu: null, replicas: 8, cpuPerPod: null }),
    ]);
    expect(result.containers[0]).toMatchObject({ minutesWithSamples: 1350 });
  });
});

describe('a long window', () => {
  it('is answered with one step an hour, each with the highest values of the hour', () => {
    const { result } = ask({ cpu: (bin) => (bin === 17 ? 3 : 1), days: 3, workload: { hpa: hpa(1, 50) } });
    expect(result.window.stepSeconds).toBe(3600);
    expect(result.steps).toHaveLength(72);
    expect(result.steps[1]).toMatchObject({ cpu: 6, replicas: 12 });
    expect(result.replicas.minutesShort).toBe(0);
  });
});

describe('the busiest day', () => {
  it('has the highest five minutes of CPU', () => {
    const { history } = ask({ cpu: (bin) => (bin === 2 * 288 + 5 ? 4 : 1), days: 5 });
    const busiest = busiestDay(history);
    expect(busiest).toEqual({ start: history.start + 2 * day, end: history.start + 3 * day });
  });

  it('follows memory without samples of CPU, and is null without any', () => {
    const { history } = ask({ cpu: () => Number.NaN, memory: (bin) => (bin === 7 ? 2 : 1), days: 2 });
    expect(busiestDay(history)?.start).toBe(history.start);
    expect(busiestDay(ask({ cpu: () => Number.NaN, memory: () => Number.NaN, days: 2 }).history)).toBeNull();
  });
});

describe('the forecast load', () => {
  it('has an expected peak for each of the next 24 hours, and the share of each container of the last day', () => {
    const history = aHistory({ cpu: daily(14, 1), memory: noisy(14, 300 * mebibyte) });
    const [app] = history.containers;
    const load = forecastLoad({
      ...history,
      containers: app === undefined ? [] : [{ ...app, cpu: app.cpu.map((value) => value / 2) }],
    });
    expect(load).toMatchObject({ start: history.start + 14 * day, stepMs: 3_600_000 });
    const cpu = load?.total.cpu ?? new Float64Array(0);
    expect(cpu).toHaveLength(24);
    // A cycle with its highest point, 2 pods × 2 cores, after six hours.
    expect(cpu[6]).toBeCloseTo(4, 0);
    expect(cpu[18]).toBeLessThan(1);
    expect(load?.containers.get('app')?.cpu[6]).toBeCloseTo((cpu[6] ?? 0) / 2);
  });

  it('is null without enough history', () => {
    expect(forecastLoad(ask({ cpu: () => 1 }).history)).toBeNull();
  });
});
