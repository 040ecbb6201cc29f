import { paint } from './style.ts';
import type { Table } from './table.ts';

type PipeOptions = {
  headers: boolean;
  /** Only where CLICOLOR_FORCE asks for it. */
  color: boolean;
};

/** For `cut`, `awk` and `grep`: one row a line, tabs between, full width. */
export function tabSeparated(table: Table, { headers, color }: PipeOptions): string {
  const lines = table.rows.map((row) => row.map(({ text, style }) => (color ? paint(style, text) : text)).join('\t'));
  if (headers) lines.unshift(table.columns.map((column) => column.header).join('\t'));
  return lines.map((line) => `${line}\n`).join('');
}
