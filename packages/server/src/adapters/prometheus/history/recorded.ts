import { binSeconds } from '../../../ports/index.ts';
import type { RangeSeries } from '../client/response.ts';
import { podKey } from '../inventory/owners.ts';
import { containerLabels, sumOverLifetimes } from '../queries/container-series.ts';
import { deduplicated, inNamespaces, type Matcher, selector } from '../queries/promql.ts';
import { perCluster, type RecordingRule } from '../queries/recording-rule.ts';
import { binAt } from './bins.ts';
import { historyQueries } from './queries.ts';
import type { Slice } from './slices.ts';

export type UsageFigure = 'cpu' | 'memory' | 'meanMemory';

/** The series of the recording rules. A rule with another meaning needs another name. */
const recordedMetrics: Readonly<Record<UsageFigure, string>> = {
  cpu: 'trimtab:container_cpu_usage_cores:5m',
  memory: 'trimtab:container_memory_max_bytes:5m',
  meanMemory: 'trimtab:pod_memory_mean_bytes:5m',
};
export const recordedBinNames: readonly string[] = Object.values(recordedMetrics);

/** Samples that are delivered late are part of a bin if they arrive this long after its end. */
const settleSeconds = 300;
/** The rules are evaluated every five minutes, so a bin is recorded at most this long after its end. */
const recordedAfter = settleSeconds + binSeconds;

/**
 * The rules that record the figures of a bin. Prometheus evaluates rules at any time within five minutes. The step of
 * the subquery is aligned to multiples of five minutes, so it always yields the last whole bin. The range is a
 * millisecond shorter, because before version 3 a range includes its start and would contain two steps.
 */
export function binRules(): readonly RecordingRule[] {
  const expressions: Readonly<Record<UsageFigure, string>> = {
    // Rounded to a millionth of a core: the rule is evaluated once for a bin, and then makes every response shorter.
    cpu: sumOverLifetimes(
      containerLabels,
      (hasId) => `round(${historyQueries([inNamespaces(undefined), hasId]).cpu}, 0.000001)`,
    ),
    memory: deduplicated(containerLabels, historyQueries([inNamespaces(undefined)]).memory),
    meanMemory: `sum by (namespace,pod) (${deduplicated(containerLabels, historyQueries([inNamespaces(undefined)]).meanMemory)})`,
  };
  return (['cpu', 'memory', 'meanMemory'] as const).map((figure) => ({
    record: recordedMetrics[figure],
    expr: `last_over_time((${perCluster(expressions[figure])})[${binSeconds * 1000 - 1}ms:${binSeconds}s] offset ${settleSeconds}s)`,
  }));
}

/** Has values at the times at which the rules recorded something. */
export const isRecordedQuery = (scope: readonly Matcher[]): string =>
  `count(last_over_time(${selector(recordedMetrics.meanMemory, scope)}[${recordedAfter + binSeconds}s]))`;

/** The recorded values of bins. A bin is evaluated `recordedAfter` its end, which the offset makes exclusive. */
export const recordedQuery = (figure: UsageFigure, scope: readonly Matcher[]): string =>
  `last_over_time(${selector(recordedMetrics[figure], scope)}[${binSeconds}s] offset 1ms)`;

export const recordedSpan = ({ from, to }: Slice, startSeconds: number) => ({
  start: startSeconds + (from + 1) * binSeconds + recordedAfter,
  end: startSeconds + to * binSeconds + recordedAfter,
  step: binSeconds,
});

/** With more gaps than this, all bins are read from the samples. */
const mostGaps = 4;

/**
 * The recorded values of a slice, without the bins that the rules do not cover, which are in `gaps`. A bin is covered if it
 * has values, and if they contain all pods that were ready before and after it. Without this condition, rules in
 * only one of two shards would make usage too low.
 */
export function coveredBins(
  recorded: readonly RangeSeries[],
  ready: readonly RangeSeries[],
  slice: Slice,
  startSeconds: number,
): { readonly series: readonly RangeSeries[]; readonly gaps: readonly Slice[] } {
  const length = slice.to - slice.from;
  const shifted = recorded.map((one) => ({ labels: one.labels, points: earlier(one.points) }));
  const binsOf = (all: readonly RangeSeries[], isWanted: (value: number | null) => boolean) => {
    const bins = new Map<string, Set<number>>();
    for (const series of all) {
      const own = bins.get(podKey(series.labels)) ?? new Set();
      bins.set(podKey(series.labels), own);
      for (const [time, value] of series.points) if (isWanted(value)) own.add(binAt(startSeconds, time) - slice.from);
    }
    return bins;
  };
  const known = binsOf(shifted, (value) => value !== null);
  const covered = new Set([...known.values()].flatMap((bins) => [...bins]));
  for (const [pod, bins] of binsOf(ready, (value) => value === 1)) {
    for (const bin of bins) if ((bin === 0 || bins.has(bin - 1)) && !known.get(pod)?.has(bin)) covered.delete(bin);
  }
  const gaps: Slice[] = [];
  for (let bin = 0; bin < length; bin += 1) {
    if (covered.has(bin)) continue;
    const [last, at] = [gaps.at(-1), slice.from + bin];
    gaps.splice(last?.to === at ? -1 : gaps.length, 1, { from: last?.to === at ? last.from : at, to: at + 1 });
  }
  if (gaps.length > mostGaps) return { series: [], gaps: [slice] };
  const isCovered = (time: number) => covered.has(binAt(startSeconds, time) - slice.from);
  return {
    series: shifted.map(({ labels, points }) => ({ labels, points: points.filter(([time]) => isCovered(time)) })),
    gaps,
  };
}

const earlier = (points: RangeSeries['points']) =>
  [...points].map(([time, value]) => [time - recordedAfter, value] as const);
