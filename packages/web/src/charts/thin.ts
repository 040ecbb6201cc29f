/** A row that stands for a moment; its other fields are figures, null where unknown. */
type Row = { readonly at: number };

/**
 * Thins rows to at most `limit` without changing the shape of the lines: the rows are cut into stretches of equal length,
 * and of each stretch the rows with the lowest and the highest figure of every field stay, and one that shows a gap.
 * The first and the last row always stay, the order too. A mean would hide the peaks that requests are judged by.
 */
export function thin<T extends Row>(
  rows: readonly T[],
  read: readonly ((row: T) => number | null)[],
  limit: number,
): readonly T[] {
  if (rows.length <= limit) return rows;
  // Three rows of a stretch for each field: its lowest, its highest, its gap.
  const stretches = Math.max(1, Math.floor((limit - 2) / (3 * Math.max(1, read.length))));
  const kept = new Set([0, rows.length - 1]);
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * rows.length) / stretches);
    const to = Math.floor(((stretch + 1) * rows.length) / stretches);
    for (const figure of read) for (const index of extremes(rows, figure, from, to)) kept.add(index);
  }
  return [...kept].toSorted((a, b) => a - b).flatMap((index) => rows[index] ?? []);
}

function extremes<T extends Row>(
  rows: readonly T[],
  figure: (row: T) => number | null,
  from: number,
  to: number,
): number[] {
  let [lowest, highest] = [Infinity, -Infinity];
  let [lowestAt, highestAt, gapAt] = [-1, -1, -1];
  for (let index = from; index < to; index += 1) {
    const row = rows[index];
    const value = row === undefined ? null : figure(row);
    if (value === null) {
      gapAt = index;
      continue;
    }
    if (value < lowest) [lowest, lowestAt] = [value, index];
    if (value > highest) [highest, highestAt] = [value, index];
  }
  return [lowestAt, highestAt, gapAt].filter((index) => index >= 0);
}
