import type { Column } from './columns.ts';
import type { RowSort } from './sort.ts';

export type TableProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** In display order. null while the first page is loading: the table shows skeleton rows. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  /** The column by which the rows are sorted. */
  sort?: RowSort | null;
  /** Called with the next sort when a header is pressed. Without it the headers do not sort. */
  onSort?: (sort: RowSort) => void;
  /**
   * A long list scrolls with the page, or inside its card, which is at most 600 px high (`card`) or has its own height
   * (`fill`).
   */
  scroll?: 'page' | 'card' | 'fill';
  rowHeight?: number;
  /** The rows belong to the previous query. They stay readable but faded until the new ones arrive. */
  isStale?: boolean;
  /** The expected number of rows. With fewer than four, there are as few skeleton rows. */
  expectedRows?: number;
  /** Below this width the table scrolls sideways. */
  minWidth?: string;
  /** Called with the rows that are drawn, `to` excluded, when others come into view. It must not change between renders. */
  onDrawn?: (from: number, to: number) => void;
  /**
   * In a window of less than 600 px the rows are cards of this height in pixels. `table` is for a table that fits such a
   * window.
   */
  cards?: number | 'table';
};

export type CardListProps<Row> = TableProps<Row> & {
  /** Pixels. The cards of a long list have exactly this height. */
  cardHeight: number;
};
