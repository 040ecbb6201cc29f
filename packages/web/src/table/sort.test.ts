import { describe, expect, it } from 'vitest';
import type { Column } from './columns.ts';
import { readSort, sortAfterPress, sortByColumn, sortTooltip, writeSort } from './sort.ts';

type Row = { name: string; dollars: number | null };
const nameColumn: Column<Row> = {
  id: 'name',
  header: 'Name',
  sort: { by: ({ name }) => name },
  cell: ({ name }) => name,
};
const costColumn: Column<Row> = {
  id: 'cost',
  header: 'Cost',
  sort: { by: ({ dollars }) => dollars, noun: 'cost' },
  cell: ({ dollars }) => dollars,
};
const fixed: Column<Row> = { id: 'fixed', header: 'Fixed', cell: () => null };
const columns = [nameColumn, costColumn, fixed];
const rows = [
  { name: 'b', dollars: null },
  { name: 'a', dollars: 2 },
  { name: 'c', dollars: 10 },
];
const names = (text: string) => sortByColumn(rows, columns, readSort(text, columns)).map(({ name }) => name);

describe('sorting in the browser', () => {
  it('sorts by the column in the address and puts missing values last in both directions', () => {
    expect(names('cost')).toEqual(['a', 'c', 'b']);
    expect(names('-cost')).toEqual(['c', 'a', 'b']);
    expect(names('-name')).toEqual(['c', 'b', 'a']);
  });

  it.each(['', 'fixed', '-', '--cost', 'constructor', 'cost,name', 'x'.repeat(10_000)])(
    'ignores an address that names no sortable column (%#)',
    (text) => {
      expect(names(text)).toEqual(['b', 'a', 'c']);
    },
  );

  it('starts numbers with the highest and texts with the first, and reverses at the second press', () => {
    const highest = sortAfterPress(costColumn, null);
    expect(writeSort(highest)).toBe('-cost');
    expect(writeSort(sortAfterPress(costColumn, highest))).toBe('cost');
    expect(writeSort(sortAfterPress(nameColumn, highest))).toBe('name');
    expect(sortTooltip(costColumn, null)).toBe('Sort by highest cost');
    expect(sortTooltip(costColumn, highest)).toBe('Sort by lowest cost');
    expect(sortTooltip(nameColumn, highest)).toBe('Sort ascending');
  });
});
