import type { SortField } from '@trimtab/core';
import type { ReactNode } from 'react';

/** A column of a table whose rows are of one kind. */
export type Column<Row> = {
  id: string;
  header: string;
  /** Explains the header. A sortable one explains instead what pressing it does. */
  hint?: string;
  /** A CSS width; the layout is fixed, so that skeletons, pages and sections stand in line. */
  width?: string;
  align?: 'start' | 'end';
  sort?: SortField;
  /** The cell that names the row to a screen reader, and that stays in place when the table is scrolled sideways. */
  isRowHeader?: boolean;
  cell: (row: Row) => ReactNode;
};
