import type { Context } from '../context.ts';
import { paint } from './style.ts';
import type { TextTable } from './table.ts';

/** One row per line, cells separated by tabs and never cut, for `cut`, `awk` and `grep`. In color with CLICOLOR_FORCE. */
export function tabSeparated(table: TextTable, { headers, color }: Pick<Context, 'headers' | 'color'>): string {
  const lines = table.rows.map((row) => row.map(({ text, style }) => paint(style, text, color)).join('\t'));
  if (headers) lines.unshift(table.columns.map((column) => column.header).join('\t'));
  return lines.map((line) => `${line}\n`).join('');
}
