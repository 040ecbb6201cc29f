import { dayMs } from '@trimtab/core';
import { DomainError, requireStartBeforeEnd } from '../ports/index.ts';

/** No source stores data for longer, so a longer window is a mistake. */
const longestMs = 10 * 366 * dayMs;

/** In milliseconds; a null end is open. */
export type OpenWindow = { readonly start: number | null; readonly end: number | null };

/** @throws DomainError `invalid` unless the window starts before its end, and at most ten years before it */
export function checkWindow({ start, end }: OpenWindow): void {
  if (start === null || end === null) return;
  requireStartBeforeEnd(start, end);
  if (end - start > longestMs) throw new DomainError('invalid', 'Parameter start must be within 10 years before end.');
}
