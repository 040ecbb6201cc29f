import { roundUpResource } from '@trimtab/core';
import { aContainer, aHistory, aWorkload, daily, mebibyte, noisy, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { WorkloadHistory } from '../ports/index.ts';
import { currentFloor } from './joint-suggestion.ts';
import { ask, both } from './testing/ask.ts';

const metric = (name: string, value: number) =>
  ({ type: 'Resource', name, target: { type: 'Utilization', value } }) as const;

/** Usage of ten pods: cores and mebibytes of each. */
const spread = (cpu: number, memory: number) =>
  aHistory({ cpu: noisy(14, cpu), memory: noisy(14, memory * mebibyte), pods: 10 });
const of10 = (cpuRequest: number, memoryRequest: number) => ({
  workload: aWorkload({
    replicas: 10,
    readyReplicas: 10,
    containers: [aContainer('app', cpuRequest, memoryRequest * mebibyte)],
  }),
  currentReplicas: 10,
});

// Two pods use up to 0.7 cores each, and the busiest pod uses 20 % more than that. To keep this usage at 70 % of the
// requests, a third pod would be needed.
const busy = () => aHistory({ cpu: daily(14, 0.35), memory: noisy(14, 300 * mebibyte), pods: 2 });
const sizedPods = (cpuRequest: number, cpuLimit: number | null) => ({
  workload: aWorkload({
    containers: [
      { ...aContainer('app', cpuRequest, 400 * mebibyte), limits: { cpu: cpuLimit, memory: 800 * mebibyte } },
    ],
  }),
  currentReplicas: 2,
});

describe('requests and replicas together', () => {
  it('computes replicas for pods with the suggested requests when both are scaled', () => {
    const history = aHistory({ cpu: daily(14, 0.2), memory: noisy(14, 300 * mebibyte), pods: 4 });
    const advice = ask(history, { currentReplicas: 4 });
    const advised = advice?.containers[0]?.cpu ?? 0;
    expect(advice?.scaled?.requestPerPod).toBe(advised);
    const ahead = advice?.scaled?.suggestion.floor?.expectedUsage ?? 0;
    expect((advice?.replicas ?? 0) * advised * 0.7).toBeGreaterThanOrEqual(ahead * 0.99);
  });

  it('follows the HPA metric that needs the most replicas', () => {
    const hpa = { name: 'h', minReplicas: 1, maxReplicas: 50, metrics: [metric('cpu', 80), metric('memory', 10)] };
    const advice = ask(aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) }), {
      workload: aWorkload({ hpa }),
      directions: { horizontal: true, vertical: false },
    });
    expect(advice?.metric).toBe('memory');
    expect(advice?.why).toContain('10% HPA target');
    expect(advice?.why).toContain('the HPA allows 1 to 50');
  });

  describe('under an HPA that follows CPU utilization', () => {
    const hpa = { name: 'h', minReplicas: 1, maxReplicas: 50, metrics: [metric('cpu', 70)] };
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });

    it.each([both, { horizontal: false, vertical: true }])('keeps the CPU request and says why: %o', (directions) => {
      const advice = ask(history, { workload: aWorkload({ hpa }), directions });
      expect(advice?.containers[0]?.cpu).toBe(1);
      expect(advice?.containers[0]?.memory).toBeLessThan(1024 * mebibyte);
      expect(advice?.why).toMatch(
        /CPU 1 core stays: the HPA follows its utilization \(70%\), .* Its rule alone gives [\d.]+m\. Over the last 14 days, with the replicas at that time, 1 core would never have been exceeded and would have left \d+% unused\. /,
      );
      expect(advice?.sized[0]?.adjustment).toMatchObject({ kind: 'held', by: 'hpa' });
      expect(advice?.sized[1]?.adjustment?.kind).not.toBe('held');
    });

    it('suggests a CPU request for a container without one, because the HPA needs it', () => {
      const workload = aWorkload({ hpa, containers: [aContainer('app', null, 1e9)] });
      const [cpu] = ask(history, { workload })?.sized ?? [];
      expect(cpu?.adjustment).toBeNull();
      expect(cpu?.suggestion.value).toBeGreaterThan(0.2);
    });
  });

  describe('under an HPA that follows one container', () => {
    const follows = { ...metric('cpu', 70), container: 'app' };
    const hpa = { name: 'h', minReplicas: 2, maxReplicas: 20, metrics: [follows] };
    const containers = [aContainer('app', 1, 1024 * mebibyte), aContainer('proxy', 1, 1024 * mebibyte)];
    const workload = aWorkload({ hpa, replicas: 10, readyReplicas: 10, containers });
    const memory = series(14, () => 300 * mebibyte);
    const [busyApp, idleProxy] = [series(14, () => 0.7), series(14, () => 0.05)];
    const history = aHistory(
      { cpu: series(14, () => 0.75), memory: memory.map((used) => 2 * used), pods: 10 },
      {
        containers: [
          { name: 'app', cpu: busyApp, memory },
          { name: 'proxy', cpu: idleProxy, memory },
        ],
      },
    );
    const question = { workload, currentReplicas: 10 };

    it('suggests no replicas and no other bounds, and says why', () => {
      const advice = ask(history, question);
      expect(advice).toMatchObject({ replicas: null, minReplicas: 2, maxReplicas: 20, scaled: null });
      expect(advice && currentFloor(advice, history)).toBeNull();
      expect(advice?.why).toMatch(
        / No replicas are suggested, because the HPA follows the CPU of the container app\.$/,
      );
    });

    it('suggests none either if another metric follows whole pods', () => {
      const mixed = { ...hpa, metrics: [follows, metric('memory', 80)] };
      expect(ask(history, { ...question, workload: { ...workload, hpa: mixed } })?.replicas).toBeNull();
    });

    it('keeps the request that it follows, and no request of another container', () => {
      const advice = ask(history, question);
      expect(advice?.containers.map(({ name }) => name)).toEqual(['app', 'proxy']);
      expect(advice?.containers[0]?.cpu).toBe(1);
      expect(advice?.containers[1]?.cpu).toBeLessThan(0.1);
      expect(advice?.sized[0]?.adjustment).toMatchObject({ kind: 'held', by: 'hpa', utilization: 0.7 });
    });

    it('says nothing about replicas that are not scaled', () => {
      const advice = ask(history, { ...question, directions: { horizontal: false, vertical: true } });
      expect(advice?.why).not.toContain('No replicas');
    });
  });

  it('plans the floor of the HPA from the newest samples, and none without an HPA', () => {
    const hpa = { name: 'h', minReplicas: 1, maxReplicas: 50, metrics: [metric('cpu', 70)] };
    const history = aHistory({ cpu: daily(14, 1), memory: noisy(14, 300 * mebibyte), pods: 4 });
    const later = { total: { ...history.total, cpu: history.total.cpu.map((value) => 3 * value) } };
    const advice = ask(history, { workload: aWorkload({ hpa }), currentReplicas: 4 });
    const floorOf = (samples: Pick<WorkloadHistory, 'total'>) => advice && currentFloor(advice, samples);
    expect(floorOf(history)).toBe(advice?.scaled?.suggestion.floor?.replicas);
    expect(floorOf(later)).toBeGreaterThan(2 * (floorOf(history) ?? 0));
    const alone = ask(history, { currentReplicas: 4 });
    expect(alone && currentFloor(alone, history)).toBeNull();
  });

  it('raises memory after a kill although the HPA follows memory utilization', () => {
    const hpa = { name: 'h', minReplicas: 2, maxReplicas: 50, metrics: [metric('memory', 80)] };
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const workload = aWorkload({ hpa, containers: [aContainer('app', 1, 400 * mebibyte)] });
    const killed = { ...usage, outOfMemory: [{ container: 'app', at: now - 60_000, limitBytes: 400 * mebibyte }] };
    expect(ask(usage, { workload })?.containers[0]?.memory).toBe(400 * mebibyte);
    expect(ask(killed, { workload })?.containers[0]?.memory).toBeGreaterThanOrEqual(500 * mebibyte);
  });

  describe('without an HPA', () => {
    it('keeps the CPU request, and gives fewer pods the memory of those that are removed', () => {
      const advice = ask(spread(0.2, 300), of10(1, 400));
      const { cpu = null, memory = null } = advice?.containers[0] ?? {};
      const pods = advice?.replicas ?? 0;
      expect(cpu).toBe(1);
      expect(pods).toBeLessThan(6);
      expect(pods * (memory ?? 0) * 0.9).toBeGreaterThanOrEqual(10 * 300 * 1.2 * mebibyte * (1 - 1e-9));
      expect(advice?.why).toMatch(
        /Memory [\d.]+[MG] \(\d+Mi\), so that \d pods carry the [\d.]+G \([\d.]+Mi\) of all pods at 90% of their requests\./,
      );
    });

    it('raises a CPU request that is too small rather than adding a pod, with its memory, for each part of the load', () => {
      const advice = ask(spread(1, 300), of10(0.25, 400));
      const [cpu] = advice?.sized ?? [];
      expect(cpu?.adjustment).toBeNull();
      expect(advice?.containers[0]?.cpu).toBeGreaterThan(1);
      expect(advice?.scaled?.requestPerPod).toBe(advice?.containers[0]?.cpu);
      expect(advice?.replicas).toBeLessThan(20);
    });

    it('keeps a CPU request that is less than a tenth too small', () => {
      const [cpu] = ask(spread(1, 300), of10(1.25, 400))?.sized ?? [];
      expect(cpu?.adjustment).toMatchObject({ kind: 'held', ruled: expect.closeTo(1.3, 1) });
    });

    it('keeps the replicas that the memory needs if requests are not scaled', () => {
      const advice = ask(spread(0.2, 300), { ...of10(1, 400), directions: { horizontal: true, vertical: false } });
      expect(advice?.replicas).toBeGreaterThanOrEqual((10 * 300) / (400 * 0.9));
      expect(advice?.why).toContain('fewer would use more than 90% of their memory requests');
    });

    it('gives back CPU that the least replicas do not need', () => {
      const advice = ask(spread(0.01, 300), of10(4, 400));
      expect(advice?.replicas).toBe(2);
      const highest = spread(0.01, 300).total.cpu.reduce((most, value) => Math.max(most, value), 0);
      expect(advice?.containers[0]?.cpu).toBe(roundUpResource('cpu', highest / (2 * 0.7)));
    });

    it('does not add a second pod to one, and names the inputs of the number of pods', () => {
      const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte), pods: 1 });
      const advice = ask(history, { currentReplicas: 1 });
      expect(advice?.replicas).toBe(1);
      expect(advice?.why).toMatch(
        /Replicas 1: .*; the newest usage, [\d.]+m at 70% ± a tenth, needed 1, and 1 was running; .*; this mode does not add a second pod to one\.$/,
      );
    });

    describe('with CPU requests that are sized for the pods that run', () => {
      it.each([
        ['a request that follows its rule', 0.72],
        ['a request that is raised to its rule', 0.4],
      ])('adds no pod beside %s, and says why', (_, request) => {
        const advice = ask(busy(), sizedPods(request, null));
        expect(advice?.containers[0]?.cpu).toBeCloseTo(0.72, 1);
        expect(advice?.replicas).toBe(2);
        expect(advice?.scaled?.suggestion).toMatchObject({ target: 1, reactive: expect.any(Number) });
        expect(advice?.why).toMatch(
          /per pod × 100% ± a tenth, because the requests are sized for the pods that run\) needs 2; .* at 100% ± a tenth, needed \d, and 2 were running; /,
        );
      });

      it('adds pods if the CPU limit held the containers back, because then they need more than they used', () => {
        expect(ask(busy(), sizedPods(0.72, 0.75))?.replicas).toBe(3);
      });

      it('adds pods if the limits are unknown, and if requests are not scaled', () => {
        const unknown = aWorkload({ containers: [aContainer('app', 0.72, 400 * mebibyte)] });
        expect(ask(busy(), { workload: unknown })?.replicas).toBe(3);
        const directions = { horizontal: true, vertical: false };
        expect(ask(busy(), { ...sizedPods(0.72, null), directions })?.replicas).toBeGreaterThan(2);
      });

      it('adds pods for more usage than the requests of those that run', () => {
        const history = busy();
        const total = { ...history.total, cpu: history.total.cpu.map((used) => used * 1.5) };
        expect(ask({ ...history, total }, sizedPods(0.72, null))?.replicas).toBeGreaterThan(2);
      });
    });

    it('names the rule of CPU alone if the rule is more than the least replicas need', () => {
      const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte), pods: 1 });
      const advice = ask(history, { currentReplicas: 2 });
      const [cpu] = advice?.sized ?? [];
      expect(cpu?.suggestion.value).toBeLessThan(1);
      expect(cpu?.adjustment).toBeNull();
      expect(advice?.why).toMatch(/^Balanced: CPU [\d.]+m, rounded up: over the last 14 days the mean cost /);
    });
  });
});
