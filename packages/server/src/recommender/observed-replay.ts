import { countAtMost } from './quantile.ts';
import { replayDay, type UsageDay } from './usage-day.ts';

/** Means over whole days, which a person can recompute from the samples. */
export type ObservedReplay = {
  readonly days: number;
  /** The unused share of the request. */
  readonly slack: number;
  /** The share of samples above the request. */
  readonly timeOver: number;
  /** Days on which the request was exceeded at least once. */
  readonly daysOver: number;
};

/** What requests would have done, each on its day; null when none of the days can be judged. */
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

/** How a fixed request would have done over the last days that can be judged, all of them by default. */
export function replayRequest(
  days: readonly (UsageDay | null)[],
  request: number,
  atMost: number = days.length,
): ObservedReplay | null {
  const judged = days.filter((day) => day !== null);
  return observeDays(judged.slice(Math.max(0, judged.length - atMost)).map((day) => ({ day, request })));
}
