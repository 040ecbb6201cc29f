import { UsageError } from '../failure.ts';
import type { View } from './present.ts';
import { sanitizeCell } from './sanitize.ts';
import type { Column } from './table.ts';

const spelling = (name: string): string => name.toLowerCase().replaceAll(/[ -]/g, '_');

/** The columns of these names, by id or by header, in the order asked. The first of two of the same name counts. */
export function chooseColumns<Row>(names: readonly string[], columns: readonly Column<Row>[]): Column<Row>[] {
  return names.map((name) => {
    const wanted = spelling(name);
    const column =
      columns.find(({ id }) => spelling(id) === wanted) ?? columns.find(({ header }) => spelling(header) === wanted);
    if (column !== undefined) return column;
    const known = new Set(columns.map(({ id }) => id));
    throw new UsageError(`There is no column ${name}.`, `The columns are ${[...known].join(', ')}.`);
  });
}

/** One name a line, for `xargs`; what several rows are about is named once. */
export function namesOf<Row>({ rows, columns, nameOf }: View<Row>): string {
  const name = nameOf ?? columns.find(({ id }) => id === 'name')?.text;
  if (name === undefined) throw new UsageError('What this command prints has no names.', 'Choose another -o.');
  const names = new Set(rows.map((row) => sanitizeCell(name(row))));
  return Array.from(names, (each) => `${each}\n`).join('');
}
