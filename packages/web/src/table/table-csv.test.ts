import { expect, it } from 'vitest';
import type { Column } from './columns.ts';
import { tableCsv } from './table-csv.ts';

type Row = { name: string; dollars: number | null };
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', csv: { name: ({ name }) => name }, cell: ({ name }) => name },
  {
    id: 'cost',
    header: 'Cost',
    csv: { dollars: ({ dollars }) => dollars, cents: ({ dollars }) => dollars && dollars * 100 },
    cell: ({ dollars }) => dollars,
  },
  { id: 'details', header: 'Details', cell: () => null },
];

it('writes the CSV file from the columns of the table', () => {
  const { header, rowOf } = tableCsv(columns);
  expect(header).toEqual(['name', 'dollars', 'cents']);
  expect(rowOf({ name: 'b', dollars: null })).toEqual(['b', null, null]);
  expect(rowOf({ name: 'a', dollars: 2 })).toEqual(['a', 2, 200]);
});
