import { compareText } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import type { CsvCell } from '../../../table/csv.ts';

/**
 * A column of a cost table, whole: its header, its cell, what it is sorted by and what it puts into the CSV file. A new
 * column is one more of these in its table's list.
 */
export type CostColumn<Row> = Omit<Column<Row>, 'sort'> & {
  /** Without it the header does not sort. */
  sort?: {
    /** What rows are compared by; null is missing, and stands last whichever way. */
    by: (row: Row) => number | string | null;
    /** What the tooltip calls it: 'Sort by highest {noun}'. Texts are sorted ascending and descending. */
    noun?: string;
  };
  /** Its columns in the file, by their headers. */
  csv: Readonly<Record<string, (row: Row) => CsvCell>>;
};

/** Which column rows are sorted by; the text of the address is its id, with a minus when descending. */
export type RowSort = { readonly id: string; readonly direction: 'ascending' | 'descending' };

/** The sort of an address; null for a text that names no column that sorts. */
export function readRowSort<Row>(text: string | null, columns: readonly CostColumn<Row>[]): RowSort | null {
  const id = text?.replace(/^-/, '');
  const isKnown = columns.some((column) => column.sort !== undefined && column.id === id);
  return id !== undefined && isKnown ? { id, direction: text?.startsWith('-') ? 'descending' : 'ascending' } : null;
}

export const writeRowSort = ({ id, direction }: RowSort): string => (direction === 'descending' ? `-${id}` : id);

/** What pressing a header leads to: figures begin with the highest, texts with the first. */
export function nextRowSort<Row>({ id, sort }: CostColumn<Row>, current: RowSort | null): RowSort {
  if (current?.id !== id) return { id, direction: sort?.noun === undefined ? 'ascending' : 'descending' };
  return { id, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}

export function rowSortTooltip<Row>(column: CostColumn<Row>, current: RowSort | null): string {
  const { direction } = nextRowSort(column, current);
  const noun = column.sort?.noun;
  if (noun === undefined) return direction === 'ascending' ? 'Sort ascending' : 'Sort descending';
  return `Sort by ${direction === 'descending' ? 'highest' : 'lowest'} ${noun}`;
}

/** The rows in that order; equal ones, and missing ones at the end, keep the order they came in. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly CostColumn<Row>[],
  sort: RowSort | null,
): readonly Row[] {
  const by = columns.find(({ id }) => id === sort?.id)?.sort?.by;
  if (by === undefined || sort === null) return rows;
  const turn = sort.direction === 'descending' ? -1 : 1;
  return rows
    .map((row) => ({ row, value: by(row) }))
    .toSorted(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (typeof a === 'number' && typeof b === 'number') return (a - b) * turn;
      return compareText(String(a), String(b)) * turn;
    })
    .map(({ row }) => row);
}

/** What the CSV file of such a table holds. */
export function csvOf<Row>(columns: readonly CostColumn<Row>[], rows: readonly Row[]) {
  const parts = columns.flatMap(({ csv }) => Object.entries(csv));
  return {
    header: parts.map(([header]) => header),
    rows: () => rows.map((row) => parts.map(([, cell]) => cell(row))),
  };
}
