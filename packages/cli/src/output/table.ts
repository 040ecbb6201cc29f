import { sanitizeCell } from './sanitize.ts';
import type { TextStyle } from './style.ts';

/** What a CSV cell holds: numbers stay numbers, null is an empty cell. */
export type Value = string | number | null;

/** One column of a list: how a row reads to a person and to a spreadsheet. */
export type Column<Row> = {
  /** The CSV header: the API's field name. */
  id: string;
  header: string;
  text: (row: Row) => string;
  /** Defaults to the text. */
  value?: (row: Row) => Value;
  style?: (row: Row) => TextStyle;
  align?: 'right';
  /** On a narrow terminal the column may be cut down to this width; without it, it never is. */
  minimum?: number;
  /** On a very narrow terminal the column may be left out (and a note says so). */
  optional?: boolean;
  /** Holds sentences: what does not fit goes on in the next line, instead of being cut. */
  wraps?: boolean;
};

export type Cell = {
  text: string;
  style: TextStyle;
};

export type TableColumn = {
  header: string;
  align: 'left' | 'right';
  minimum: number | null;
  optional: boolean;
  wraps: boolean;
};

/** A table whose cells are inert text: what the pipe and the terminal draw. */
export type Table = {
  kind: 'table';
  title?: string;
  /** Facts, one a line, need no line above that says so. */
  isHeadless?: boolean;
  columns: TableColumn[];
  rows: Cell[][];
};

export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], title?: string): Table {
  return {
    kind: 'table',
    ...(title === undefined ? {} : { title: sanitizeCell(title) }),
    columns: columns.map((column) => ({
      header: column.header,
      align: column.align ?? 'left',
      minimum: column.minimum ?? null,
      optional: column.optional ?? false,
      wraps: column.wraps ?? false,
    })),
    rows: rows.map((row) =>
      columns.map((column) => ({ text: sanitizeCell(column.text(row)), style: column.style?.(row) ?? 'plain' })),
    ),
  };
}

/** A figure with its label: a KPI. */
export type Tile = {
  label: string;
  value: string;
  style: TextStyle;
};

export type Tiles = {
  kind: 'tiles';
  title: string;
  tiles: Tile[];
};

/** A paragraph, broken between words. */
export type Paragraph = {
  kind: 'paragraph';
  title: string;
  text: string;
};

export type Block = Table | Tiles | Paragraph;
