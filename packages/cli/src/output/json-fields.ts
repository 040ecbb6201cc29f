import { isRecord } from '@trimtab/core';
import { UsageError } from '../failure.ts';
import { itemsOf } from './items.ts';
import { type TextColumn, type Value, valueIn } from './table.ts';

/** What can be selected in addition to the fields of the data, by name: the value of the item at this place. */
export type MoreFields = ReadonlyMap<string, (index: number) => Value>;

/** The values of these columns as fields. The rows have the order of the items of the data. */
export const fieldsOf = <Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[] = []): MoreFields =>
  new Map(
    columns.map((column) => [
      column.id,
      (index) => {
        const row = rows[index];
        return row === undefined ? null : valueIn(column, row);
      },
    ]),
  );

/** Selects these fields of each item of a list, or of a single object, in this order. A missing field is null. */
export function pickFields(names: readonly string[], data: unknown, more: MoreFields): unknown {
  const items = itemsOf(data);
  const rows = items ?? [data];
  const available = new Set([...rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])), ...more.keys()]);
  const unknown = rows.length === 0 ? undefined : names.find((name) => !available.has(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no field ${unknown}.`, `The fields are ${[...available].join(', ')}.`);
  }
  const valueOf = (row: unknown, index: number, name: string) =>
    isRecord(row) && Object.hasOwn(row, name) ? row[name] : more.get(name)?.(index);
  const picked = rows.map((row, index) =>
    Object.fromEntries(names.map((name) => [name, valueOf(row, index, name) ?? null])),
  );
  return items === null ? picked[0] : picked;
}
