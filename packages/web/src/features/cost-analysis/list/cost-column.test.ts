import { describe, expect, it } from 'vitest';
import {
  type CostColumn,
  csvOf,
  nextRowSort,
  readRowSort,
  rowSortTooltip,
  sortRows,
  writeRowSort,
} from './cost-column.ts';

type Row = { name: string; dollars: number | null };
const nameColumn: CostColumn<Row> = {
  id: 'name',
  header: 'Name',
  sort: { by: ({ name }) => name },
  csv: { name: ({ name }) => name },
  cell: ({ name }) => name,
};
const costColumn: CostColumn<Row> = {
  id: 'cost',
  header: 'Cost',
  sort: { by: ({ dollars }) => dollars, noun: 'cost' },
  csv: { dollars: ({ dollars }) => dollars, cents: ({ dollars }) => dollars && dollars * 100 },
  cell: ({ dollars }) => dollars,
};
const fixed: CostColumn<Row> = { id: 'fixed', header: 'Fixed', csv: {}, cell: () => null };
const columns = [nameColumn, costColumn, fixed];
const rows = [
  { name: 'b', dollars: null },
  { name: 'a', dollars: 2 },
  { name: 'c', dollars: 10 },
];
const names = (text: string) => sortRows(rows, columns, readRowSort(text, columns)).map(({ name }) => name);

describe('the order of a cost table', () => {
  it('follows the address, and puts what is missing last whichever way', () => {
    expect(names('cost')).toEqual(['a', 'c', 'b']);
    expect(names('-cost')).toEqual(['c', 'a', 'b']);
    expect(names('-name')).toEqual(['c', 'b', 'a']);
  });

  it.each(['', 'fixed', '-', '--cost', 'constructor', 'cost,name', 'x'.repeat(10_000)])(
    'ignores an address that names no column (%#)',
    (text) => {
      expect(names(text)).toEqual(['b', 'a', 'c']);
    },
  );

  it('begins figures with the highest and texts with the first, and turns at the second press', () => {
    const highest = nextRowSort(costColumn, null);
    expect(writeRowSort(highest)).toBe('-cost');
    expect(writeRowSort(nextRowSort(costColumn, highest))).toBe('cost');
    expect(writeRowSort(nextRowSort(nameColumn, highest))).toBe('name');
    expect(rowSortTooltip(costColumn, null)).toBe('Sort by highest cost');
    expect(rowSortTooltip(costColumn, highest)).toBe('Sort by lowest cost');
    expect(rowSortTooltip(nameColumn, highest)).toBe('Sort ascending');
  });
});

it('makes the file of the same columns', () => {
  const file = csvOf(columns, rows.slice(0, 2));
  expect(file.header).toEqual(['name', 'dollars', 'cents']);
  expect(file.rows()).toEqual([
    ['b', null, null],
    ['a', 2, 200],
  ]);
});
