import type { ModelMode, ResourceName } from '@trimtab/core';
import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { quantile, quantileOfSorted } from '../../packages/server/src/recommender/quantile.ts';
import { suggestVertical } from '../../packages/server/src/recommender/vertical.ts';
import { leastCostRequest } from '../../packages/server/src/recommender/vertical-cpu.ts';
import { levelShiftGuard } from '../../packages/server/src/recommender/vertical-rules.ts';

/** Hourly recommendation from older samples only. A request outside [lower, upper] is changed immediately. */
export type Hourly = { target: Float64Array; lower: Float64Array | null; upper: Float64Array | null };
export type Recommender = (usage: Float64Array, resource: ResourceName) => Hourly;

const mib = 2 ** 20;
const hoursOf = (usage: Float64Array): number => Math.floor(usage.length / binsPerHour);

// The Kubernetes vertical pod autoscaler: decaying histograms with 5 % wide buckets; daily peaks for memory.
function vpaBuckets(resource: ResourceName): Float64Array {
  const [first, most] = resource === 'cpu' ? [0.01, 1000] : [1e7, 1e12];
  const count = Math.ceil(Math.log((most * 0.05) / first + 1) / Math.log(1.05)) + 1;
  return Float64Array.from({ length: count + 1 }, (_, index) => (first * (1.05 ** index - 1)) / 0.05);
}

function vpaBucket(value: number, starts: Float64Array): number {
  const first = starts[1] ?? 1;
  const index = Math.floor(Math.log((value * 0.05) / first + 1) / Math.log(1.05) + 1e-12);
  return Math.min(Math.max(index, 0), starts.length - 2);
}

function vpaQuantile(histogram: Float64Array, starts: Float64Array, at: number): number {
  let total = 0;
  for (const weight of histogram) total += weight;
  if (total <= 0) return 0;
  const goal = at * total - 1e-12 * total;
  let sum = 0;
  let bucket = 0;
  for (; bucket < histogram.length; bucket++) {
    sum += histogram[bucket] ?? 0;
    if (sum >= goal) break;
  }
  return starts[Math.min(bucket, starts.length - 2) + 1] ?? 0;
}

export const vpa: Recommender = (usage, resource) => {
  const starts = vpaBuckets(resource);
  const hours = hoursOf(usage);
  const target = new Float64Array(hours);
  const lower = new Float64Array(hours);
  const upper = new Float64Array(hours);
  const histogram = new Float64Array(starts.length - 1);
  const add = (value: number, weight: number): void => {
    const bucket = vpaBucket(value, starts);
    histogram[bucket] = (histogram[bucket] ?? 0) + weight;
  };
  let peaks: { day: number; peak: number }[] = [];
  for (let hour = 0; hour < hours; hour++) {
    if (hour > 0) {
      const samples = usage.subarray((hour - 1) * binsPerHour, hour * binsPerHour);
      if (resource === 'cpu') {
        for (let bucket = 0; bucket < histogram.length; bucket++) {
          histogram[bucket] = (histogram[bucket] ?? 0) * 2 ** (-1 / 24);
        }
        samples.forEach((value, index) => {
          add(value, 0.1 * 2 ** (-(binsPerHour - 1 - index + 0.5) / binsPerHour / 24));
        });
      } else {
        const day = Math.floor((hour - 1) / 24);
        const highest = Math.max(...samples);
        const newest = peaks.at(-1);
        if (newest?.day === day) newest.peak = Math.max(newest.peak, highest);
        else peaks.push({ day, peak: highest });
        peaks = peaks.slice(-8);
        const before = target[hour - 1] ?? 0;
        const today = peaks.at(-1);
        if (today && before > 0 && highest > before && hour > 24) {
          const killedAt = Math.max(before, today.peak);
          today.peak = Math.max(killedAt * 1.2, killedAt + 100 * mib);
        }
        histogram.fill(0);
        for (const { day: then, peak } of peaks) add(peak, 2 ** (then - day));
      }
    }
    const days = Math.max(hour / 24, 1e-3);
    target[hour] = vpaQuantile(histogram, starts, 0.9) * 1.15;
    lower[hour] = vpaQuantile(histogram, starts, 0.5) * 1.15 * (1 + 0.001 / days) ** -2;
    upper[hour] = vpaQuantile(histogram, starts, 0.95) * 1.15 * (1 + 1 / days);
  }
  return { target, lower, upper };
};

