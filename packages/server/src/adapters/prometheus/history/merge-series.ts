import type { RangeSeries } from '../client/response.ts';
import { containerLabels } from '../queries/container-series.ts';

/*
 * Copies of a series are merged in the server, because merging them in a query costs Prometheus more time than reading the
 * samples. See docs/prometheus.md#load-on-prometheus.
 */

/** One series per label set, with the highest value at each time: two scrape jobs or exporters may report the same thing. */
export function highest(series: readonly RangeSeries[], by: readonly string[]): RangeSeries[] {
  return grouped(series, by).map((copies) => merged(copies, by, Math.max));
}

/**
 * One series per container of a pod: the sum over its lifetimes, each without copies, as `sumOverLifetimes` does. Series
 * without `id` count only at times at which no other series has a value.
 */
export function summedLifetimes(series: readonly RangeSeries[]): RangeSeries[] {
  const sums = (identity: readonly string[], some: readonly RangeSeries[]) =>
    grouped(highest(some, [...containerLabels, ...identity, 'cpu']), containerLabels).map((lifetimes) =>
      merged(lifetimes, containerLabels, (a, b) => a + b),
    );
  const { known = [], unknown = [] } = Object.groupBy(series, ({ labels }) => (labels['id'] ? 'known' : 'unknown'));
  if (unknown.length === 0) return sums(['id', 'name'], known);
  const first = sums(['id', 'name'], known);
  return grouped([...first, ...sums(['instance'], unknown)], containerLabels).map((both) =>
    merged(both, containerLabels, (a) => a),
  );
}

const grouped = (series: readonly RangeSeries[], by: readonly string[]): readonly (readonly RangeSeries[])[] => [
  ...Map.groupBy(series, ({ labels }) => by.map((label) => labels[label] ?? '').join('\0')).values(),
];

function merged(
  series: readonly RangeSeries[],
  by: readonly string[],
  merge: (a: number, b: number) => number,
): RangeSeries {
  const [first, ...others] = series;
  const labels = Object.fromEntries(by.map((label) => [label, first?.labels[label] ?? '']));
  if (first === undefined || others.length === 0) return { labels, points: first?.points ?? [] };
  const values = new Map<number, number>();
  for (const { points } of series) {
    for (const [time, value] of points) {
      if (value === null) continue;
      const before = values.get(time);
      values.set(time, before === undefined ? value : merge(before, value));
    }
  }
  return { labels, points: [...values].toSorted(([a], [b]) => a - b) };
}
