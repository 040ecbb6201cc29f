import { describe, expect, it } from 'vitest';
import { markGaps } from './gaps.ts';
import type { UsageRow } from './usage-row.ts';

const row = (at: number, actual: number | null = 1, predicted: number | null = null): UsageRow => ({
  at,
  actual,
  predicted,
  band: null,
});
const every5 = [0, 5, 10, 15, 20].map((at) => row(at));

describe('markGaps', () => {
  it('does not change rows without gaps', () => {
    expect(markGaps(every5)).toEqual({ rows: every5, gaps: [] });
    expect(markGaps([])).toEqual({ rows: [], gaps: [] });
    expect(markGaps([row(7)])).toEqual({ rows: [row(7)], gaps: [] });
  });

  it('finds rows without a value, and adds no rows', () => {
    const rows = [row(0), row(5), row(10, null), row(15, null), row(20)];
    expect(markGaps(rows)).toEqual({ rows, gaps: [{ from: 5, to: 20 }] });
  });

  it('finds missing rows, and adds an empty row to interrupt the line', () => {
    const marked = markGaps([...every5, row(60), row(65)]);
    expect(marked.gaps).toEqual([{ from: 20, to: 60 }]);
    expect(marked.rows.map(({ at, actual }) => [at, actual])).toContainEqual([40, null]);
  });

  it('does not treat a late scrape as a gap', () => {
    expect(markGaps([...every5, row(30), row(35)]).gaps).toEqual([]);
  });

  it('does not treat the time before the first and after the last sample as a gap', () => {
    const rows = [row(-10, null, 2), row(-5, null, 2), ...every5, row(25, null, 2), row(30, null, 2)];
    expect(markGaps(rows)).toEqual({ rows, gaps: [] });
  });
});
