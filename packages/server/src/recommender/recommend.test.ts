import type { LimitPolicy } from '@trimtab/core';
import { aContainer, aHistory, aWorkload, mebibyte, noisy, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { historyHours } from './recommend.ts';
import { ask } from './testing/ask.ts';

/** Fourteen days with samples only in the last bins. */
const young = (bins: number) => series(14, (bin) => (bin < 14 * binsPerDay - bins ? Number.NaN : 0.2));

const of = (bins: number) => aHistory({ cpu: young(bins), memory: young(bins).map((value) => value * 1e9) });

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
      /^Balanced: CPU \d+(\.\d)?m, rounded up: over the last 14 days the mean cost of requests within 3% of it was at most 1% above the lowest \(recent days count more; an hour above it costs 3\.5 unused hours\)\. It would (never have been exceeded and would have|have been exceeded \S+% of the time and) left \d+% unused; the request at that time, 1 core, would never have been exceeded and would have left \d+% unused\. Memory [\d.]+M \(\d+Mi\) = [\d.]+ × [\d.]+M \([\d.]+Mi\), (the highest of the last 14 days|below which 98% of recent memory use lay)\. Of 28 such rules, replayed day by day, none would have cost less \(a day above it costs 3 unused days\)\. Over the last 14 days, [\d.]+M would (never have been exceeded|have been exceeded on \d of 14 days) /,
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
      /CPU 10m, the minimum suggestion; the request of its rule, 4\.\dm, would be less\. Over the last 14 days, 10m would never have been exceeded and would have left 60% unused;/,
    ],
    [
      'last hour',
      series(14, (bin) => (bin >= 14 * binsPerDay - 12 ? 2 : 0.1)),
      /CPU 2\.2 cores = 1\.1 × 2 cores, the median of the last hour; the request of its rule, \d+(\.\d)?m, would be less\. Over the last 14 days, 2\.2 cores would never have been exceeded and would have left 95% unused;/,
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
    expect(advice?.why).toContain(
      'over the 3 days with samples the mean cost of requests within 3% of it was at most 1% above the lowest',
    );
    expect(advice?.why).toMatch(/Memory .* = 1\.\d+ × 200M \([\d.]+Mi\), the highest of the 3 days with samples\./);
  });

  it('respects the directions of the target', () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const horizontal = ask(history, { directions: { horizontal: true, vertical: false } });
    expect(horizontal?.containers).toEqual([]);
    expect(horizontal?.replicas).toBeGreaterThanOrEqual(2);
    expect(horizontal?.why).toContain('Replicas ');
    expect(ask(history, { directions: { horizontal: false, vertical: false } })).toBeNull();
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

  it.each([240, 3_411, 61_000])('gives the memory of the rule exactly enough to repeat it, for %i MiB', (size) => {
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, size * mebibyte) });
    const said = /Memory [\d.]+[MG] \((\d+)Mi\) = ([\d.]+) × [\d.]+[MG] \(([\d.]+)Mi\), /.exec(ask(usage)?.why ?? '');
    const [advised = 0, multiplier = 0, statistic = 0] = (said ?? []).slice(1).map(Number);
    expect(advised).toBeGreaterThan(size);
    expect(Math.ceil(multiplier * statistic)).toBe(advised);
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
    const twice =
      'It was killed for lack of memory 2 times in the last 14 days, which alone needs a request of 209.7M.';
    expect(why([9, 100], [2, 100])).toContain(twice);
    expect(why([9, 400])).toContain(
      'It was killed for lack of memory once in the last 14 days, but not in the last week, so the kill no longer raises the request.',
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

  it('does not say that a request was never exceeded on whose days the container was killed', () => {
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: series(14, () => 150 * mebibyte) });
    const at = now - 9 * 86_400_000;
    const history = { ...usage, outOfMemory: [{ container: 'app', at, limitBytes: 300 * mebibyte }] };
    const workload = aWorkload({ containers: [aContainer('app', 1, 300 * mebibyte)] });
    const why = ask(history, { workload, directions: { horizontal: false, vertical: true } })?.why;
    expect(why).toMatch(
      /M would have been exceeded on 1 of 14 days and left \d+% unused; the request at that time, 314\.6M, would have been exceeded on 1 of 14 days and left 50% unused\. It was killed for lack of memory once/,
    );
  });

  it('replays the current request on the same days as the suggested one', () => {
    for (const history of [of(binsPerDay), aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) })]) {
      for (const { suggestion, current } of ask(history)?.sized ?? []) {
        expect(current?.replay.days).toBe(suggestion.observed.days);
      }
    }
    expect(ask(of(binsPerDay))?.why).toContain(
      'No day could be replayed yet: the results of such rules on other workloads decided.',
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
