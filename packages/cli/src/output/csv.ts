import { csvText } from '@trimtab/core';
import { type TextColumn, valueIn } from './table.ts';

/** One record and one line per row. The header has the API's field names. */
export function csv<Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[], headers: boolean): string {
  const records = rows.map((row) => columns.map((column) => valueIn(column, row)));
  return csvText(headers ? columns.map(({ id }) => id) : null, records, { singleLine: true });
}
