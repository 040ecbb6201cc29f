import type { Series } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../get-or-insert.ts';
import type { WorkloadHistory } from '../../ports/index.ts';
import { binMs, binsPerHour } from '../../recommender/bins.ts';
import { walkForward, walkQuantiles } from '../../recommender/forecast-walk.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import { type MetricKey, metricId } from './metric-ids.ts';

type Metric = Series['metrics'][number];
/** Five-minute bins, counted from 1970-01-01 UTC; `to` is exclusive. */
export type BinRange = { readonly from: number; readonly to: number };

/** Charts show the forecasts that were made half an hour before each bin. */
const predictedBins = 6;
const bandLevels = [0.1, 0.9];
const noBins = new Float64Array(0);
/** How far forecasts reach beyond the newest bin. */
export const horizonBins = binsPerHour;

/** Forecasts, with a range that should contain four out of five samples. */
type Walked = { readonly value: Float64Array; readonly low: Float64Array; readonly high: Float64Array };

type CachedHistory = {
  readonly end: number;
  readonly history: WorkloadHistory;
  readonly predicted: Map<'cpu' | 'memory', Walked>;
};
/** Charts are usually read again within seconds. Each entry takes 300 KB. */
const mostCachedHistories = 32;

/** Reads the series of targets. A bin is null if it has no sample or is after the newest sample. */
export class TargetSeries {
  readonly #cache = new LRUCache<TargetUsage, CachedHistory>({ max: mostCachedHistories });

  /** One series; `usage` is null without samples. A workload that is not in the cluster has no forecasts. */
  read(usage: TargetUsage | null, key: MetricKey, range: BinRange, isGone: boolean): Metric {
    const { targetType, targetName, metricName, metricType } = key;
    const named = { metricName, metricType, targetType, targetName, id: metricId(key) };
    const length = Math.max(0, range.to - range.from);
    if (usage === null) return { ...named, values: Array.from({ length }, () => null) };
    const cached = this.#historyOf(usage);
    const { history } = cached;
    const start = usage.end - history.readyReplicas.length;
    const cut = (values: Float64Array) => cutOut(values, start, range);
    if (metricName === 'replicas') return { ...named, values: cut(history.readyReplicas) };
    if (targetType === 'container') {
      const container = history.containers.find(({ name }) => name === targetName);
      return { ...named, values: cut(container?.[metricName] ?? new Float64Array(0)) };
    }
    const total = history.total[metricName];
    const predicted = isGone ? null : predictedTotal(cached, metricName);
    const both = (of: (values: Float64Array) => (number | null)[]): Metric => ({
      ...named,
      values: of(total),
      ...(predicted === null ? {} : { predicted: of(predicted.value) }),
    });
    if (metricType === 'total') {
      const band = predicted === null ? {} : { predictedLow: cut(predicted.low), predictedHigh: cut(predicted.high) };
      return {
        ...both(cut),
        ...band,
        requested: cut(history.requested[metricName]),
        pods: cut(history.readyReplicas),
      };
    }
    const divisor = metricType === 'average' ? history.readyReplicas : history.requested[metricName];
    return both((values) => cutQuotients(values, divisor, start, range));
  }

  /** The history is copied from the ring buffers once per bin. */
  #historyOf(usage: TargetUsage): CachedHistory {
    const known = this.#cache.get(usage);
    if (known?.end === usage.end) return known;
    const fresh = { end: usage.end, history: usage.history(), predicted: new Map<'cpu' | 'memory', Walked>() };
    this.#cache.set(usage, fresh);
    return fresh;
  }
}

function predictedTotal({ history, predicted }: CachedHistory, resource: 'cpu' | 'memory'): Walked {
  return getOrInsert(predicted, resource, () => {
    const usage = history.total[resource];
    const value = walkForward(usage, predictedBins, horizonBins);
    const [low = noBins, high = noBins] = walkQuantiles(usage, value, predictedBins, bandLevels);
    return { value, low, high };
  });
}

/** The sum over the targets that have a sample in a bin; null if none has one. */
export function namespaceSeries(usages: readonly TargetUsage[], key: MetricKey, range: BinRange): Metric {
  const { targetType, targetName, metricName, metricType } = key;
  const sums = new Float64Array(Math.max(0, range.to - range.from)).fill(Number.NaN);
  for (const usage of usages) {
    if (metricName === 'replicas') continue;
    const total = usage.total[metricName];
    const start = usage.end - total.length;
    for (let bin = 0; bin < sums.length; bin++) {
      const value = total[range.from + bin - start] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const sum = sums[bin] ?? Number.NaN;
      sums[bin] = Number.isNaN(sum) ? value : sum + value;
    }
  }
  return { metricName, metricType, targetType, targetName, id: metricId(key), values: Array.from(sums, orNull) };
}

/** The start of each bin, as an ISO timestamp. */
export const periodsOf = ({ from, to }: BinRange): string[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, bin) => new Date((from + bin) * binMs).toISOString());

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The bins of a range, from values that begin at bin `start`; null outside them. */
const cutOut = (values: Float64Array, start: number, { from, to }: BinRange): (number | null)[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, bin) => orNull(values[from + bin - start] ?? Number.NaN));

/** Like `cutOut`, but divided. After the end of the divisor, its last known value is used. Division by 0 gives null. */
function cutQuotients(values: Float64Array, divisor: Float64Array, start: number, { from, to }: BinRange) {
  const last = divisor.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
  return Array.from({ length: Math.max(0, to - from) }, (_, bin): number | null => {
    const index = from + bin - start;
    const by = index < divisor.length ? (divisor[index] ?? Number.NaN) : last;
    return by > 0 ? orNull((values[index] ?? Number.NaN) / by) : null;
  });
}
