import { dayMs } from '@trimtab/core';
import { HttpError } from '../http/errors.ts';
import type { Query } from '../http/query.ts';

/** History is kept for 400 days; a window that is much longer is a mistake. */
const longestMs = 10 * 366 * dayMs;

/** The ends of a window in milliseconds, checked; null where absent. */
export function readWindow(query: Query): { readonly start: number | null; readonly end: number | null } {
  const window = { start: query.instant('start'), end: query.instant('end') };
  checkWindow({ start: window.start ?? Number.NEGATIVE_INFINITY, end: window.end ?? Number.POSITIVE_INFINITY });
  if (window.start !== null && window.end !== null) checkLength({ start: window.start, end: window.end });
  return window;
}

export function checkWindow({ start, end }: { readonly start: number; readonly end: number }): void {
  if (start >= end) throw new HttpError(400, 'Parameter start must be before end.');
}

export function checkLength({ start, end }: { readonly start: number; readonly end: number }): void {
  if (end - start > longestMs) throw new HttpError(400, 'Parameter start must be within 10 years before end.');
}
