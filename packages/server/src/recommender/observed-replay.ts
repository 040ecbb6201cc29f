import { type BinnedSeries, binsPerDay } from './bins.ts';
import { sizedDays } from './vertical-rules.ts';

/** The replay of requests. All figures are plain means over all samples, so that users can repeat it by hand. */
export type ObservedReplay = {
  /** Days with samples. */
  readonly days: number;
  /** The unused share of the request, 0 to 1. */
  readonly slack: number;
  /** The share of samples above the request, 0 to 1. */
  readonly timeOver: number;
  /** Days on which the request was exceeded at least once. */
  readonly daysOver: number;
};

/** A container that was killed for lack of memory, in bins before the end of a series, with its limit. */
export type Kill = { readonly binsAgo: number; readonly limitBytes: number };

/** The time at which usage exceeded the request most. For a kill, `used` is the limit that was reached. */
export type Shortfall = { readonly bin: number; readonly used: number; readonly request: number };

/**
 * Replays requests on the 24-hour blocks of a series that end now. `requestOn` gets the first bin of a block. Blocks
 * without samples or without a request are skipped. A kill exceeds every request up to the limit at which it happened,
 * even if no sample shows it. Null if no block was replayed.
 */
export function replayDays(
  usage: BinnedSeries,
  requestOn: (start: number) => number | null,
  kills: readonly Kill[] = [],
): (ObservedReplay & { readonly worst: Shortfall | null }) | null {
  let [days, daysOver, samples, above, unused] = [0, 0, 0, 0, 0];
  let worst: Shortfall | null = null;
  for (let end = usage.length; end > 0; end -= binsPerDay) {
    const start = Math.max(0, end - binsPerDay);
    const request = hasSample(usage, start, end) ? requestOn(start) : null;
    if (request === null) continue;
    let highest: Shortfall | null = highestKill(kills, usage.length, start, end, request);
    for (let bin = start; bin < end; bin++) {
      const used = usage[bin] ?? 0;
      if (Number.isNaN(used)) continue;
      samples++;
      if (used <= request) unused += request > 0 ? (request - used) / request : 0;
      else {
        above++;
        if (highest === null || used > highest.used) highest = { bin, used, request };
      }
    }
    days++;
    if (highest === null) continue;
    daysOver++;
    if (worst === null || highest.used - request > worst.used - worst.request) worst = highest;
  }
  return days === 0 ? null : { days, slack: unused / samples, timeOver: above / samples, daysOver, worst };
}

/** Replays a constant request on the last 14 days. Null without samples. */
export function replayRequest(
  usage: BinnedSeries,
  request: number,
  kills: readonly Kill[] = [],
): ObservedReplay | null {
  const recent = usage.subarray(-sizedDays * binsPerDay);
  const replayed = replayDays(recent, () => request, kills);
  if (replayed === null) return null;
  const { worst: _, ...observed } = replayed;
  return observed;
}

function hasSample(usage: BinnedSeries, start: number, end: number): boolean {
  for (let bin = start; bin < end; bin++) if (!Number.isNaN(usage[bin] ?? Number.NaN)) return true;
  return false;
}

/** Of the kills between two bins that exceed the request, the one with the highest limit. */
function highestKill(
  kills: readonly Kill[],
  length: number,
  start: number,
  end: number,
  request: number,
): Shortfall | null {
  let highest: Shortfall | null = null;
  for (const { binsAgo, limitBytes } of kills) {
    const bin = length - 1 - binsAgo;
    if (bin < start || bin >= end || limitBytes < request) continue;
    if (highest === null || limitBytes > highest.used) highest = { bin, used: limitBytes, request };
  }
  return highest;
}
