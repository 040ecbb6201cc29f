import { isRecord } from '@trimtab/core';
import { UsageError } from '../failure.ts';
import { itemsOf } from './items.ts';

/** Selects these fields of each item of a list, or of a single object, in this order. A missing field is null. */
export function pickFields(names: readonly string[], data: unknown, known: readonly string[]): unknown {
  const items = itemsOf(data);
  const rows = items ?? [data];
  const available = new Set([...rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])), ...known]);
  const unknown = rows.length === 0 ? undefined : names.find((name) => !available.has(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no field ${unknown}.`, `The fields are ${[...available].join(', ')}.`);
  }
  const picked = rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, isRecord(row) ? (row[name] ?? null) : null])),
  );
  return items === null ? picked[0] : picked;
}
