import { dayMs, type OperationId } from '@trimtab/core';
import { DomainError, requireStartBeforeEnd } from '../ports/index.ts';

/** No source stores data for longer, so a longer window is a mistake. */
const longestMs = 10 * 366 * dayMs;

/** In milliseconds; a null end is open. */
export type OpenWindow = { readonly start: number | null; readonly end: number | null };

/** These calls list what happened in the window. An absent bound is open, and nothing happened in the future. */
const lists: ReadonlySet<string> = new Set<OperationId>(['suggestions.list', 'views.changes']);

/**
 * Checks the window that a call reads, which ends now at the latest.
 * @throws DomainError `invalid` as `checkWindow`, or if the window starts in the future
 */
export function checkPastWindow(id: string, window: OpenWindow, now: number): void {
  checkWindow(window);
  const { start, end } = window;
  if (start === null || lists.has(id)) return;
  if (start >= now) throw new DomainError('invalid', 'Parameter start must be in the past.');
  checkWindow({ start, end: end ?? now });
}

/** @throws DomainError `invalid` unless the window starts before its end, and at most ten years before it */
export function checkWindow({ start, end }: OpenWindow): void {
  if (start === null || end === null) return;
  requireStartBeforeEnd(start, end);
  if (end - start > longestMs) throw new DomainError('invalid', 'Parameter start must be within 10 years before end.');
}