/** A statistic over the last `days` days, computed every hour. */
function byWindow(days: number, statistic: (window: Float64Array, resource: ResourceName) => number): Recommender {
  return (usage, resource) => {
    const target = new Float64Array(hoursOf(usage));
    for (let hour = 1; hour < target.length; hour++) {
      const end = hour * binsPerHour;
      target[hour] = statistic(usage.subarray(Math.max(0, end - days * binsPerDay), end), resource);
    }
    return { target, lower: null, upper: null };
  };
}

const highest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0);

export const krr = (percentile: number): Recommender =>
  byWindow(14, (window, resource) => (resource === 'cpu' ? quantile(window, percentile) : highest(window) * 1.15));
export const crane = byWindow(7, (window) => quantile(window, 0.99) * 1.15);
export const castLike = byWindow(1, (window, resource) =>
  resource === 'cpu' ? quantile(window, 0.8) : highest(window) * 1.1,
);
export const peakOfWeek = byWindow(7, highest);

/** Google Autopilot's moving window: a percentile of the load-adjusted histogram plus 15 %. */
export const autopilot: Recommender = (usage, resource) => {
  const [halfLifeHours, at] = resource === 'cpu' ? [12, 0.95] : [48, 0.98];
  return byWindow(10, (window) => {
    const newest = window.length - 1;
    const order = Array.from(window.keys()).toSorted((a, b) => (window[a] ?? 0) - (window[b] ?? 0));
    const weights = order.map((index) => (window[index] ?? 0) * 2 ** (-(newest - index) / binsPerHour / halfLifeHours));
    const goal = at * weights.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    const found = weights.findIndex((weight) => {
      sum += weight;
      return sum >= goal;
    });
    return (window[order[found < 0 ? newest : found] ?? newest] ?? 0) * 1.15;
  })(usage, resource);
};

/** Our recommender: decided once a day at midnight; the level-shift guard runs every hour. */
export const ours =
  (mode: ModelMode, historyDays = Number.POSITIVE_INFINITY): Recommender =>
  (usage, resource) =>
    decidedAtMidnight(usage, resource, (past) => {
      const recent = past.subarray(Math.max(0, past.length - historyDays * binsPerDay));
      const suggestion = suggestVertical({ usage: recent, resource, mode });
      const computed = suggestion?.computed ?? 0;
      // The guard against level shifts is applied to every hour.
      return suggestion?.clamp === 'level shift'
        ? Math.min(computed, suggestion.ceiling ?? computed)
        : (suggestion?.value ?? 0);
    });

/** Our recommender for CPU with any cost of an hour above the request. */
export const oursWith =
  (lambda: number): Recommender =>
  (usage, resource) =>
    decidedAtMidnight(usage, resource, (past) => leastCostRequest(past, lambda)?.value ?? 0);

function decidedAtMidnight(
  usage: Float64Array,
  resource: ResourceName,
  decide: (past: Float64Array) => number,
): Hourly {
  const hours = hoursOf(usage);
  const target = new Float64Array(hours);
  const lower = new Float64Array(hours);
  for (let day = 1; day * binsPerDay <= usage.length; day++) {
    target.fill(decide(usage.subarray(0, day * binsPerDay)), day * 24, Math.min((day + 1) * 24, hours));
  }
  target.fill(target[24] ?? 0, 0, 24);
  for (let hour = 1; hour < hours; hour++) {
    const lastHour = usage.subarray((hour - 1) * binsPerHour, hour * binsPerHour).toSorted();
    lower[hour] = quantileOfSorted(lastHour, 0.9);
    target[hour] = Math.max(target[hour] ?? 0, quantileOfSorted(lastHour, 0.5) * levelShiftGuard[resource]);
  }
  return { target, lower, upper: null };
}
