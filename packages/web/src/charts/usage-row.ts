/** What is known about one moment of a usage chart: cores, bytes or counts, null where unknown. */
export type UsageRow = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actual: number | null;
  readonly predicted: number | null;
  /** Between which levels a forecast expects the usage; null where it does not say. */
  readonly band: readonly [low: number, high: number] | null;
};

/** A stretch of time in epoch milliseconds, both ends included. */
export type Span = { readonly from: number; readonly to: number };

/** What a thinned line must keep the shape of. */
export const usageFigures = [(row: UsageRow) => row.actual, (row: UsageRow) => row.predicted] as const;

/** The rows of a span; they are in order of time. */
export function rowsIn(rows: readonly UsageRow[], { from, to }: Span): readonly UsageRow[] {
  return rows.filter(({ at }) => at >= from && at <= to);
}

/** The highest figure of some rows; 0 when there is none. */
export function highestOf(rows: readonly UsageRow[]): number {
  let highest = 0;
  for (const { actual, predicted, band } of rows)
    highest = Math.max(highest, actual ?? 0, predicted ?? 0, band?.[1] ?? 0);
  return highest;
}
