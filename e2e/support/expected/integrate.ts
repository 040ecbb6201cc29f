import { type RawSample, type SeededCluster, type SeededSeries, samplesIn } from '../prometheus/cluster.ts';

/** Milliseconds since the epoch. The start is included, the end is not. */
export type Span = { readonly start: number; readonly end: number };

const overlap = (from: number, until: number, { start, end }: Span) =>
  Math.max(0, Math.min(until, end) - Math.max(from, start));

/**
 * Mean of a gauge over the span. A sample holds until the next one, and the last until the series ends. Without a series
 * the value is 0.
 */
export function meanOfGauge(cluster: SeededCluster, series: SeededSeries, span: Span): number {
  let area = 0;
  for (let index = series.first; index < series.end; index += 1) {
    const from = cluster.times[index] ?? 0;
    if (from >= span.end) break;
    const until = cluster.times[index + 1] ?? from;
    area += series.valueAt(index) * overlap(from, until, span);
  }
  return area / (span.end - span.start);
}

/** The growth of a counter between two samples. A lower value means that the counter was reset to 0. */
const growth = (before: number, after: number) => (after >= before ? after - before : after);

/** Mean growth of a counter per second of the span. An interval that crosses an edge of the span counts in part. */
export function meanOfCounter(cluster: SeededCluster, series: SeededSeries, span: Span): number {
  let total = 0;
  for (let index = series.first + 1; index < series.end; index += 1) {
    const from = cluster.times[index - 1] ?? 0;
    const until = cluster.times[index] ?? 0;
    const part = overlap(from, until, span);
    if (part > 0) total += (growth(series.valueAt(index - 1), series.valueAt(index)) * part) / (until - from);
  }
  return total / ((span.end - span.start) / 1000);
}

/** Growth per second from the first sample to the last. Null with fewer than two samples. */
function slope(samples: readonly RawSample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || samples.length < 2) return null;
  const total = samples.reduce(
    (sum, { value }, index) => sum + (index === 0 ? 0 : growth(samples[index - 1]?.value ?? 0, value)),
    0,
  );
  return total / ((last.time - first.time) / 1000);
}

/** A quantile of values, linearly interpolated between the two nearest ranks. */
export function quantile(values: readonly number[], fraction: number): number | null {
  const ascending = values.toSorted((a, b) => a - b);
  const rank = fraction * (ascending.length - 1);
  const below = ascending[Math.floor(rank)];
  const above = ascending[Math.ceil(rank)];
  return below === undefined || above === undefined ? null : below + (above - below) * (rank - Math.floor(rank));
}

/** The 95th percentile of a counter's five-minute rates, in bins that end at whole multiples of five minutes. */
export function p95OfCounter(cluster: SeededCluster, series: SeededSeries, span: Span): number | null {
  const bin = 300_000;
  const samples = samplesIn(cluster, series, span.start - bin, span.end);
  const rates: number[] = [];
  for (let end = Math.ceil(span.start / bin) * bin; end < span.end; end += bin) {
    const rate = slope(samples.filter(({ time }) => time >= end - bin && time <= end));
    if (rate !== null) rates.push(rate);
  }
  return quantile(rates, 0.95);
}

export function maximumOfGauge(cluster: SeededCluster, series: SeededSeries, span: Span): number | null {
  const values = samplesIn(cluster, series, span.start, span.end).map(({ value }) => value);
  return values.length === 0 ? null : Math.max(...values);
}
