import { dayMs, minuteMs } from '@trimtab/core';
import type { Window } from '../../ports/index.ts';

/** What a cost is averaged over: the 24 hours that end now, of which everything is known, or another window. */
export type CostWindow = { readonly recent: true } | { readonly recent: false; readonly window: Window };

/** A client's clock and its way to us may take this long. */
const slackMs = 5 * minuteMs;

/** An absent end is now, an absent start 24 hours before the end; an end in the future is now. */
export function costWindow(asked: { start: number | null; end: number | null }, now: number): CostWindow {
  const end = Math.min(asked.end ?? now, now);
  const start = asked.start ?? end - dayMs;
  const isRecent = now - end <= slackMs && Math.abs(end - start - dayMs) <= slackMs;
  return isRecent ? { recent: true } : { recent: false, window: { start, end } };
}
