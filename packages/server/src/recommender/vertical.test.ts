import { type ModelMode, type ResourceName, resourceNames } from '@trimtab/core';
import { bursty, daily, noisy, rarelyBusy, seeded, series } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { suggestVertical, type VerticalQuestion } from './vertical.ts';
import { memoryCeiling, neededAfterKill, requestFloor } from './vertical-rules.ts';

const mib = 2 ** 20;
const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];
const size = (usage: Float64Array, resource: ResourceName = 'cpu', mode: ModelMode = 'balanced') =>
  suggestVertical({ resource, mode, usage });
/** Fourteen days with samples only in the last bins, and with samples only in every n-th bin. */
const last = (bins: number) => series(14, (bin) => (bin < 14 * binsPerDay - bins ? Number.NaN : 1));
const every = (bins: number) => series(14, (bin) => (bin % bins === 0 ? 1 : Number.NaN));

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

  it.each(resourceNames)('never goes below the floor of %s, not even for an idle container', (resource) => {
    expect(
      size(
        series(14, () => 0),
        resource,
      ),
    ).toMatchObject({ value: requestFloor[resource], clamp: 'floor' });
  });

  it('has no suggestion until the first sample is a day old and there are six hours of samples', () => {
    expect(size(series(0.99, () => 1))).toBeNull();
    expect(size(series(0.2, () => 1))).toBeNull();
    expect(size(series(14, () => Number.NaN))).toBeNull();
    expect(size(last(287))).toBeNull();
    expect(size(last(288))).not.toBeNull();
    expect(size(every(57))).toBeNull();
    expect(size(every(56))).not.toBeNull();
    expect(size(new Float64Array(0))).toBeNull();
  });

  it.each(resourceNames)('sizes the %s of a container that runs five hours on each of three days', (resource) => {
    const unit = resource === 'cpu' ? 1 : 1e9;
    const random = seeded(5);
    const usage = series(14, (bin) => {
      const [day, hour] = [Math.floor(bin / binsPerDay), (bin % binsPerDay) / 12];
      return day >= 11 && hour >= 8 && hour < 13 ? unit * (0.5 + 0.2 * random()) : Number.NaN;
    });
    const suggestion = size(usage, resource);
    expect(suggestion?.value).toBeGreaterThan(0.6 * unit);
    expect(suggestion?.value).toBeLessThan(unit);
    expect(suggestion?.observed.days).toBe(3);
  });

  it('uses the prior for the memory of the first day, and reports that', () => {
    const suggestion = size(noisy(1, 1e9), 'memory');
    expect(suggestion?.rule).toMatchObject({ replayedDays: 0 });
    expect(suggestion?.value).toBeGreaterThan(1e9);
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

  it.each([
    ['cpu', 1.14],
    ['memory', memoryCeiling],
  ] as const)('suggests no %s far above the highest usage', (resource, most) => {
    const usage = rarelyBusy(14, resource === 'cpu' ? 3 : 3e9);
    for (const mode of modes) {
      expect(size(usage, resource, mode)?.value).toBeLessThanOrEqual(most * Math.max(...usage));
    }
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

  it('keeps the memory rule during a day, and includes the peaks of the day', () => {
    const usage = noisy(16, 1e9).map((used, bin) => (bin === 15 * binsPerDay + 100 ? 3e9 : used));
    const at = (binsToday: number) => {
      const end = 15 * binsPerDay + binsToday;
      return suggestVertical({
        resource: 'memory',
        mode: 'balanced',
        usage: usage.subarray(end - 14 * binsPerDay, end),
        binsToday,
      })?.rule;
    };
    const [midnight, before, after] = [at(0), at(100), at(101)];
    expect(midnight?.statistic).toBe('peak');
    expect([before, after].map((rule) => [rule?.statistic, rule?.multiplier])).toEqual([
      [midnight?.statistic, midnight?.multiplier],
      [midnight?.statistic, midnight?.multiplier],
    ]);
    expect(before?.statisticValue).toBeLessThan(1.3e9);
    expect(after?.statisticValue).toBe(3e9);
  });

  it('finds the highest of the whole 14 days at any time of day', () => {
    const usage = series(14, (bin) => (bin === 3 ? 2e9 : 1e9));
    const suggestion = suggestVertical({ resource: 'memory', mode: 'balanced', usage, binsToday: 200 });
    expect(suggestion?.ceiling).toBe(1.5 * 2e9);
  });

  describe('after a kill', () => {
    const limitBytes = 400 * mib;
    const killedAt = 10 * binsPerDay;
    /** Grows to the limit, is killed, and then uses little more with a higher limit. */
    const usage = series(24, (bin) => {
      const [day, time] = [Math.floor(bin / binsPerDay), bin / binsPerDay];
      return (day < 10 ? 300 + 9 * time : 410 + 5 * Math.sin(time)) * mib;
    });
    const dayAfter = (day: number, changes: Partial<VerticalQuestion> = {}) => {
      const end = killedAt + day * binsPerDay;
      return suggestVertical({
        resource: 'memory',
        mode: 'balanced',
        usage: usage.subarray(Math.max(0, end - 14 * binsPerDay), end),
        outOfMemory: [{ binsAgo: end - killedAt, limitBytes }],
        ...changes,
      });
    };

    it.each([0, 1, 3, 6])('keeps one margin above the limit for a week: day %s', (day) => {
      expect(dayAfter(day)).toMatchObject({ clamp: 'out of memory', value: neededAfterKill(limitBytes) });
    });

    it.each([7, 9, 13])('follows the usage again on day %s', (day) => {
      const suggestion = dayAfter(day);
      expect(suggestion).toEqual(dayAfter(day, { outOfMemory: [] }));
      expect(suggestion?.value).toBeLessThan(1.2 * 416 * mib);
    });

    it('stays with the rule if that is higher', () => {
      const outOfMemory = [{ binsAgo: 0, limitBytes: 200 * mib }];
      expect(dayAfter(9, { outOfMemory })?.value).toBe(dayAfter(9, { outOfMemory: [] })?.value);
    });
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
    expect([without?.rule?.replayedDays, knowing?.rule?.replayedDays]).toEqual([13, 14]);
    expect(without?.rule?.statistic).toBe('peak');
    expect(knowing?.rule?.statisticValue).toBe(without?.rule?.statisticValue);
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

  it('reports how the suggested value, also a bound, would have done', () => {
    const usage = bursty(14, 0.1, 3);
    const observed = size(usage, 'cpu', 'cost_savings')?.observed;
    expect(observed?.days).toBe(14);
    expect(observed?.timeOver).toBe(usage.filter((used) => used > 1).length / usage.length);
    const idle = size(
      series(14, () => 0.001),
      'cpu',
    );
    expect(idle).toMatchObject({ clamp: 'floor', observed: { slack: expect.closeTo(0.9, 9), timeOver: 0 } });
  });

  it('is not exceeded more often in a safer mode', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom('cpu', 'memory'),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (seed, resource: ResourceName, roughness) => {
          const random = seeded(seed);
          const scale = resource === 'cpu' ? 1 : 1e9;
          const usage = series(6, () => scale * (0.2 + random() ** (1 / roughness)));
          const over = modes.map((mode) => size(usage, resource, mode)?.judged.over ?? Number.NaN);
          expect(over[1]).toBeLessThanOrEqual(over[0] ?? Number.NaN);
          expect(over[2]).toBeLessThanOrEqual(over[1] ?? Number.NaN);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has only finite figures for any history', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('cpu', 'memory'), (seed, resource: ResourceName) => {
        const random = seeded(seed);
        const top = 10 ** (12 * random() - 4);
        const usage = series(2 + 4 * random(), () =>
          random() < 0.2 ? Number.NaN : random() < 0.2 ? 0 : top * random(),
        );
        const suggestion = size(usage, resource);
        if (suggestion === null) return;
        expect(Number.isFinite(suggestion.value)).toBe(true);
        expect(suggestion.value).toBeGreaterThanOrEqual(requestFloor[resource]);
        expect(suggestion.judged.over).toBeGreaterThanOrEqual(0);
        expect(suggestion.observed.slack).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});
