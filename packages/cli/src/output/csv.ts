import { sanitize } from './sanitize.ts';
import type { Column, Value } from './table.ts';

/** The characters that start a formula in a spreadsheet (OWASP ASVS 1.2.10), with full-width forms. */
const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** A CSV cell (RFC 4180). A text that a spreadsheet would evaluate gets an apostrophe; a number stays a number. */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  // Both texts are tested: an invisible character before the sign must not hide it.
  const safe = sanitize(value);
  const text = formulaStart.test(value) || formulaStart.test(safe) ? `'${safe}` : safe;
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record per row with CRLF line ends. The header has the API's field names. */
export function csv<Row>(rows: readonly Row[], columns: readonly Column<Row>[], headers: boolean): string {
  const lines = rows.map((row) =>
    columns.map((column) => csvCell(column.value === undefined ? column.text(row) : column.value(row))).join(','),
  );
  if (headers) lines.unshift(columns.map((column) => csvCell(column.id)).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}
