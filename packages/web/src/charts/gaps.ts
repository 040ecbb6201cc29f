import type { TimeSpan, UsageRow } from './usage-row.ts';

/** A step of at least this many median steps is a gap. Shorter ones are late scrapes. */
const gapSteps = 2.5;

/** Rows with an empty row in every gap, and the gaps. */
export type MarkedRows = { readonly rows: readonly UsageRow[]; readonly gaps: readonly TimeSpan[] };

/**
 * Finds the gaps between known samples: rows without a value, and missing rows. In place of missing rows it inserts an
 * empty row, so that the chart draws no line across the gap.
 */
export function markGaps(rows: readonly UsageRow[]): MarkedRows {
  const longest = gapSteps * usualStep(rows);
  const gaps: TimeSpan[] = [];
  const marked: UsageRow[] = [];
  let known: number | null = null;
  let isEmptySince = false;
  for (const row of rows) {
    if (row.actual === null) {
      isEmptySince = known !== null;
    } else {
      if (known !== null && (isEmptySince || row.at - known > longest)) {
        gaps.push({ from: known, to: row.at });
        if (!isEmptySince) marked.push(emptyRow((known + row.at) / 2));
      }
      known = row.at;
      isEmptySince = false;
    }
    marked.push(row);
  }
  return { rows: marked, gaps };
}

const emptyRow = (at: number): UsageRow => ({ at, actual: null, predicted: null, band: null });

/** The median time between two known samples. */
function usualStep(rows: readonly UsageRow[]): number {
  const steps: number[] = [];
  let last: number | null = null;
  for (const { at, actual } of rows) {
    if (actual === null) continue;
    if (last !== null) steps.push(at - last);
    last = at;
  }
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? Infinity;
}
