import { type LimitPolicy, roundUpResource } from '@trimtab/core';
import { aContainer, aHistory, aWorkload, daily, mebibyte, noisy, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { WorkloadHistory } from '../ports/index.ts';
import { binsPerDay } from './bins.ts';
import { currentFloor } from './joint-suggestion.ts';
import { historyHours, recommend } from './recommend.ts';

const both = { horizontal: true, vertical: true };
const ask = (history: WorkloadHistory, changes: Partial<Parameters<typeof recommend>[0]> = {}) =>
  recommend({ history, workload: aWorkload(), currentReplicas: 2, mode: 'balanced', directions: both, ...changes });

const metric = (name: string, value: number) =>
  ({ type: 'Resource', name, target: { type: 'Utilization', value } }) as const;

/** Fourteen days with samples only in the last bins. */
const young = (bins: number) => series(14, (bin) => (bin < 14 * binsPerDay - bins ? Number.NaN : 0.2));

const of = (bins: number) => aHistory({ cpu: young(bins), memory: young(bins).map((value) => value * 1e9) });

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

// Two pods use up to 0.7 cores each, and the busiest uses a fifth more. Keeping this usage at 70 % of the requests
// would need a third pod.
const busy = () => aHistory({ cpu: daily(14, 0.35), memory: noisy(14, 300 * mebibyte), pods: 2 });
const sizedPods = (cpuRequest: number, cpuLimit: number | null) => ({
  workload: aWorkload({
    containers: [
      { ...aContainer('app', cpuRequest, 400 * mebibyte), limits: { cpu: cpuLimit, memory: 800 * mebibyte } },
    ],
  }),
  currentReplicas: 2,
});

describe('recommend', () => {
  it('sizes every container of the template and explains it with figures', () => {
    const advice = ask(aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) }), {
      directions: { horizontal: false, vertical: true },
    });
    const [app] = advice?.containers ?? [];
    expect(app?.cpu).toBeGreaterThan(0.2);
    expect(app?.memory).toBeGreaterThan(300 * mebibyte);
    expect(advice?.replicas).toBeNull();
    expect(advice?.why).toMatch(
      /^Balanced: CPU \d+(\.\d)?m: over the last 14 days no fixed request would have cost over 1% less \(recent days count more; an hour above it costs 3\.5 unused hours\)\. It would (never have been exceeded and would have|have been exceeded \S+% of the time and) left \d+% unused; the request at that time, 1 core, would never have been exceeded and would have left \d+% unused\. Memory [\d.]+M \(\d+Mi\) = [\d.]+ × [\d.]+M \([\d.]+Mi\), (the highest of the last 14 days|below which 98% of recent memory use lay)\. Of 28 such rules, replayed day by day, none would have cost less \(a day above it costs 3 unused days\)\. Over the last 14 days, [\d.]+M would (never have been exceeded|have been exceeded on \d of 14 days) /,
    );
  });

  it('suggests a CPU request that two decimals show exactly', () => {
    const advice = ask(aHistory({ cpu: series(14, () => 1.2034), memory: noisy(14, 300 * mebibyte) }), {
      directions: { horizontal: false, vertical: true },
    });
    const millicores = Math.round((advice?.containers[0]?.cpu ?? 0) * 1000);
    expect(millicores).toBeGreaterThan(1000);
    expect(millicores % 10).toBe(0);
  });

  it('says once what applies to the whole pod', () => {
    const bare = { ...aContainer('app', null, null), limits: { cpu: null, memory: null } };
    const why = ask(aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) }), {
      workload: aWorkload({ containers: [bare] }),
      directions: { horizontal: false, vertical: true },
    })?.why;
    expect(why?.split('setting them makes it Burstable')).toHaveLength(2);
  });

  it('counts one unused day in the singular', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const directions = { horizontal: false, vertical: true };
    expect(ask(history, { mode: 'cost_savings', directions })?.why).toContain('costs 1 unused day)');
  });

  it.each([
    [
      'floor',
      series(14, () => 0.004),
      /CPU 10m, the minimum suggestion; the cheapest fixed request \(within 1%\), 4\.\dm, would be less\. Over the last 14 days, 10m would never have been exceeded and would have left 60% unused;/,
    ],
    [
      'last hour',
      series(14, (bin) => (bin >= 14 * binsPerDay - 12 ? 2 : 0.1)),
      /CPU 2\.2 cores = 1\.1 × 2 cores, the median of the last hour; the cheapest fixed request \(within 1%\), \d+(\.\d)?m, would be less\. Over the last 14 days, 2\.2 cores would never have been exceeded and would have left 95% unused;/,
    ],
  ])('explains the bound that decides, with the figures of the suggested value: %s', (_, cpu, sentence) => {
    const history = aHistory({ cpu, memory: noisy(14, 300 * mebibyte) });
    expect(ask(history, { directions: { horizontal: false, vertical: true } })?.why).toMatch(sentence);
  });

  it('sizes a workload that runs five hours a day', () => {
    const cpu = series(14, (bin) => (bin % binsPerDay < 60 && bin >= 11 * binsPerDay ? 0.2 : Number.NaN));
    const directions = { horizontal: false, vertical: true };
    const advice = ask(aHistory({ cpu, memory: cpu.map((used) => used * 1e9) }), { directions });
    expect(advice?.containers[0]?.cpu).toBeGreaterThan(0.2);
    expect(advice?.containers[0]?.memory).toBeGreaterThan(0.2e9);
    expect(advice?.why).toContain('over the 3 days with samples no fixed request would have cost over 1% less');
  });

  it('respects the directions of the target', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const horizontal = ask(history, { directions: { horizontal: true, vertical: false } });
    expect(horizontal?.containers).toEqual([]);
    expect(horizontal?.replicas).toBeGreaterThanOrEqual(2);
    expect(horizontal?.why).toContain('Replicas ');
    expect(ask(history, { directions: { horizontal: false, vertical: false } })).toBeNull();
  });

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

  describe('with a burst of memory each week', () => {
    // The burst takes fifty minutes.
    const memory = series(14, (bin) => (bin % (7 * binsPerDay) < 10 ? 8_192 : 1_000) * mebibyte);
    const history = aHistory({ cpu: noisy(14, 0.2), memory });
    const settledMemory = (limitPolicy: LimitPolicy, cpu: number, memoryRequest: number) => {
      const limits = { cpu: 1, memory: 10_240 * mebibyte };
      const containers = [{ ...aContainer('app', cpu, memoryRequest * mebibyte), limits }];
      const directions = { horizontal: false, vertical: true };
      const advice = ask(history, { workload: aWorkload({ containers }), directions, limitPolicy });
      const settled = advice?.sized[1]?.settled;
      return {
        ...settled,
        why: advice?.why,
        inMebibytes: [settled?.request, settled?.limit].map((amount) => (amount ?? 0) / mebibyte),
      };
    };
    // 1.05 × 8,192 MiB.
    const seen = 8_602;

    it.each(['equal', 'ratio'] as const)('%s does not lower the limit below the burst, and says so', (policy) => {
      const { inMebibytes, reasons, bounds } = settledMemory(policy, 0.5, 9_000);
      expect(inMebibytes).toEqual([expect.toSatisfy((request) => request < 2_000), seen]);
      expect(reasons).toEqual([
        expect.stringMatching(
          /^The limit does not fall to [\d.]+G, because up to 8\.59G were used in the last 14 days\.$/,
        ),
      ]);
      expect(bounds).toEqual([]);
    });

    it('a Guaranteed pod does not get a request below the burst, because its limit would fall with it', () => {
      const { inMebibytes, why } = settledMemory('keep', 1, 10_240);
      expect(inMebibytes).toEqual([seen, seen]);
      expect(why).toMatch(
        /Memory 9\.02G \(8602Mi\)\. The limit must equal the request, and up to 8\.59G were used in the last 14 days\. Without that it would be 1\.\d+G/,
      );
    });
  });

  it('raises memory after a kill although the HPA follows memory utilization', () => {
    const hpa = { name: 'h', minReplicas: 2, maxReplicas: 50, metrics: [metric('memory', 80)] };
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const workload = aWorkload({ hpa, containers: [aContainer('app', 1, 400 * mebibyte)] });
    const killed = { ...usage, outOfMemory: [{ container: 'app', at: now - 60_000, limitBytes: 400 * mebibyte }] };
    expect(ask(usage, { workload })?.containers[0]?.memory).toBe(400 * mebibyte);
    expect(ask(killed, { workload })?.containers[0]?.memory).toBeGreaterThanOrEqual(500 * mebibyte);
  });

  it.each([240, 3_411, 61_000])('gives the memory of the rule exactly enough to repeat it, for %i MiB', (size) => {
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, size * mebibyte) });
    const said = /Memory [\d.]+[MG] \((\d+)Mi\) = ([\d.]+) × [\d.]+[MG] \(([\d.]+)Mi\), /.exec(ask(usage)?.why ?? '');
    const [advised = 0, multiplier = 0, statistic = 0] = (said ?? []).slice(1).map(Number);
    expect(advised).toBeGreaterThan(size);
    expect(Math.ceil(multiplier * statistic)).toBe(advised);
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
      expect(advice?.why).toMatch(/^Balanced: CPU [\d.]+m: over the last 14 days no fixed request/);
    });
  });

  it('has no suggestion with less than a day of samples', () => {
    expect(historyHours(of(287))).toBeCloseTo(23.9, 1);
    expect(ask(of(287))).toBeNull();
    expect(ask(of(288))).not.toBeNull();
    expect(ask(of(0))).toBeNull();
    expect(historyHours(of(0))).toBeNull();
  });

  it('leaves out new containers and removed ones', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const workload = aWorkload({ containers: [aContainer('app', 1, 1e9), aContainer('constructor', 1, 1e9)] });
    const advice = ask(history, { workload });
    expect(advice?.containers[1]).toEqual({ name: 'constructor', cpu: null, memory: null });
    expect(
      ask(history, {
        workload: aWorkload({ containers: [aContainer('other', 1, 1e9)] }),
        directions: { horizontal: false, vertical: true },
      }),
    ).toBeNull();
  });

  it('raises memory immediately after an out-of-memory kill, and names the limit', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const killed = { ...history, outOfMemory: [{ container: 'app', at: now - 60_000, limitBytes: 400 * mebibyte }] };
    const advice = ask(killed);
    expect(advice?.containers[0]?.memory).toBeGreaterThanOrEqual(500 * mebibyte);
    expect(ask(history)?.containers[0]?.memory).toBeLessThan(500 * mebibyte);
    const old = { container: 'app', at: now - 10 * 86_400_000, limitBytes: 460 * mebibyte };
    const [, memory] = ask({ ...killed, outOfMemory: [old, ...killed.outOfMemory] })?.sized ?? [];
    expect(memory?.kills).toEqual([
      expect.objectContaining({ limitBytes: 460 * mebibyte, recent: false }),
      expect.objectContaining({ limitBytes: 400 * mebibyte, recent: true }),
    ]);
  });

  it('names kills that do not decide', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const why = (...kills: readonly (readonly [daysAgo: number, limitMiB: number])[]) =>
      ask({
        ...history,
        outOfMemory: kills.map(([days, limit]) => ({
          container: 'app',
          at: now - days * 86_400_000,
          limitBytes: limit * mebibyte,
        })),
      })?.why;
    const twice = 'It was killed for lack of memory 2 times in the last 14 days, which alone asks for 209.7M.';
    expect(why([9, 100], [2, 100])).toContain(twice);
    expect(why([9, 400])).toContain(
      'It was killed for lack of memory once in the last 14 days, but not within a week, so that this does not raise the request.',
    );
    expect(why([1, 400])).not.toContain('It was killed for lack of memory');
    expect(ask(history)?.why).not.toContain('killed');
  });

  it('counts a kill against the current request, and not as usage', () => {
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 100 * mebibyte) });
    const at = now - 8 * 86_400_000;
    const history = { ...usage, outOfMemory: [{ container: 'app', at, limitBytes: 256 * mebibyte }] };
    const workload = aWorkload({ containers: [aContainer('app', 1, 128 * mebibyte)] });
    const [, memory] = ask(history, { workload })?.sized ?? [];
    expect(memory?.current?.replay.daysOver).toBe(1);
    expect(memory?.suggestion.value).toBe(ask(usage, { workload })?.sized[1]?.suggestion.value);
  });

  it('replays the current request on the same days as the suggested one', () => {
    for (const history of [of(binsPerDay), aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) })]) {
      for (const { suggestion, current } of ask(history)?.sized ?? []) {
        expect(current?.replay.days).toBe(suggestion.observed.days);
      }
    }
    expect(ask(of(binsPerDay))?.why).toContain(
      'With one day of samples, the results of such rules on other workloads decided.',
    );
  });

  it('names the containers when there are several, and missing requests', () => {
    const one = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const [app] = one.containers;
    const history = { ...one, containers: app === undefined ? [] : [app, { ...app, name: 'proxy' }] };
    const workload = aWorkload({ containers: [aContainer('app', null, 1e9), aContainer('proxy', 1, 1e9)] });
    const why = ask(history, { workload, directions: { horizontal: false, vertical: true } })?.why;
    expect(why).toContain('app CPU ');
    expect(why).toContain('no request was set.');
    expect(why).toContain('proxy memory ');
  });

  it('is a pure function', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    expect(ask(history)).toEqual(ask(history));
  });
});
