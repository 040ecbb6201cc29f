import { binsPerDay } from './bins.ts';
import type { UsageDay } from './usage-day.ts';
import { UsageHistogram } from './usage-histogram.ts';
import { type BaseName, type Resource, replayedBlocks, sizingBases } from './vertical-rules.ts';

/** A sketch of a day before the series begins. */
export type EarlierDay = {
  /** 1: the day ends where the series begins, or up to a day before. */
  readonly blocksBefore: number;
  readonly samples: number;
  readonly maximum: number;
  /** The means of equal shares of its sorted samples. */
  readonly slices: ArrayLike<number>;
};

/** Reused by every call, which clears them first: allocating them would cost more than a call. */
const histograms = {
  cpu: { byWork: new UsageHistogram('cpu'), byTime: new UsageHistogram('cpu') },
  memory: { byWork: new UsageHistogram('memory'), byTime: new UsageHistogram('memory') },
} as const;

type BaseValues = ReadonlyMap<BaseName, Float64Array>;

/** The value of every base before block d, for d = 0 … number of blocks (the last one is "now"); NaN without samples. */
export function basesBefore(
  days: readonly (UsageDay | null)[],
  resource: Resource,
  earlier: readonly EarlierDay[],
): BaseValues {
  const bases = new Map(
    sizingBases[resource].map((name) => [name, new Float64Array(days.length + 1).fill(Number.NaN)]),
  );
  const { byWork, byTime } = histograms[resource];
  byWork.clear();
  byTime.clear();
  for (const { blocksBefore, samples, slices } of earlier) {
    const weight = 2 ** -blocksBefore * meanRecency * (samples / slices.length);
    for (let slice = 0; slice < slices.length; slice++) {
      const value = slices[slice] ?? 0;
      const bucket = byTime.bucketOf(value);
      byWork.add(bucket, value, weight * value);
      byTime.add(bucket, value, weight);
    }
  }
  const valueOf = (name: BaseName, last: number): number =>
    name === 'peak14'
      ? highestBefore(days, last + 1, earlier)
      : name === 'busy'
        ? byWork.quantile(0.98)
        : byTime.quantile(0.5);
  for (const [name, values] of bases) values[0] = valueOf(name, -1);
  days.forEach((day, index) => {
    if (day) {
      const blockWeight = 2 ** index;
      for (let bin = 0; bin < day.bins.length; bin++) {
        const value = day.bins[bin] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        const bucket = byTime.bucketOf(value);
        const weight = blockWeight * (recencyWeights[bin] ?? 0);
        byWork.add(bucket, value, weight * value);
        if (resource === 'cpu') byTime.add(bucket, value, weight);
      }
    }
    for (const [name, values] of bases) values[index + 1] = valueOf(name, index);
  });
  return bases;
}

/** The mean of 2^(-age / 24 h) over a block: 1 / (2 ln 2). */
const meanRecency = 1 / (2 * Math.LN2);

/** 2^(-age / 24 h) for each bin of a block; 1 for its newest bin. */
const recencyWeights = Float64Array.from(
  { length: binsPerDay },
  (_, bin) => 2 ** ((bin - binsPerDay + 1) / binsPerDay),
);

/** The highest sample of the 14 blocks before `block`; NaN without samples. */
export function highestBefore(
  days: readonly (UsageDay | null)[],
  block: number,
  earlier: readonly EarlierDay[],
): number {
  const last = block - 1;
  let highest = Number.NaN;
  for (const { blocksBefore, maximum } of earlier) {
    if (blocksBefore < replayedBlocks - last && !(maximum <= highest)) highest = maximum;
  }
  for (let index = Math.max(0, last - replayedBlocks + 1); index <= last; index++) {
    const maximum = days[index]?.maximum;
    if (maximum !== undefined && !(maximum <= highest)) highest = maximum;
  }
  return highest;
}
