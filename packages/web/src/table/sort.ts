import { compareText, type SortDirection } from '@trimtab/core';
import type { Column } from './columns.ts';

/** The column that a list is sorted by. In an address it is the column's id, with a leading minus if descending. */
export type RowSort = { readonly id: string; readonly direction: SortDirection };

/** Reads a sort from an address; null if the text names no sortable column. */
export function readSort<Row>(text: string | null, columns: readonly Column<Row>[]): RowSort | null {
  const id = text?.replace(/^-/, '');
  const isKnown = columns.some((column) => column.sort !== undefined && column.id === id);
  return id !== undefined && isKnown ? { id, direction: text?.startsWith('-') ? 'descending' : 'ascending' } : null;
}

export const writeSort = ({ id, direction }: RowSort): string => (direction === 'descending' ? `-${id}` : id);

/** The sort after a press on the header: numbers start with the highest, texts with the first; a second press reverses. */
export function sortAfterPress<Row>({ id, sort }: Column<Row>, current: RowSort | null): RowSort {
  if (current?.id !== id) return { id, direction: sort?.noun === undefined ? 'ascending' : 'descending' };
  return { id, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}

/** Describes what a press on the header does. */
export function sortTooltip<Row>(column: Column<Row>, current: RowSort | null): string {
  const { direction } = sortAfterPress(column, current);
  const noun = column.sort?.noun;
  if (noun === undefined) return direction === 'ascending' ? 'Sort ascending' : 'Sort descending';
  return `Sort by ${direction === 'descending' ? 'highest' : 'lowest'} ${noun}`;
}

/** Sorts the rows. The sort is stable, and rows without a value come last in both directions. */
export function sortByColumn<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: RowSort | null,
): readonly Row[] {
  const by = columns.find(({ id }) => id === sort?.id)?.sort?.by;
  if (by === undefined || sort === null) return rows;
  const sign = sort.direction === 'descending' ? -1 : 1;
  return rows
    .map((row) => ({ row, value: by(row) }))
    .toSorted(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
      return compareText(String(a), String(b)) * sign;
    })
    .map(({ row }) => row);
}
