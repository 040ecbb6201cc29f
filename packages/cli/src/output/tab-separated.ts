import { paint } from './style.ts';
import type { Table } from './table.ts';

type PipeOptions = {
  headers: boolean;
  /** True only with CLICOLOR_FORCE. */
  color: boolean;
};

/** One row per line, cells separated by tabs and never cut, for `cut`, `awk` and `grep`. */
export function tabSeparated(table: Table, { headers, color }: PipeOptions): string {
  const lines = table.rows.map((row) => row.map(({ text, style }) => (color ? paint(style, text) : text)).join('\t'));
  if (headers) lines.unshift(table.columns.map((column) => column.header).join('\t'));
  return lines.map((line) => `${line}\n`).join('');
}
