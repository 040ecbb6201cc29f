import type { SortField } from '@trimtab/core';
import type { ReactNode } from 'react';
import type { CsvCell } from './csv.ts';

/** A column of a table whose rows are of one kind. */
export type Column<Row> = {
  id: string;
  header: string;
  /** What stands in the header in place of its text: a checkbox for all rows, say. */
  headerCell?: ReactNode;
  /** Explains the header. A sortable one explains instead what pressing it does. */
  hint?: string;
  /** A CSS width; the layout is fixed, so that skeletons, pages and sections stand in line. */
  width?: string;
  align?: 'start' | 'end';
  sort?: SortField;
  /** The cell that names the row to a screen reader, and that stays in place when the table is scrolled sideways. */
  isRowHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** The same cell in a CSV file; a column without it, such as one of links, is left out there. */
  csvCell?: (row: Row) => CsvCell;
};
