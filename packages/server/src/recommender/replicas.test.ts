import type { ModelMode } from '@trimtab/core';
import { daily, noisy, seeded, series } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { neededReplicas, reactiveReplicas, replicaFloor, suggestReplicas } from './replicas.ts';

const base = { mode: 'balanced', requestPerPod: 0.5, currentReplicas: 4, hpa: null } as const;

describe('reactiveReplicas', () => {
  it.each([
    [2, 1, 0.5, 2, 4],
    [1.05, 1, 0.5, 2, 2],
    [1.2, 1, 0.5, 2, 3],
    [0, 1, 0.5, 4, 1],
    [3, 1, 0.5, 0, 6],
  ])('follows the rule of the HPA: usage %d, %d per pod at %d, from %i to %i', (usage, request, target, from, to) => {
    expect(reactiveReplicas(usage, request, target, from)).toBe(to);
  });
});

describe('replicaFloor', () => {
  const hpa = { target: 0.7, minReplicas: 1, maxReplicas: 50 };
  const usage = daily(14, 4).subarray(0, 13.1 * binsPerDay);
  const question = { mode: 'balanced', requestPerPod: 0.5, usage, hpa } as const;

  it('carries the next ten minutes under an HPA, and the coming hour without one', () => {
    const shortly = replicaFloor(question)?.expectedUsage ?? 0;
    expect(shortly).toBeGreaterThanOrEqual(usage.at(-1) ?? 0);
    expect(replicaFloor({ ...question, hpa: null })?.expectedUsage).toBeGreaterThan(shortly);
  });

  it('is the floor of the suggestion', () => {
    expect(suggestReplicas({ ...question, currentReplicas: 4 })?.floor).toEqual(replicaFloor(question));
  });

  it('stays above the minimum of the mode and below the maximum of the HPA', () => {
    const idle = replicaFloor({ ...question, usage: series(14, () => 0) });
    expect(idle).toMatchObject({ needed: 0, replicas: 2 });
    const bounded = replicaFloor({ ...question, hpa: { ...hpa, maxReplicas: 3 } });
    expect(bounded?.replicas).toBe(3);
    expect(bounded?.needed).toBeGreaterThan(3);
  });

  it('needs past forecasts to know its errors', () => {
    expect(replicaFloor({ ...question, usage: series(0.1, () => 1) })).toBeNull();
  });
});

describe('neededReplicas', () => {
  it('carries the usage at the target, with at least one replica', () => {
    expect(neededReplicas(3.2, 2, 0.5, null)).toBe(4);
    expect(neededReplicas(0, 2, 0.5, null)).toBe(1);
  });

  it('stays within the bounds of the HPA', () => {
    const bounds = { minReplicas: 2, maxReplicas: 3 };
    expect(neededReplicas(0, 2, 0.5, bounds)).toBe(2);
    expect(neededReplicas(9, 2, 0.5, bounds)).toBe(3);
  });
});

