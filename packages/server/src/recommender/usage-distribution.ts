import type { UsageDistribution } from '@trimtab/core';
import { iso } from '../iso.ts';
import type { WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binMs, binsPerDay } from './bins.ts';
import { quantileOfSorted, sortedSamples } from './quantile.ts';
import type { Recommendation } from './recommendation.ts';
import { sizedDays } from './vertical-rules.ts';

const binCount = 48;

type Suggested = {
  readonly sized: readonly Pick<Recommendation['sized'][number], 'container' | 'resource'>[];
  readonly scaled: Pick<NonNullable<Recommendation['scaled']>, 'metric'> | null;
};

/** The distribution of the usage for each suggested request, and for all pods if replicas are suggested. */
export function usageDistributions(
  { start, total, containers }: Pick<WorkloadHistory, 'start' | 'total' | 'containers'>,
  { sized, scaled }: Suggested,
): UsageDistribution[] {
  const end = iso(start + total.cpu.length * binMs);
  const of = (container: string | null, resource: UsageDistribution['resource'], series: BinnedSeries | undefined) => {
    const counted = series === undefined ? null : distributionOf(series);
    return counted === null ? [] : [{ container, resource, end, ...counted }];
  };
  return [
    ...sized.flatMap(({ container, resource }) =>
      of(container, resource, containers.find(({ name }) => name === container)?.[resource]),
    ),
    ...(scaled === null ? [] : of(null, scaled.metric, total[scaled.metric])),
  ];
}

/** Null without samples on the last 14 days. */
function distributionOf(series: BinnedSeries): Omit<UsageDistribution, 'container' | 'resource' | 'end'> | null {
  const recent = series.subarray(-sizedDays * binsPerDay);
  const samples = sortedSamples(recent);
  const [lowest, peak] = [samples[0], samples.at(-1)];
  if (lowest === undefined || peak === undefined) return null;
  const step = (peak - lowest) / binCount;
  const counts = Array.from({ length: step > 0 ? binCount : 1 }, () => 0);
  for (const sample of samples) {
    const bin = step > 0 ? Math.min(binCount - 1, Math.floor((sample - lowest) / step)) : 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const dayPeaks: number[] = [];
  for (let from = recent.length % binsPerDay; from < recent.length; from += binsPerDay) {
    const highest = highestOf(recent.subarray(from, from + binsPerDay));
    if (highest !== null) dayPeaks.push(highest);
  }
  const expected = recent.length - recent.findIndex((value) => !Number.isNaN(value));
  return {
    days: dayPeaks.length,
    samples: { found: samples.length, expected },
    lowest,
    step,
    counts,
    p98: quantileOfSorted(samples, 0.98),
    peak,
    dayPeaks,
  };
}

function highestOf(values: BinnedSeries): number | null {
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > highest) highest = value;
  return Number.isFinite(highest) ? highest : null;
}
