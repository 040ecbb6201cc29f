import { UsageError } from '../failure.ts';
import { sanitizeCell } from './sanitize.ts';
import type { TextColumn } from './table.ts';
import type { View } from './view.ts';

const normalized = (name: string): string => name.toLowerCase().replaceAll(/[ -]/g, '_');

/** The columns with these ids or headers, in this order. */
export function chooseColumns<Row>(names: readonly string[], columns: readonly TextColumn<Row>[]): TextColumn<Row>[] {
  return names.map((name) => {
    const wanted = normalized(name);
    const column =
      columns.find(({ id }) => normalized(id) === wanted) ??
      columns.find(({ header }) => normalized(header) === wanted);
    if (column !== undefined) return column;
    const known = new Set(columns.map(({ id }) => id));
    throw new UsageError(`There is no column ${name}.`, `The columns are ${[...known].join(', ')}.`);
  });
}

/** Unique names, one per line, for `xargs`. */
export function namesOf<Row>({ rows, columns, nameOf }: View<Row>): string {
  const name = nameOf ?? columns.find(({ id }) => id === 'name')?.text;
  if (name === undefined)
    throw new UsageError('The output of this command has no names.', 'Use another format with -o.');
  const names = new Set(rows.map((row) => sanitizeCell(name(row))));
  return Array.from(names, (each) => `${each}\n`).join('');
}
