import { aContainer, aHistory, aWorkload, mebibyte, noisy } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { HpaMetric, HpaState } from '../ports/index.ts';
import { currentFloor } from './joint-suggestion.ts';
import { ask } from './testing/ask.ts';

const queue: HpaMetric = { type: 'External', name: 'queue', target: { type: 'AverageValue', value: 5 } };
const cpuAt = (value: number): HpaMetric => ({
  type: 'Resource',
  name: 'cpu',
  target: { type: 'Utilization', value },
});
const hpaOf = (...metrics: HpaMetric[]): HpaState => ({
  name: 'keda-hpa-worker',
  minReplicas: 2,
  maxReplicas: 60,
  metrics,
});

/** 40 pods that wait for a queue: 30m of CPU and 200 MiB each, with requests of 500m and 512 MiB. */
const history = aHistory({ cpu: noisy(14, 0.03), memory: noisy(14, 200 * mebibyte), pods: 40 });
const worker = (hpa: HpaState | null) =>
  aWorkload({ hpa, replicas: 40, readyReplicas: 40, containers: [aContainer('app', 0.5, 512 * mebibyte)] });
const asked = (hpa: HpaState | null) => ask(history, { workload: worker(hpa), currentReplicas: 40 });

describe('an HPA that follows neither CPU nor memory', () => {
  it.each([
    ['an external metric', queue, 'queue'],
    ['a metric of pods', { ...queue, type: 'Pod', name: 'lag' }, 'lag'],
    ['a metric of an object', { ...queue, type: 'Object', name: 'hits' }, 'hits'],
    ['a metric without a name', { ...queue, name: null }, 'another metric'],
  ] as const)('gets no replicas and keeps its bounds, and says why: %s', (_, metric, name) => {
    const advice = asked(hpaOf(metric));
    expect(advice).toMatchObject({ replicas: null, minReplicas: 2, maxReplicas: 60, scaled: null });
    expect(advice && currentFloor(advice, history)).toBeNull();
    expect(advice?.why).toContain(` No replicas are suggested, because the HPA follows ${name} and not CPU or memory.`);
    expect(advice?.unscaled).toBe(`No replicas are suggested, because the HPA follows ${name} and not CPU or memory.`);
  });

  it('names at most three metrics', () => {
    const metrics = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...queue, name }));
    expect(asked(hpaOf(...metrics.slice(0, 2)))?.why).toContain('follows a and b and not');
    expect(asked(hpaOf(...metrics))?.why).toContain('follows a, b, c and 2 more metrics and not');
  });

  it('takes both requests from their own rules', () => {
    const advice = asked(hpaOf(queue));
    expect(advice?.sized.map(({ adjustment }) => adjustment)).toEqual([null, null]);
    expect(advice?.containers[0]?.cpu).toBeLessThan(0.05);
    expect(advice?.containers[0]?.memory).toBeLessThan(300 * mebibyte);
  });

  it('suggests nothing for a target that scales only replicas', () => {
    const directions = { horizontal: true, vertical: false };
    expect(ask(history, { workload: worker(hpaOf(queue)), currentReplicas: 40, directions })).toBeNull();
  });

  it('says so if it is unknown what the HPA follows', () => {
    const advice = asked(hpaOf());
    expect(advice).toMatchObject({ replicas: null, minReplicas: 2, maxReplicas: 60 });
    expect(advice?.why).toContain('No replicas are suggested, because it is unknown what the HPA follows.');
  });

  it('does not mention replicas that are not scaled', () => {
    const directions = { horizontal: false, vertical: true };
    const advice = ask(history, { workload: worker(hpaOf(queue)), currentReplicas: 40, directions });
    expect(advice?.why).not.toContain('No replicas');
    expect(advice?.unscaled).toBeUndefined();
  });
});

describe('an HPA that follows CPU and another metric', () => {
  it('keeps its bounds and the pods that the other metric may need, and says why', () => {
    const advice = asked(hpaOf(cpuAt(70), queue));
    expect(advice).toMatchObject({ replicas: 40, minReplicas: 2, maxReplicas: 60, metric: 'cpu' });
    expect(advice?.containers[0]?.memory).toBeLessThan(300 * mebibyte);
    expect(advice?.why).toMatch(
      / The HPA also follows queue, and how many pods that needs is unknown\. Its bounds therefore stay, and no fewer pods than now are suggested\.$/,
    );
  });

  it('suggests more pods for more CPU', () => {
    const busy = aHistory({ cpu: noisy(14, 0.5), memory: noisy(14, 200 * mebibyte), pods: 40 });
    const advice = ask(busy, { workload: worker(hpaOf(cpuAt(70), queue)), currentReplicas: 40 });
    expect(advice?.replicas).toBeGreaterThan(40);
    expect(advice).toMatchObject({ minReplicas: 2, maxReplicas: 60 });
  });

  it('still has a floor from CPU, above which the HPA adds pods', () => {
    const advice = asked(hpaOf(cpuAt(70), queue));
    expect(advice && currentFloor(advice, history)).toBe(4);
    const higher = asked({ ...hpaOf(cpuAt(70), queue), minReplicas: 6 });
    expect(higher && currentFloor(higher, history)).toBe(6);
  });

  it('stays within the bounds of the HPA', () => {
    expect(asked({ ...hpaOf(cpuAt(70), queue), maxReplicas: 30 })?.replicas).toBe(30);
  });
});

describe('a DaemonSet', () => {
  const workload = { ...worker(null), kind: 'DaemonSet' };

  it('is sized for the pods that run, because it runs one on every node', () => {
    const advice = ask(history, { workload, currentReplicas: 40 });
    expect(advice).toMatchObject({ replicas: null, minReplicas: null, maxReplicas: null, scaled: null });
    expect(advice?.sized.map(({ adjustment }) => adjustment)).toEqual([null, null]);
    expect(advice?.containers[0]?.memory).toBeLessThan(300 * mebibyte);
    expect(advice?.why).toContain(' No replicas are suggested, because a DaemonSet runs one pod on every node.');
  });

  it('gets no suggestion if only its replicas are scaled', () => {
    const directions = { horizontal: true, vertical: false };
    expect(ask(history, { workload, currentReplicas: 40, directions })).toBeNull();
  });
});
