import { sanitizeCell } from './sanitize.ts';
import type { TextStyle } from './style.ts';

/** Core's `missingMark`, repeated here so that --help does not load core. */
const missingMark = '—';

/** The value of a CSV cell: null is an empty cell. */
export type Value = string | number | null;

/** One column of a list, for people and for CSV. */
export type TextColumn<Row> = {
  /** The CSV header: the API's field name. */
  id: string;
  header: string;
  text: (row: Row) => string;
  /** The unformatted value for CSV; defaults to the text. */
  value?: (row: Row) => Value;
  style?: (row: Row) => TextStyle;
  align?: 'right';
  /** The width to which the column may shrink on a narrow terminal. Absent: it must not shrink. */
  minimum?: number;
  /** Whether the column may be omitted on a very narrow terminal. A note then names it. */
  optional?: boolean;
  /** Whether the column contains sentences, which wrap instead of being cut. */
  wraps?: boolean;
  /** The text for a column that is narrower than the whole text; null to cut it. */
  shorten?: (row: Row) => Shorten | null;
};

/** Returns a text of at most this many columns. */
export type Shorten = (width: number) => string;

/** The unformatted value of a column. */
export const valueIn = <Row>({ value, text }: TextColumn<Row>, row: Row): Value =>
  value === undefined ? text(row) : value(row);

type MoreOfColumn<Row> = Omit<TextColumn<Row>, 'id' | 'header' | 'text'>;

export function column<Row>(
  id: string,
  header: string,
  text: (row: Row) => string,
  more: MoreOfColumn<Row> = {},
): TextColumn<Row> {
  return { id, header, text, ...more };
}

/** A column of numbers: formatted and aligned for people, unformatted in CSV. */
export function numberColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | null,
  format: (value: number | null, row: Row) => string,
  more: MoreOfColumn<Row> = {},
): TextColumn<Row> {
  return column(id, header, (row) => format(value(row), row), { value, align: 'right', ...more });
}

/** A column whose missing values are a dash on the screen and an empty cell in CSV. */
export function optionalColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null,
  more: MoreOfColumn<Row> = {},
): TextColumn<Row> {
  return { id, header, text: (row) => value(row) ?? missingMark, value, ...more };
}

export type Cell = {
  text: string;
  style: TextStyle;
  shorten?: Shorten;
};

type TableColumn = {
  header: string;
  align: 'left' | 'right';
  minimum: number | null;
  optional: boolean;
  wraps: boolean;
};

/** A table with sanitized cells, for pipes and terminals. */
export type TextTable = {
  kind: 'table';
  title?: string;
  /** True for facts, which have no header. */
  isHeadless?: boolean;
  columns: TableColumn[];
  rows: Cell[][];
};

export function table<Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[], title?: string): TextTable {
  return {
    kind: 'table',
    ...(title === undefined ? {} : { title: sanitizeCell(title) }),
    columns: columns.map(({ header, align, minimum, optional, wraps }) => ({
      header,
      align: align ?? 'left',
      minimum: minimum ?? null,
      optional: optional ?? false,
      wraps: wraps ?? false,
    })),
    rows: rows.map((row) =>
      columns.map(({ text, style, shorten }) => {
        const shorter = shorten?.(row) ?? null;
        return {
          text: sanitizeCell(text(row)),
          style: style?.(row) ?? 'plain',
          ...(shorter === null ? {} : { shorten: (width: number) => sanitizeCell(shorter(width)) }),
        };
      }),
    ),
  };
}

/** A KPI: a figure with its label. */
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

export type Paragraph = {
  kind: 'paragraph';
  title: string;
  text: string;
};

export type Block = TextTable | Tiles | Paragraph;
