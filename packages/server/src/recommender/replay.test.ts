import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { oursMix, seasonalNaiveDay } from '../../../../bench/recommender/forecast-methods.ts';
import { meanWape } from '../../../../bench/recommender/forecast-table.ts';
import { readTraces, tracesFolder } from '../../../../bench/recommender/traces.ts';
import { verticalRows } from '../../../../bench/recommender/vertical-table.ts';

/** What the reference printed for the traces. */
const results = join(tracesFolder, '../reference/results.txt');
const here = existsSync(results);
if (!here)
  process.stderr.write('The recommender is not replayed: set TRIMTAB_TRACES to a folder of recorded traces.\n');

/** The figures in one row of one section of the reference's output. */
function referenceRow(section: string, row: string): number[] {
  const text = readFileSync(results, 'utf8');
  const [, body] = text.split(`## ${section}`);
  const line = body
    ?.split('\n## ')[0]
    ?.split('\n')
    .find((one) => one.startsWith(`${row} `) || one.startsWith(row));
  return Array.from((line ?? '').slice(row.length).matchAll(/-?\d+\.\d+/g), Number);
}

const onePoint = 0.01;

describe.skipIf(!here)('replays of recorded traces (skipped without the folder of traces)', () => {
  const traces = here ? readTraces(tracesFolder) : [];
  const names = ['vpa', 'krr', 'ours_cost_savings', 'ours_balanced', 'ours_max_assurance'];

  it.each([
    ['cpu', 'selection: cpu'],
    ['memory', 'selection: mem'],
  ] as const)(
    'size %s at most one point worse than the reference, VPA and KRR exactly like it',
    { timeout: 300_000 },
    (resource, section) => {
      const rows = verticalRows(traces, resource, names);
      expect(rows.map(({ recommender }) => recommender)).toEqual(names);
      for (const { recommender, daily } of rows) {
        const [slack = 0, slack95 = 0, viol = 0, excess = 0] = referenceRow(section, recommender);
        // The reference computes CPU requests by rules, so a constant request can be compared with it in only one
        // direction.
        const isOther = resource === 'cpu' && recommender.startsWith('ours');
        const differs = (value: number, expected: number) => (isOther ? value - expected : Math.abs(value - expected));
        expect(differs(daily.slack, slack), `${recommender} slack`).toBeLessThan(onePoint);
        expect(differs(daily.slack95, slack95), `${recommender} slack95`).toBeLessThan(2 * onePoint);
        expect(differs(daily.viol, viol / 100), `${recommender} time over`).toBeLessThan(onePoint);
        expect(differs(daily.excess, excess / 100), `${recommender} work over`).toBeLessThan(onePoint);
      }
      if (resource === 'memory') return;
      const [vpa, krr, , balanced] = rows;
      // At the cost that balanced mode assigns to an hour above the request, it is cheaper than both.
      const cost = (row: typeof vpa) =>
        row === undefined ? Number.NaN : row.daily.slack + 3 * (row.daily.viol + row.daily.excess);
      expect(cost(balanced)).toBeLessThan(Math.min(cost(vpa), cost(krr)) - 0.05);
    },
  );

  it('forecast better than the reference, and better than the same time yesterday', { timeout: 300_000 }, () => {
    const [ours, naive] = [meanWape(traces, oursMix, 6), meanWape(traces, seasonalNaiveDay, 6)];
    const [ourReference = 0] = referenceRow('forecast', 'ours            30m');
    const [naiveReference = 0] = referenceRow('forecast', 'snaive_day      30m');
    expect(ours).toBeLessThan(ourReference - onePoint);
    expect(Math.abs(naive - naiveReference)).toBeLessThan(onePoint);
    expect(ours).toBeLessThan(naive);
  });
});
