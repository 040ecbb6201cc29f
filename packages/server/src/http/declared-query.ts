import { dayMs, type Operation } from '@trimtab/core';
import { HttpError } from './errors.ts';
import type { Query } from './query.ts';

/** No source remembers for longer; a window that is longer is a mistake (reliability.md S6). */
const longestWindowMs = 10 * 366 * dayMs;

/**
 * Holds a query to the declaration of its call before anything is asked, also where the call itself never looks at a
 * parameter: what was misspelled must not be passed over in silence.
 */
export function checkQuery(query: Query, declared: Operation['query'] = {}): void {
  for (const [name, { type, required, fallback }] of Object.entries(declared)) {
    const value = type === 'boolean' ? query.flag(name) : type === 'instant' ? query.instant(name) : query.text(name);
    if ((value === null || value === '') && required === true && fallback === undefined) {
      throw new HttpError(400, `Parameter ${name} must be given${type === 'boolean' ? ': true or false' : ''}.`);
    }
  }
  if (declared['start']?.type === 'instant' && declared['end']?.type === 'instant') checkWindow(query);
}

function checkWindow(query: Query): void {
  const [start, end] = [query.instant('start'), query.instant('end')];
  if (start === null || end === null) return;
  if (start >= end) throw new HttpError(400, 'Parameter end must be later than start.');
  if (end - start > longestWindowMs) throw new HttpError(400, 'Parameter start must be within 10 years before end.');
}
