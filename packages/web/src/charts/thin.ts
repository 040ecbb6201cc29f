/** A row at a point in time. Its other fields are values; null means unknown. */
type Row = { readonly at: number };

/**
 * Reduces rows to at most `limit` and keeps the shape of the lines. It divides the rows into buckets of equal length.
 * For every field it keeps the rows with the lowest and the highest value of each bucket, and one row of a gap. The
 * first and the last row are always kept. A mean would hide the peaks, which determine the requests.
 */
export function thin<T extends Row>(
  rows: readonly T[],
  fields: readonly ((row: T) => number | null)[],
  limit: number,
): readonly T[] {
  if (rows.length <= limit) return rows;
  // Each bucket keeps up to three rows per field: the lowest value, the highest value and a gap.
  const bucketCount = Math.max(1, Math.floor((limit - 2) / (3 * Math.max(1, fields.length))));
  const kept = new Set([0, rows.length - 1]);
  for (let bucket = 0; bucket < bucketCount; bucket += 1) {
    const from = Math.floor((bucket * rows.length) / bucketCount);
    const to = Math.floor(((bucket + 1) * rows.length) / bucketCount);
    for (const field of fields) for (const index of extremes(rows, field, from, to)) kept.add(index);
  }
  return [...kept].toSorted((a, b) => a - b).flatMap((index) => rows[index] ?? []);
}

function extremes<T extends Row>(
  rows: readonly T[],
  read: (row: T) => number | null,
  from: number,
  to: number,
): number[] {
  let [lowest, highest] = [Infinity, -Infinity];
  let [lowestAt, highestAt, gapAt] = [-1, -1, -1];
  for (let index = from; index < to; index += 1) {
    const row = rows[index];
    const value = row === undefined ? null : read(row);
    if (value === null) {
      gapAt = index;
      continue;
    }
    if (value < lowest) [lowest, lowestAt] = [value, index];
    if (value > highest) [highest, highestAt] = [value, index];
  }
  return [lowestAt, highestAt, gapAt].filter((index) => index >= 0);
}
