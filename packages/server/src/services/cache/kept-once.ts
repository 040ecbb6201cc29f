import { getOrInsert } from '../../get-or-insert.ts';

/** Returns the first of all equal values, so that what many objects contain is in memory once. Values are plain data. */
export function keptOnce<T>(): (value: T) => T {
  const kept = new Map<string, T>();
  return (value) => getOrInsert(kept, JSON.stringify(value), () => value);
}
