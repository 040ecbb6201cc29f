import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakdownBars, breakdownTotals, contributorBars, hoursToDollars } from './breakdown.ts';
import { forecastMonthly, projectedAnnual, topSavingOpportunities, totalForecastMonthlySavings } from './forecast.ts';

const node = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.5 };
const hours = (cpu_core_hours: number | null, memory_byte_hours: number | null) => ({
  cpu_core_hours,
  memory_byte_hours,
});

test('the cost of resource-hours is determined by the resource with the larger share', () => {
  expect(hoursToDollars(hours(80, 0), node)).toBe(10);
  expect(hoursToDollars(hours(4, 64e9), node)).toBe(2);
  expect(hoursToDollars(hours(0, 0), node)).toBe(0);
  expect(hoursToDollars(hours(null, 1), node)).toBeNull();
});

test('bars have the order and the missing values of the buckets', () => {
  const breakdown = [
    { timestamp: '2026-10-01T00:00:00Z', realized: hours(8, 0), unrealized: hours(0, 0) },
    { timestamp: '2026-11-01T00:00:00Z', realized: hours(16, 0), unrealized: hours(null, null) },
  ];
  const bars = breakdownBars({ breakdown }, node);
  expect(bars).toEqual([
    { timestamp: '2026-10-01T00:00:00Z', savings: 1, waste: 0 },
    { timestamp: '2026-11-01T00:00:00Z', savings: 2, waste: null },
  ]);
  expect(breakdownTotals(bars)).toEqual({ savings: 3, waste: 0, missing: 1 });
});

test('contributors are sorted by amount, then by name, without unknown ones', () => {
  const contributors = [
    { name: 'b', resource_savings: hours(8, 0) },
    { name: 'none', resource_savings: hours(null, 0) },
    { name: 'a', resource_savings: hours(8, 0) },
    { name: 'constructor', resource_savings: hours(80, 0) },
  ];
  expect(contributorBars({ contributors }, node)).toEqual([
    { name: 'constructor', dollars: 10 },
    { name: 'a', dollars: 1 },
    { name: 'b', dollars: 1 },
  ]);
});

const targets = [
  { name: 'a', mode: 'Autonomous', hourly: 3 },
  { name: 'b', mode: 'Autonomous', hourly: -1 },
  { name: 'c', mode: 'Recommendation', hourly: 2 },
  { name: 'd', mode: 'Recommendation', hourly: -5 },
  { name: 'e', mode: 'Recommendation', hourly: null },
  { name: 'f', mode: 'Recommendation', hourly: 0.5 },
  { name: 'g', mode: 'Recommendation', hourly: 4 },
  { name: 'h', mode: 'Recommendation', hourly: 1 },
] as const;

test('savings are signed, waste is clamped per target, and what is missing is counted', () => {
  expect(projectedAnnual(targets)).toEqual({ savings: 2 * 8_760, waste: 7.5 * 8_760, missing: 1 });
  expect(totalForecastMonthlySavings(forecastMonthly(targets))).toBe(9.5 * 720);
  expect(projectedAnnual([])).toEqual({ savings: 0, waste: 0, missing: 0 });
});

test('a sum over targets without figures is unknown, not 0', () => {
  const unknown = forecastMonthly([{ mode: 'Autonomous', hourly: null }]);
  expect(unknown).toEqual({ savings: null, waste: 0, missing: 1 });
  expect(totalForecastMonthlySavings(unknown)).toBeNull();
  const nothing = forecastMonthly([
    { mode: 'Autonomous', hourly: null },
    { mode: 'Recommendation', hourly: undefined },
  ]);
  expect(totalForecastMonthlySavings(nothing)).toBeNull();
});

test('the top opportunities are the three largest wastes', () => {
  expect(topSavingOpportunities(targets).map(({ name, yearlyWaste }) => [name, yearlyWaste])).toEqual([
    ['g', 4 * 8_760],
    ['c', 2 * 8_760],
    ['h', 8_760],
  ]);
  expect(topSavingOpportunities(targets.slice(3, 5))).toEqual([]);
});

const advised = (name: string, hourly: number, net?: number | null) => ({
  ...(net === undefined ? {} : { net }),
  mode: 'Recommendation' as const,
  name,
  hourly,
});

test('the top opportunities are ranked by what all suggestions save together, if that is known', () => {
  const ranked = topSavingOpportunities([
    advised('costs more together', 9, -1),
    advised('saves nothing together', 8, 0),
    advised('saves less together', 7, 1),
    advised('saves more together', 2, 5),
    advised('from another server', 3),
    advised('unknown', 4, null),
  ]);
  expect(ranked.map(({ name, yearlyWaste }) => [name, yearlyWaste / 8_760])).toEqual([
    ['saves more together', 5],
    ['unknown', 4],
    ['from another server', 3],
  ]);
});

test('parts sum to the whole: the sums of two halves are the sums of all', () => {
  const target = fc.record({
    mode: fc.constantFrom('Autonomous' as const, 'Recommendation' as const),
    // Multiples of a quarter are added exactly, so the order does not change the sum.
    hourly: fc.option(fc.integer({ min: -4_000, max: 4_000 }).map((quarters) => quarters / 4)),
  });
  fc.assert(
    fc.property(fc.array(target), fc.array(target), (some, others) => {
      const whole = projectedAnnual([...some, ...others]);
      const [one, other] = [projectedAnnual(some), projectedAnnual(others)];
      expect((one.savings ?? 0) + (other.savings ?? 0)).toBe(whole.savings ?? 0);
      expect((one.waste ?? 0) + (other.waste ?? 0)).toBe(whole.waste ?? 0);
      expect(one.missing + other.missing).toBe(whole.missing);
    }),
  );
});

test('parts sum to the whole: the two halves of a bucket cost as much as the bucket', () => {
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (cores, gigabytes, cut) => {
      const part = (share: number) => hoursToDollars(hours(cores * share, gigabytes * 1e9 * share), node) ?? Number.NaN;
      expect(part(cut) + part(1 - cut)).toBeCloseTo(part(1), 6);
    }),
  );
});
