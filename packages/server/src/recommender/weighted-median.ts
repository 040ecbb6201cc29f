/** Buffers that every call reuses, because allocating them would take longer than filling them. */
const most = 64;
const sorted = new Float64Array(most);
const weightOf = new Float64Array(most);

/**
 * The weighted median of at most 64 values, interpolated. Each value is at the middle of its weight, and the median is
 * the value at which half of the total weight is reached. NaN without a weight above 0.
 */
export function weightedMedian(values: Float64Array, weights: Float64Array): number {
  let count = 0;
  let total = 0;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    const value = values[index] ?? 0;
    let place = count++;
    for (; place > 0 && (sorted[place - 1] ?? 0) > value; place--) {
      sorted[place] = sorted[place - 1] ?? 0;
      weightOf[place] = weightOf[place - 1] ?? 0;
    }
    sorted[place] = value;
    weightOf[place] = weight;
    total += weight;
  }
  let middle = Number.NaN;
  for (let index = 0, below = 0; index < count; index++) {
    const weight = weightOf[index] ?? 0;
    const before = middle;
    middle = below + weight / 2;
    if (middle >= total / 2) {
      const value = sorted[index] ?? 0;
      const lower = sorted[index - 1] ?? value;
      return index === 0 ? value : lower + ((value - lower) * (total / 2 - before)) / (middle - before);
    }
    below += weight;
  }
  return sorted[count - 1] ?? Number.NaN;
}
