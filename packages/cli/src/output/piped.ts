import type { Table } from './table.ts';

/** For `cut`, `awk` and `grep`: one row a line, tabs between, full width, no colour. */
export function piped(table: Table, headers: boolean): string {
  const lines = table.rows.map((row) => row.map((cell) => cell.text).join('\t'));
  if (headers) lines.unshift(table.columns.map((column) => column.header).join('\t'));
  return lines.map((line) => `${line}\n`).join('');
}
