/** One point in time of a usage chart. The values are cores, bytes or counts; null means unknown. */
export type UsageRow = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actual: number | null;
  readonly predicted: number | null;
  /** The lower and upper bound of the forecast; null if it has none. */
  readonly band: readonly [low: number, high: number] | null;
  /** The requests of all pods at that time; null or absent if unknown. */
  readonly requested?: number | null;
  /** The number of ready pods at that time; null or absent if unknown. */
  readonly pods?: number | null;
  readonly limit?: number | null;
};

/** A time span in epoch milliseconds, both ends included. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** The fields whose lines must keep their shape when rows are thinned. */
export const usageFigures = [(row: UsageRow) => row.actual, (row: UsageRow) => row.predicted] as const;

/** The rows within a span. The input is in order of time. */
export function rowsIn(rows: readonly UsageRow[], { from, to }: TimeSpan): readonly UsageRow[] {
  const end = rows.findLastIndex(({ at }) => at <= to) + 1;
  const start = rows.findIndex(({ at }) => at >= from);
  return start < 0 ? [] : rows.slice(start, end);
}

/** The highest value of the rows; 0 if there is none. */
export function highestOf(rows: readonly UsageRow[]): number {
  let highest = 0;
  for (const { actual, predicted, band, requested, limit } of rows)
    highest = Math.max(highest, actual ?? 0, predicted ?? 0, band?.[1] ?? 0, requested ?? 0, limit ?? 0);
  return highest;
}
