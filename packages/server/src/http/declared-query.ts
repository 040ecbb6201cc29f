import type { Operation } from '@trimtab/core';
import { HttpError } from './errors.ts';
import type { Query } from './query.ts';
import { checkPastWindow } from './window.ts';

/** Checks every parameter against the declaration of the call, because a handler might ignore an invalid one. */
export function checkQuery(query: Query, { id, query: declared = {} }: Operation, now: number): void {
  for (const [name, { type, required, fallback }] of Object.entries(declared)) {
    const value = type === 'boolean' ? query.flag(name) : type === 'instant' ? query.instant(name) : query.text(name);
    if ((value === null || value === '') && required === true && fallback === undefined) {
      throw new HttpError(400, `Parameter ${name} must be given${type === 'boolean' ? ': true or false' : ''}.`);
    }
  }
  if (declared['start']?.type === 'instant' && declared['end']?.type === 'instant')
    checkPastWindow(id, query.window(), now);
}
