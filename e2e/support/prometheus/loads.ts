import { type Trace, traceAt } from './traces.ts';

const dayMs = 86_400_000;
/** Traces hold bursts of a thousand times their mean; a workload that did so would be another workload. */
const mostTimesMean = 12;

/** Scales values so that their mean over the last 24 hours before `now`, each for the time since the one before, is 1. */
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
 * A load that follows a trace, as a multiple of its own mean over the last 24 hours, at each time and for the interval
 * that led to it. `first` is where the workload begins; `shift` lets two workloads follow one trace apart.
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
