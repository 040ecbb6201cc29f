import { dayMs, minuteMs } from '@trimtab/core';
import type { Window } from '../../ports/index.ts';

/** The window of a cost: the last 24 hours, for which all inputs are known, or another window. */
export type CostWindow = { readonly recent: true } | { readonly recent: false; readonly window: Window };

/** Tolerates differences of clocks and the duration of a request. */
const slackMs = 5 * minuteMs;

/** The end defaults to now, and the start to 24 hours before the end. An end in the future is replaced by now. */
export function costWindow(asked: { start: number | null; end: number | null }, now: number): CostWindow {
  const end = Math.min(asked.end ?? now, now);
  const start = asked.start ?? end - dayMs;
  const isRecent = now - end <= slackMs && Math.abs(end - start - dayMs) <= slackMs;
  return isRecent ? { recent: true } : { recent: false, window: { start, end } };
}
