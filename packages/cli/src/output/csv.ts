import { sanitize } from './sanitize.ts';
import type { Column, Value } from './table.ts';

/** What a spreadsheet takes for the start of a formula (OWASP ASVS 1.2.10), full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** RFC 4180. A text that a spreadsheet would calculate gets an apostrophe; a number stays a number. */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  // A character of no width before the sign must not smuggle it past the test, so the inert text is tested as well.
  const safe = sanitize(value);
  const text = formulaStart.test(value) || formulaStart.test(safe) ? `'${safe}` : safe;
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record per row, CRLF line ends, the API's field names as header. */
export function csv<Row>(rows: readonly Row[], columns: readonly Column<Row>[], headers: boolean): string {
  const lines = rows.map((row) =>
    columns.map((column) => csvCell(column.value === undefined ? column.text(row) : column.value(row))).join(','),
  );
  if (headers) lines.unshift(columns.map((column) => csvCell(column.id)).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}
