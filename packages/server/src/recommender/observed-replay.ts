import { countAtMost } from './quantile.ts';
import { replayDay, type UsageDay } from './usage-day.ts';

/** The replay of requests on whole days, as plain means that can be recomputed from the samples. */
export type ObservedReplay = {
  readonly days: number;
  /** The unused share of the request, 0 to 1. */
  readonly slack: number;
  /** The share of samples above the request, 0 to 1. */
  readonly timeOver: number;
  /** Days on which the request was exceeded at least once. */
  readonly daysOver: number;
};

/** Replays requests, each on its day. Null when no day has enough samples. */
export function observeDays(
  replayed: readonly { readonly day: UsageDay | null; readonly request: number }[],
): ObservedReplay | null {
  let days = 0;
  let slack = 0;
  let timeOver = 0;
  let daysOver = 0;
  for (const { day, request } of replayed) {
    if (day === null || Number.isNaN(request)) continue;
    const within = countAtMost(day.sorted, request);
    days++;
    slack += replayDay(day, request, 'memory').slack;
    timeOver += 1 - within / day.sorted.length;
    if (within < day.sorted.length) daysOver++;
  }
  return days === 0 ? null : { days, slack: slack / days, timeOver: timeOver / days, daysOver };
}

/** Replays a fixed request on the last `atMost` days with enough samples. */
export function replayRequest(
  days: readonly (UsageDay | null)[],
  request: number,
  atMost: number = days.length,
): ObservedReplay | null {
  const usable = days.filter((day) => day !== null);
  return observeDays(usable.slice(Math.max(0, usable.length - atMost)).map((day) => ({ day, request })));
}
