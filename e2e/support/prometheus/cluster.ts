/** A raw series in Prometheus: one value for each time from `times[first]` to before `times[end]`. */
export type SeededSeries = {
  readonly metric: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly first: number;
  readonly end: number;
  readonly valueAt: (index: number) => number;
};

/** All raw samples that are written to Prometheus. The tests compute every expected number from them. */
export type SeededCluster = {
  /** When samples are taken, in milliseconds since the epoch, ascending; some of them lie after `now`. */
  readonly times: readonly number[];
  readonly series: readonly SeededSeries[];
};

export type RawSample = { readonly time: number; readonly value: number };

/** The samples of one series in a window that includes its start and excludes its end. */
export function samplesIn(cluster: SeededCluster, series: SeededSeries, start: number, end: number): RawSample[] {
  const samples: RawSample[] = [];
  for (let index = series.first; index < series.end; index += 1) {
    const time = cluster.times[index];
    if (time !== undefined && time >= start && time < end) samples.push({ time, value: series.valueAt(index) });
  }
  return samples;
}

/** The series of a metric whose labels have the given values. */
export function seriesOf(
  cluster: SeededCluster,
  metric: string,
  labels: Readonly<Record<string, string>> = {},
): SeededSeries[] {
  const wanted = Object.entries(labels);
  return cluster.series.filter(
    (series) => series.metric === metric && wanted.every(([name, value]) => series.labels.get(name) === value),
  );
}
