import { UsageError } from '../failure.ts';
import { find, text } from './jsonpath/evaluate.ts';
import { parsePath } from './jsonpath/parse.ts';
import { column, type TextColumn } from './table.ts';

/** What kubectl prints for a missing value. */
const missing = '<none>';

/** The columns of `NAME:.name,STATUS:.status.label`. Commas in brackets belong to a path. */
export function customColumns(spec: string): TextColumn<unknown>[] {
  const parts = spec.match(/(?:\[[^\]]*\]|[^,[])+/g) ?? [];
  return parts.map((part) => {
    const [, header = '', path = ''] = /^([^:]+):(.+)$/s.exec(part.trim()) ?? [];
    if (path === '') {
      throw new UsageError(
        `"${part}" is not a column.`,
        'Use HEADER:PATH with commas, such as -o custom-columns=NAME:.name,STATUS:.status.label',
      );
    }
    const steps = parsePath(path);
    return column(header.toLowerCase(), header, (row) => {
      const found = find(steps, row, row).filter((value) => value !== null);
      return found.length === 0 ? missing : found.map(text).join(',');
    });
  });
}
