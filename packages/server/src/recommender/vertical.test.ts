import { bursty, daily, noisy, rarelyBusy, seeded, series } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { replayRequest } from './observed-replay.ts';
import { suggestVertical, usageDays } from './vertical.ts';
import { type ModelMode, type Resource, requestFloor } from './vertical-rules.ts';

const mib = 2 ** 20;
const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];
const size = (usage: Float64Array, resource: Resource = 'cpu', mode: ModelMode = 'balanced') =>
  suggestVertical({ resource, mode, usage });

describe('suggestVertical', () => {
  it.each([
    ['cpu', 0.4],
    ['memory', 700 * mib],
  ] as const)('gives constant %s little more than what is used', (resource, level) => {
    const value =
      size(
        series(14, () => level),
        resource,
      )?.value ?? 0;
    expect(value).toBeGreaterThanOrEqual(level);
    expect(value).toBeLessThanOrEqual(1.2 * level);
  });

  it.each(['cpu', 'memory'] as const)(
    'never goes below the floor of %s, not even for an idle container',
    (resource) => {
      expect(
        size(
          series(14, () => 0),
          resource,
        ),
      ).toMatchObject({ value: requestFloor[resource], clamp: 'floor' });
    },
  );

  it('has no suggestion without a day of samples', () => {
    expect(size(series(0.99, () => 1))).toBeNull();
    expect(size(series(0.2, () => 1))).toBeNull();
    expect(size(series(14, () => Number.NaN))).toBeNull();
    expect(size(series(14, (bin) => (bin < 14 * binsPerDay - 71 ? Number.NaN : 1)))).toBeNull();
    expect(size(new Float64Array(0))).toBeNull();
  });

  it('uses the prior on the first day, and reports that', () => {
    const suggestion = size(noisy(1, 1));
    expect(suggestion).toMatchObject({ observed: null });
    expect(suggestion?.value).toBeGreaterThan(1);
  });

  it('follows a level shift of the last hour', () => {
    const shifted = series(14, (bin) => (bin >= 14 * binsPerDay - 12 ? 5 : 1));
    expect(size(shifted)).toMatchObject({ clamp: 'level shift', value: 5.5 });
    const memory = size(
      shifted.map((value) => value * 100 * mib),
      'memory',
    );
    expect(memory?.value).toBeGreaterThanOrEqual(1.05 * 500 * mib);
  });

  it('suggests no CPU far above the highest usage', () => {
    const usage = rarelyBusy(14, 3);
    const ceiling = 1.5 * Math.max(...usage);
    expect(size(usage, 'cpu', 'max_assurance')).toMatchObject({ clamp: 'ceiling', value: ceiling, ceiling });
  });

  it('covers a daily peak that a mean would miss', () => {
    const usage = daily(14, 1);
    const suggestion = size(usage, 'cpu', 'max_assurance');
    expect(suggestion?.value).toBeGreaterThan(1.8);
    expect(suggestion?.value).toBeLessThan(2.7);
  });

  it('is hardly affected by gaps', () => {
    const random = seeded(3);
    const whole = noisy(14, 2);
    const gaps = whole.map((value) => (random() < 0.3 ? Number.NaN : value));
    const [from, to] = [size(whole)?.value ?? 0, size(gaps)?.value ?? 0];
    expect(Math.abs(to / from - 1)).toBeLessThan(0.1);
  });

  it('raises memory immediately after a kill, until the kill is old', () => {
    const usage = series(14, () => 500 * mib);
    const killed = (binsAgo: number) =>
      suggestVertical({
        resource: 'memory',
        mode: 'balanced',
        usage,
        outOfMemory: [{ binsAgo, limitBytes: 1024 * mib }],
      });
    expect(killed(0)?.value).toBeGreaterThanOrEqual(1.2 * 1024 * mib);
    expect(killed(6 * binsPerDay)?.value).toBeGreaterThanOrEqual(1.2 * 1024 * mib);
    expect(killed(400 * binsPerDay)?.value).toBe(size(usage, 'memory')?.value);
    const small = suggestVertical({
      resource: 'memory',
      mode: 'balanced',
      usage,
      outOfMemory: [{ binsAgo: 0, limitBytes: 510 * mib }],
    });
    expect(small?.value).toBeGreaterThanOrEqual(612 * mib);
  });

  it('also replays the first day when earlier days are known', () => {
    const whole = noisy(16, 500 * mib);
    const usage = whole.subarray(2 * binsPerDay);
    const earlier = [0, 1].map((day) => {
      const bins = whole.slice(day * binsPerDay, (day + 1) * binsPerDay).toSorted();
      return { blocksBefore: 2 - day, samples: bins.length, maximum: bins.at(-1) ?? 0, slices: bins };
    });
    const [without, knowing] = [{}, { earlier }].map((more) =>
      suggestVertical({ resource: 'memory', mode: 'balanced', usage, ...more }),
    );
    expect([without?.observed?.days, knowing?.observed?.days]).toEqual([13, 14]);
    expect(knowing?.baseValue).toBe(without?.baseValue);
    const peak = { blocksBefore: 1, samples: 288, maximum: 5000 * mib, slices: [5000 * mib] };
    const quiet = suggestVertical({
      resource: 'memory',
      mode: 'balanced',
      usage: series(3, () => 500 * mib),
      earlier: [peak],
    });
    // The peak of 14 days includes a day of which only a sketch is stored.
    expect(quiet?.value).toBeGreaterThan(500 * mib);
  });

  it('reports the daily replay of its own rule', () => {
    const usage = bursty(14, 0.1, 3);
    const suggestion = size(usage, 'cpu', 'cost_savings');
    expect(suggestion?.observed?.days).toBe(13);
    expect(suggestion?.observed?.timeOver).toBeGreaterThan(0);
    expect(suggestion?.observed?.timeOver).toBeLessThan(0.1);
  });

  it('is not exceeded more often in a safer mode', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom('cpu', 'memory'),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (seed, resource: Resource, roughness) => {
          const random = seeded(seed);
          const scale = resource === 'cpu' ? 1 : 1e9;
          const usage = series(6, () => scale * (0.2 + random() ** (1 / roughness)));
          const over = modes.map((mode) => size(usage, resource, mode)?.replay.over ?? Number.NaN);
          expect(over[1]).toBeLessThanOrEqual(over[0] ?? Number.NaN);
          expect(over[2]).toBeLessThanOrEqual(over[1] ?? Number.NaN);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has only finite figures for any history', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('cpu', 'memory'), (seed, resource: Resource) => {
        const random = seeded(seed);
        const top = 10 ** (12 * random() - 4);
        const usage = series(2 + 4 * random(), () =>
          random() < 0.2 ? Number.NaN : random() < 0.2 ? 0 : top * random(),
        );
        const suggestion = size(usage, resource);
        if (suggestion === null) return;
        expect(Number.isFinite(suggestion.value)).toBe(true);
        expect(suggestion.value).toBeGreaterThanOrEqual(requestFloor[resource]);
        expect(suggestion.replay.over).toBeGreaterThanOrEqual(0);
        expect(suggestion.observed?.slack ?? 0).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('replayRequest', () => {
  it('matches a manual count', () => {
    const usage = series(2, (bin) => (bin % 4 === 0 ? 2 : 1));
    const replay = replayRequest(usageDays({ usage, resource: 'cpu' }), 1.6);
    expect(replay).toEqual({ days: 2, slack: expect.closeTo(0.75 * (0.6 / 1.6), 9), timeOver: 0.25, daysOver: 2 });
    expect(replayRequest([], 1)).toBeNull();
  });
});
