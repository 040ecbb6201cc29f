import { bursty, daily, noisy, rarelyBusy, seeded, series } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { leastCostRequest } from './vertical-cpu.ts';

/** The definition of the cost in docs/recommender.md, without buckets. */
function costOf(usage: Float64Array, request: number, lambda: number) {
  let [weights, unused, above, workAbove] = [0, 0, 0, 0];
  for (let end = usage.length; end > Math.max(0, usage.length - 14 * binsPerDay); end -= binsPerDay) {
    const start = Math.max(0, end - binsPerDay);
    const known = usage.subarray(start, end).filter((used) => !Number.isNaN(used));
    const mean = known.reduce((sum, used) => sum + used, 0) / known.length;
    for (let bin = start; bin < end; bin++) {
      const used = usage[bin] ?? Number.NaN;
      if (Number.isNaN(used)) continue;
      const weight = 2 ** (-(usage.length - 1 - bin) / (2 * binsPerDay));
      weights += weight;
      unused += (weight * Math.max(request - used, 0)) / request;
      if (used <= request) continue;
      above += weight;
      workAbove += (weight * (used - request)) / mean;
    }
  }
  const slack = unused / weights;
  const over = (above + workAbove) / weights;
  return { slack, over, cost: slack + lambda * over };
}

function meanCostNear(usage: Float64Array, request: number, lambda: number): number {
  const near = Array.from({ length: 41 }, (_, index) => request * 1.03 ** (index / 20 - 1));
  return near.reduce((sum, one) => sum + costOf(usage, one, lambda).cost, 0) / near.length;
}

describe('leastCostRequest', () => {
  const histories: readonly (readonly [string, Float64Array])[] = [
    ['a daily cycle', daily(14, 1)],
    ['noise', noisy(14, 0.2)],
    ['bursts', bursty(14, 0.1, 3)],
    ['rare bursts', rarelyBusy(14, 3)],
    ['gaps', noisy(9, 2).map((used, bin) => (bin % 7 < 3 ? Number.NaN : used))],
  ];

  it.each(histories)('costs at most 1 % more than every other fixed request for %s', (_, history) => {
    const usage = history.subarray(history.length - 2 * binsPerDay);
    const value = leastCostRequest(usage, 4)?.value ?? 0;
    const cost = meanCostNear(usage, value, 4);
    for (let other = value / 4; other < 4 * value; other *= 1.05) {
      // The method averages over the ends of buckets, and this test over even steps.
      expect(cost).toBeLessThan(1.03 * meanCostNear(usage, other, 4));
    }
  });

  it.each(histories)('is the highest request near the cheapest that costs about the same for %s', (_, history) => {
    const usage = history.subarray(history.length - 2 * binsPerDay);
    const value = leastCostRequest(usage, 4)?.value ?? 0;
    const near = Array.from({ length: 41 }, (_step, index) => value * 1.01 ** (index - 20));
    const costs = near.map((request) => meanCostNear(usage, request, 4));
    const least = Math.min(...costs);
    const cheapest = near[costs.indexOf(least)] ?? 0;
    expect(value / cheapest).toBeGreaterThanOrEqual(0.99);
    expect(value / cheapest).toBeLessThan(1.12);
    const higher = costs.filter((_cost, index) => {
      const request = near[index] ?? 0;
      return request > 1.01 * value && request < 1.08 * cheapest;
    });
    expect(Math.min(...higher)).toBeGreaterThan(1.005 * least);
  });

  it.each(histories)('returns the figures of the cost for %s', (_, usage) => {
    const least = leastCostRequest(usage, 4);
    const { slack, over } = costOf(usage, least?.value ?? 0, 4);
    expect(least?.slack).toBeCloseTo(slack, 9);
    expect(least?.over).toBeCloseTo(over, 9);
  });

  it('is never far above the highest usage', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 1, max: 100, noNaN: true }), (seed, lambda) => {
        const random = seeded(seed);
        const usage = series(1 + 6 * random(), () => random() ** 8);
        expect(leastCostRequest(usage, lambda)?.value).toBeLessThan(1.14 * Math.max(...usage));
      }),
      { numRuns: 40 },
    );
  });

  it('forgets what is older than 14 days', () => {
    const usage = series(20, (bin) => (bin < 6 * binsPerDay ? 50 : 1));
    expect(leastCostRequest(usage, 20)?.value).toBeLessThan(1.1);
  });

  it('does not depend on earlier calls', () => {
    const first = leastCostRequest(noisy(14, 0.2), 4);
    leastCostRequest(bursty(14, 0.1, 30), 4);
    expect(leastCostRequest(noisy(14, 0.2), 4)).toEqual(first);
    expect(leastCostRequest(new Float64Array(300).fill(Number.NaN), 4)).toBeNull();
  });
});