describe('suggestReplicas', () => {
  it('plans for the forecast load, not the current one', () => {
    // Usage rises steeply at the end: a quarter of a day after the middle.
    const rising = daily(14, 4).subarray(0, 13.05 * binsPerDay);
    const said = suggestReplicas({ ...base, usage: rising });
    const now = rising.at(-1) ?? 0;
    expect(said?.floor?.needed).toBeGreaterThanOrEqual(Math.ceil(now / (0.5 * 0.7)));
    expect(said?.suggested).toBeGreaterThanOrEqual(said?.floor?.needed ?? 0);
    expect(said?.floor?.expectedUsage).toBeGreaterThan(now);
  });

  it('without an HPA also carries the busiest time of the last week', () => {
    // Five busy days and two quiet ones. The current time is the evening of the second quiet day.
    const shape = daily(1, 4);
    const usage = series(
      14,
      (bin) => (shape[bin % binsPerDay] ?? 0) * (Math.floor(bin / binsPerDay) % 7 < 5 ? 1 : 0.3),
    );
    const highest = Math.max(...shape);
    const alone = suggestReplicas({ ...base, mode: 'max_assurance', usage });
    const needed = Math.ceil(highest / (0.5 * 0.7));
    expect(alone?.lastWeek).toEqual({ quantile: 1, usage: highest, needed, hours: 168 });
    expect(alone?.suggested).toBe(alone?.lastWeek?.needed);
    const scaled = suggestReplicas({
      ...base,
      mode: 'max_assurance',
      usage,
      hpa: { target: 0.7, minReplicas: 1, maxReplicas: 50 },
    });
    expect(scaled?.lastWeek).toBeNull();
    expect(scaled?.suggested).toBeLessThan(alone?.suggested ?? 0);
  });

  it('says how much of the last week has samples', () => {
    const usage = series(14, (bin) => (bin < 12.5 * binsPerDay ? Number.NaN : 1));
    expect(suggestReplicas({ ...base, usage })?.lastWeek).toEqual({ quantile: 0.99, usage: 1, needed: 3, hours: 36 });
  });

  it('does not carry a rare peak all week, except in the safest mode', () => {
    // Fifty minutes in a week.
    const usage = series(14, (bin) => (bin % (7 * binsPerDay) < 10 ? 10 : 1));
    const at = (mode: ModelMode) => suggestReplicas({ ...base, mode, usage })?.suggested;
    expect([at('cost_savings'), at('balanced'), at('max_assurance')]).toEqual([3, 3, 29]);
  });

  it('stays within the bounds of the HPA and follows its target', () => {
    const usage = noisy(14, 4);
    const bounded = suggestReplicas({ ...base, usage, hpa: { target: 0.5, minReplicas: 2, maxReplicas: 6 } });
    expect(bounded).toMatchObject({ suggested: 6, maxReplicas: 6, target: 0.5 });
    const idle = suggestReplicas({
      ...base,
      usage: series(14, () => 0),
      hpa: { target: 0.5, minReplicas: 3, maxReplicas: 6 },
    });
    expect(idle).toMatchObject({ suggested: 3, minReplicas: 3 });
  });

  it('does not suggest fewer replicas in a safer mode', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seeded(seed);
        const usage = series(3, () => 5 * random());
        const at = (mode: ModelMode) => suggestReplicas({ ...base, mode, usage })?.floor?.needed ?? 0;
        expect(at('balanced')).toBeGreaterThanOrEqual(at('cost_savings'));
        expect(at('max_assurance')).toBeGreaterThanOrEqual(at('balanced'));
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
  ])('does not add a second pod to one without an HPA: %i idle pods become %i', (currentReplicas, suggested) => {
    const idle = { ...base, usage: series(14, () => 0.01), currentReplicas };
    const inputs = { leastReplicas: suggested, newestUsage: 0.01, lowUsage: 0.01, highestUsage: 0.01 };
    expect(suggestReplicas(idle)).toMatchObject({ suggested, minReplicas: suggested, inputs });
    const hpa = { target: 0.7, minReplicas: 1, maxReplicas: 9 };
    expect(suggestReplicas({ ...idle, hpa })).toMatchObject({ suggested: 2, minReplicas: 2 });
  });

  it('keeps minimum, suggestion and maximum in order', () => {
    const bounds = fc.constantFrom(null, { target: 0.7, minReplicas: 2, maxReplicas: 30 });
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 50 }),
        bounds,
        fc.boolean(),
        (seed, currentReplicas, hpa, hasSizedRequests) => {
          const random = seeded(seed);
          const top = 100 * random();
          const usage = series(2, () => (random() < 0.1 ? Number.NaN : top * random()));
          const said = suggestReplicas({ ...base, usage, currentReplicas, hpa, hasSizedRequests });
          if (said === null) return;
          expect(said.minReplicas).toBeLessThanOrEqual(said.suggested);
          expect(said.suggested).toBeLessThanOrEqual(said.maxReplicas);
          expect(said.suggested).toBeGreaterThanOrEqual(1);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each([
    ['without an HPA', null, true],
    ['under an HPA', { target: 1, minReplicas: 1, maxReplicas: 50 }, false],
  ])('keeps the minimum at the suggestion if the load has just fallen, %s', (_, hpa, hasSizedRequests) => {
    // Last week, eleven pods used 98 % of their requests. For six hours, ten pods have used 90 %.
    const usage = series(14, (bin) => 0.5 * (bin < 13.75 * binsPerDay ? 11 * 0.98 : 10 * 0.9));
    const said = suggestReplicas({ ...base, usage, currentReplicas: 10, hpa, hasSizedRequests });
    expect(said).toMatchObject({ suggested: 10, minReplicas: 10 });
  });

  it('has no suggestion without a sample in the last hour or without a request', () => {
    const stopped = series(2, (bin) => (bin > 2 * binsPerDay - 13 ? Number.NaN : 1));
    expect(suggestReplicas({ ...base, usage: stopped })).toBeNull();
    expect(suggestReplicas({ ...base, usage: series(2, () => 1), requestPerPod: 0 })).toBeNull();
  });
});
