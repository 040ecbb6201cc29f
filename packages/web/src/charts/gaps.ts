import type { Span, UsageRow } from './usage-row.ts';

/** A step this many times as long as the usual one is a gap; scrapes are late now and then. */
const gapSteps = 2.5;

/** Rows whose line is lifted over every gap, and where the gaps are. */
export type MarkedRows = { readonly rows: readonly UsageRow[]; readonly gaps: readonly Span[] };

/**
 * Finds the stretches between two known usages in which samples are missing: moments without a figure, and moments that
 * are not there at all. The latter get an empty row, so that no line is drawn through what nobody measured.
 */
export function markGaps(rows: readonly UsageRow[]): MarkedRows {
  const longest = gapSteps * usualStep(rows);
  const gaps: Span[] = [];
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

/** The median time between two known usages. */
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
