import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thin } from './thin.ts';

type Row = { at: number; actual: number | null; predicted: number | null };
const fields = [(row: Row) => row.actual, (row: Row) => row.predicted] as const;

const figure = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null });
const rows = fc
  .array(fc.record({ actual: figure, predicted: figure }), { maxLength: 2_000 })
  .map((list): Row[] => list.map((row, at) => ({ at, ...row })));
const limit = fc.integer({ min: 8, max: 400 });

const known = (list: readonly Row[], field: (row: Row) => number | null) => list.flatMap((row) => field(row) ?? []);

describe('thin', () => {
  it('keeps at most the given number of rows, in order', () => {
    fc.assert(
      fc.property(rows, limit, (all, most) => {
        const thinned = thin(all, fields, most);
        expect(thinned.length).toBeLessThanOrEqual(most);
        expect(thinned).toEqual(all.filter((row) => thinned.includes(row)));
      }),
    );
  });

  it('keeps all rows if they are within the limit', () => {
    fc.assert(
      fc.property(rows, (all) => {
        expect(thin(all, fields, Math.max(8, all.length))).toBe(all);
      }),
    );
  });

  it('keeps the first and last row, and the lowest and highest value of every field', () => {
    fc.assert(
      fc.property(rows, limit, (all, most) => {
        const thinned = thin(all, fields, most);
        expect(thinned[0]).toBe(all[0]);
        expect(thinned.at(-1)).toBe(all.at(-1));
        for (const field of fields) {
          expect(Math.max(...known(thinned, field))).toBe(Math.max(...known(all, field)));
          expect(Math.min(...known(thinned, field))).toBe(Math.min(...known(all, field)));
        }
      }),
    );
  });

  it('keeps a gap that is as long as a bucket', () => {
    const all = Array.from({ length: 5_000 }, (_, at) => ({
      at,
      actual: at > 2_000 && at < 2_400 ? null : Math.sin(at),
      predicted: null,
    }));
    const thinned = thin(all, fields, 500);
    expect(thinned.some(({ at, actual }) => at > 2_000 && at < 2_400 && actual === null)).toBe(true);
  });

  it('thins 100,000 rows within one or two frames', () => {
    const all = Array.from({ length: 100_000 }, (_, at) => ({ at, actual: at % 97, predicted: at % 89 }));
    expect(thin(all, fields, 800).length).toBeLessThanOrEqual(800);
  });
});
