import { aRecord } from '@trimtab/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListRow } from '../target-row.ts';
import { decodeRows, encodeRows } from './stored-rows.ts';

const figure = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const unknown = fc.option(figure);
const totals = fc.record({ cpu: unknown, memory: unknown });
const pair = fc.record({ raw: unknown, withSuggestions: unknown });
const change = fc.record({ before: unknown, after: figure });
const row: fc.Arbitrary<Omit<ListRow, 'record'>> = fc.record({
  mode: fc.constantFrom('Recommendation', 'Autonomous'),
  scaling: fc.string(),
  health: fc.record({
    utilization: totals,
    averageUtilization: unknown,
    risks: fc.subarray([
      { type: 'underProvisioned', weight: 'high' },
      { type: 'overProvisioned', weight: 'low' },
    ] as const),
  }),
  observed: fc.option(figure, { nil: undefined }),
  problem: fc.option(fc.string()),
  status: fc.record({ severity: fc.constantFrom('low', 'high'), label: fc.string() }),
  recommendation: fc.record({ type: fc.constantFrom('upDelta', 'error'), label: fc.string() }),
  costs: fc.record({ horizontalCost: pair, verticalCost: pair, now: unknown, advised: unknown }),
  hourlyWasteSavings: unknown,
  netHourlySavings: unknown,
  sides: fc.record({ used: totals, optimized: totals, unoptimized: totals, problems: fc.array(fc.string()) }),
  isComing: fc.boolean(),
  hasFailed: fc.boolean(),
  publishedAt: fc.option(fc.nat()),
  lacksMemory: fc.boolean(),
  change: fc.option(fc.record({ cpu: change, memory: change, replicas: change }, { requiredKeys: [] })),
});

it('the rows of lists are the same after they were stored', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(fc.string()), (rows, problems) => {
      const records = rows.map((_, index) => aRecord({ name: `app-${index}` }));
      const listed = rows.map((one, index) => ({ ...one, record: records[index] ?? aRecord(), workload: null }));
      const snapshot = { inNamespace: () => listed, end: 7 };
      const { body } = encodeRows({ namespace: 'shop', basis: '' }, snapshot, problems);
      const decoded = decodeRows(body, records, new Map());
      expect({ problems: decoded.problems, end: decoded.end }).toEqual({ problems, end: 7 });
      expect(decoded.rows.map((one) => one.record)).toEqual(records);
      for (const [index, one] of rows.entries()) expect(decoded.rows[index]).toMatchObject(one);
      expect(decoded.rows.map(({ change: changed, observed }) => ({ changed, observed }))).toEqual(
        rows.map(({ change: changed, observed }) => ({ changed, observed })),
      );
    }),
  );
});

it('what rows of several namespaces have in common is in memory once', () => {
  const [sample] = fc.sample(row, 1);
  if (sample === undefined) throw new Error('fast-check makes a sample');
  const kept = new Map<string, unknown>();
  const [first, second] = ['shop', 'mail'].map((namespace) => {
    const record = aRecord({ namespace });
    const snapshot = { inNamespace: () => [{ ...sample, record, workload: null }], end: 0 };
    return decodeRows(encodeRows({ namespace, basis: '' }, snapshot, []).body, [record], kept).rows[0];
  });
  expect(first?.status).toEqual(sample.status);
  expect(second?.status).toBe(first?.status);
  expect(second?.recommendation).toBe(first?.recommendation);
});
