import { type CsvCell } from '@trimtab/core';
import type { ReactNode } from 'react';

/** One column of a table: its header, its cells, its sort order and its part of the CSV file. */
export type Column<Row> = {
  /** Unique within the table. The address of a sorted list contains it. */
  id: string;
  header: string;
  /** Replaces the header's text, for example by a checkbox that selects all rows. */
  headerCell?: ReactNode;
  /** Explains the header in a tooltip. */
  hint?: string;
  /** A CSS width. The table layout is fixed, so that columns line up across skeletons, pages and sections. */
  width?: string;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** Makes the header sort the list. */
  sort?: ColumnSort<Row>;
  /** Marks the cell that names the row to screen readers. It stays in view when the table scrolls sideways. */
  isRowHeader?: boolean;
  /**
   * Where the value appears if the row is a card. `lead`: the first and largest value, the money. `corner`: a control
   * beside it. `wide`: a whole line without a header. `none`: nowhere.
   */
  card?: 'lead' | 'corner' | 'wide' | 'none';
  /** A control for all rows in the bar above the cards, such as a checkbox that selects all rows. */
  cardHeader?: ReactNode;
  cell: (row: Row) => ReactNode;
  /**
   * The CSV columns that contain this column's values, by their CSV headers. Without it, the CSV file leaves the column
   * out.
   */
  csv?: Readonly<Record<string, (row: Row) => CsvCell>>;
};

type ColumnSort<Row> = {
  /** The value to compare; null is missing and comes last in both directions. Not needed if the server sorts the list. */
  by?: (row: Row) => number | string | null;
  /** What a numeric column measures, for the tooltip 'Sort by highest {noun}'. Text columns have none. */
  noun?: string;
};
