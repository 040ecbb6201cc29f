import type { Series } from '@trimtab/core';
import type { WorkloadHistory } from '../../ports/index.ts';
import { binsPerHour } from '../../recommender/bins.ts';
import { walkForward } from '../../recommender/forecast-walk.ts';
import { binMs, type TargetUsage } from '../usage-history/target-usage.ts';
import { type MetricKey, metricId } from './metric-ids.ts';

type Metric = Series['metrics'][number];
/** Bins from 1970, the end not included. */
export type BinRange = { readonly from: number; readonly to: number };

/** A forecast of a chart was made half an hour before. */
const predictedBins = 6;
/** As far as forecasts reach. */
export const horizonBins = binsPerHour;

type Remembered = {
  readonly end: number;
  readonly history: WorkloadHistory;
  readonly walked: Map<'cpu' | 'memory', Float64Array>;
};
const remembered = new Map<TargetUsage, Remembered>();
/** A chart's own two weeks take 300 KB; what is looked at now is looked at again in some seconds. */
const mostRemembered = 32;

/** The rings of a target as they are now, and what had been forecast: both are made once per five minutes. */
function recall(memory: TargetUsage): Remembered {
  const known = remembered.get(memory);
  if (known?.end === memory.end) return known;
  remembered.delete(memory);
  const fresh = { end: memory.end, history: memory.history(), walked: new Map<'cpu' | 'memory', Float64Array>() };
  remembered.set(memory, fresh);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= mostRemembered) break;
    remembered.delete(oldest);
  }
  return fresh;
}

function predictedTotal(own: Remembered, resource: 'cpu' | 'memory'): Float64Array {
  const known = own.walked.get(resource);
  if (known !== undefined) return known;
  const walked = walkForward(own.history.total[resource], predictedBins, horizonBins);
  own.walked.set(resource, walked);
  return walked;
}

/** One series of a target over some bins. Null where there is no sample, and after the newest. */
export function targetSeries(memory: TargetUsage | null, key: MetricKey, range: BinRange): Metric {
  const { targetType, targetName, metricName, metricType } = key;
  const named = { metricName, metricType, targetType, targetName, id: metricId(key) };
  const length = Math.max(0, range.to - range.from);
  if (memory === null) return { ...named, values: Array.from({ length }, () => null) };
  const own = recall(memory);
  const start = memory.end - own.history.readyReplicas.length;
  const cut = (values: Float64Array) => cutOut(values, start, range);
  if (metricName === 'replicas') return { ...named, values: cut(own.history.readyReplicas) };
  if (targetType === 'container') {
    const container = own.history.containers.find(({ name }) => name === targetName);
    return { ...named, values: cut(container?.[metricName] ?? new Float64Array(0)) };
  }
  const total = own.history.total[metricName];
  const predicted = predictedTotal(own, metricName);
  if (metricType === 'total') return { ...named, values: cut(total), predicted: cut(predicted) };
  const divisor = metricType === 'average' ? own.history.readyReplicas : own.history.requested[metricName];
  const share = (values: Float64Array) => cutQuotients(values, divisor, start, range);
  return { ...named, values: share(total), predicted: share(predicted) };
}

/** Summed over those targets that have a sample; null where none has. */
export function namespaceSeries(memories: readonly TargetUsage[], key: MetricKey, range: BinRange): Metric {
  const { targetType, targetName, metricName, metricType } = key;
  const sums = new Float64Array(Math.max(0, range.to - range.from)).fill(Number.NaN);
  for (const memory of memories) {
    if (metricName === 'replicas') continue;
    const total = memory.total[metricName];
    const start = memory.end - total.length;
    for (let bin = 0; bin < sums.length; bin++) {
      const value = total[range.from + bin - start] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const sum = sums[bin] ?? Number.NaN;
      sums[bin] = Number.isNaN(sum) ? value : sum + value;
    }
  }
  return {
    metricName,
    metricType,
    targetType,
    targetName,
    id: metricId(key),
    values: Array.from(sums, orNull),
  };
}

export const periodsOf = ({ from, to }: BinRange): string[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, bin) => new Date((from + bin) * binMs).toISOString());

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The bins of a range out of values that begin at `start`; null where there is nothing. */
const cutOut = (values: Float64Array, start: number, { from, to }: BinRange): (number | null)[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, bin) => orNull(values[from + bin - start] ?? Number.NaN));

/** The same of quotients; past the end of the divisor its last known value goes on. Nothing by nothing is unknown. */
function cutQuotients(values: Float64Array, divisor: Float64Array, start: number, { from, to }: BinRange) {
  const last = divisor.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
  return Array.from({ length: Math.max(0, to - from) }, (_, bin): number | null => {
    const index = from + bin - start;
    const by = index < divisor.length ? (divisor[index] ?? Number.NaN) : last;
    return by > 0 ? orNull((values[index] ?? Number.NaN) / by) : null;
  });
}
