import { sanitize } from '@trimtab/core';
import { paint, type TextStyle } from '../../output/style.ts';
import type { TextTable, Tile } from '../../output/table.ts';
import { fit, place } from '../fit.ts';
import { headerLine, rowLine } from '../row.ts';
import type { ViewState } from './keys.ts';

type Size = {
  columns: number;
  rows: number;
};

/** The content of one frame. */
export type LiveFrame = {
  title: string;
  /** When the data was read. */
  status: string;
  /** Why the last refresh failed or what is missing. */
  problem: { text: string; style: TextStyle } | null;
  tiles: readonly Tile[];
  /** Null before the first response. */
  table: TextTable | null;
  /** The index of the selected row. */
  at: number;
  /** Shown instead of an empty table. */
  empty: string;
  view: ViewState;
  /** The lines of the detail page; null while it is loading. */
  detail: readonly string[] | null;
  color: boolean;
};

const tileGap = '   ';

/** Key figures as `label value`, as many per line as fit. */
function tileLines(tiles: readonly Tile[], columns: number, color: boolean): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const { label, value, style } of tiles) {
    const width = label.length + 1 + value.length;
    const text = `${paint('dim', label, color)} ${paint(style, value, color)}`;
    if (lines.length > 0 && used + tileGap.length + width <= columns) {
      lines[lines.length - 1] += tileGap + text;
      used += tileGap.length + width;
    } else {
      lines.push(text);
      used = width;
    }
  }
  return lines;
}

/** The title, the note, the hints and two empty lines. */
const otherLines = 5;

/** Lines for the list that the key figures leave free: its header and three rows. */
const leastListLines = 4;

const filterLines = ({ page, filter }: ViewState): number => (page === 'filter' || filter !== '' ? 1 : 0);

/** The key figures, as far as the terminal is high enough for them and the list. */
function shownTiles({ tiles, view, color }: Pick<LiveFrame, 'tiles' | 'view' | 'color'>, { columns, rows }: Size) {
  const lines = tileLines(tiles, columns, color);
  return lines.slice(0, Math.max(0, rows - filterLines(view) - otherLines - leastListLines));
}

function heading({ title, status, color }: LiveFrame, columns: number): string {
  const right = sanitize(status).slice(0, Math.max(0, columns - 12));
  const left = place(sanitize(title), Math.max(8, columns - right.length - 2), 'left');
  return `${paint('strong', left, color)}  ${paint('dim', right, color)}`;
}

/** The line between the key figures and the rows; empty without a problem. */
function problemLine({ problem, color }: LiveFrame, columns: number): string {
  if (problem === null) return '';
  const text = place(sanitize(problem.text), columns, 'left').trimEnd();
  return paint(problem.style, text, color);
}

/** Shown below the error if the first read failed. */
const notRead = 'No data yet. Press r to try again now.';

/** A narrow terminal cuts the end. */
const hints = {
  list: 'q quit · ↑↓ select · Enter detail · / filter · n m c sort · r refresh',
  filter: 'Enter keep the filter · Esc clear the filter',
  detail: 'q quit · ↑↓ scroll · Esc back · r refresh',
} as const;

function hint({ view, color }: LiveFrame, columns: number): string {
  const text = place(hints[view.page], columns, 'left').trimEnd();
  return paint('dim', text, color);
}

/** Marks the selected row; other rows have two blanks instead. */
const mark = '› ';

function listLines(frame: LiveFrame, table: TextTable, { columns, rows }: Size): string[] {
  const layout = { table, widths: fit(table, columns - mark.length).widths, color: frame.color };
  const room = Math.max(1, rows - 1);
  const first = Math.max(0, Math.min(frame.at - Math.floor(room / 2), table.rows.length - room));
  const lines = table.rows.slice(first, first + room).map((cells, index) => {
    const isSelected = first + index === frame.at;
    const line = rowLine(cells, layout);
    return isSelected ? paint('accent', mark, frame.color) + line : `  ${line}`;
  });
  return [`  ${headerLine(layout)}`, ...lines];
}

function filterLine({ view, table }: LiveFrame): string[] {
  if (filterLines(view) === 0) return [];
  const cursor = view.page === 'filter' ? '▏' : '';
  return [`/${sanitize(view.filter)}${cursor}  ${table?.rows.length ?? 0} found`];
}

/** The number of table rows or detail lines that fit into a frame. */
export function roomFor(frame: Pick<LiveFrame, 'tiles' | 'view' | 'color'>, { columns, rows }: Size): number {
  if (frame.view.page === 'detail') return Math.max(1, rows - 4);
  return Math.max(2, rows - shownTiles(frame, { columns, rows }).length - filterLines(frame.view) - otherLines);
}

/** The lines of a frame, one fewer than the terminal has, so that it never scrolls. */
export function frameLines(frame: LiveFrame, size: Size): string[] {
  const room = roomFor(frame, size);
  const body = (): string[] => {
    if (frame.view.page === 'detail') {
      return frame.detail === null
        ? [frame.problem === null ? 'Loading …' : notRead]
        : frame.detail.slice(frame.view.scroll, frame.view.scroll + room);
    }
    if (frame.table === null) return [frame.problem === null ? 'Loading …' : notRead];
    if (frame.table.rows.length === 0) return [sanitize(frame.empty)];
    return listLines(frame, frame.table, { columns: size.columns, rows: room });
  };
  const top =
    frame.view.page === 'detail'
      ? [heading(frame, size.columns), problemLine(frame, size.columns)]
      : [
          heading(frame, size.columns),
          ...shownTiles(frame, size),
          problemLine(frame, size.columns),
          ...filterLine(frame),
        ];
  const lines = [...top, ...body()].slice(0, Math.max(1, size.rows - 2));
  while (lines.length < size.rows - 2) lines.push('');
  return [...lines, hint(frame, size.columns)];
}
