import { dayMs } from '@trimtab/core';
import { type Trace, traceAt } from './traces.ts';

/** Limits the bursts of the traces. Some are a thousand times the mean, which no real workload could handle. */
const mostTimesMean = 12;

/** Scales values so that their time-weighted mean over the 24 hours before `now` is 1. */
function normalize(values: Float64Array, times: readonly number[], now: number, first: number): number {
  let sum = 0;
  let weight = 0;
  for (let index = Math.max(1, first + 1); index < values.length; index += 1) {
    const time = times[index] ?? 0;
    if (time <= now - dayMs || time > now) continue;
    const span = time - (times[index - 1] ?? time);
    sum += (values[index] ?? 0) * span;
    weight += span;
  }
  const mean = weight > 0 ? sum / weight : 0;
  if (mean > 0) for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / mean;
  return mean;
}

/**
 * A load that follows a trace, in multiples of its mean over the last 24 hours. A value holds for the interval that ends
 * at its time. `first` is where the workload begins; `shift` moves the trace, so that two workloads can use the same one.
 */
export function shapeOf(
  trace: Trace,
  times: readonly number[],
  now: number,
  first: number,
  shift: number,
): Float64Array {
  const origin = times[0] ?? 0;
  const values = Float64Array.from(times, (time) => traceAt(trace, (time - origin) / 1000 + shift));
  if (normalize(values, times, now, first) === 0) return values.fill(1);
  for (const [index, value] of values.entries()) values[index] = Math.min(value, mostTimesMean);
  normalize(values, times, now, first);
  return values;
}
