/** The quantile of sorted values, interpolated linearly between neighbours; NaN without values. */
export function quantileOfSorted(sorted: ArrayLike<number>, at: number): number {
  if (sorted.length === 0) return Number.NaN;
  const position = at * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (position - below);
}

/** The same of values in any order; samples that are missing (NaN) are left out. */
export function quantile(values: Float64Array, at: number): number {
  return quantileOfSorted(values.filter((value) => !Number.isNaN(value)).toSorted(), at);
}

/** How many of the sorted values are at most `limit`. */
export function countAtMost(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
