import { sanitize } from '../../output/sanitize.ts';
import { paint, type TextStyle } from '../../output/style.ts';
import type { Table, Tile } from '../../output/table.ts';
import { fit, place } from '../fit.ts';
import { headerLine, rowLine } from '../row.ts';
import type { ViewState } from './keys.ts';

export type Size = {
  columns: number;
  rows: number;
};

/** Everything a frame is drawn from. */
export type Frame = {
  title: string;
  /** When it was read. */
  status: string;
  /** Why it could not be read anew, or what is missing. */
  problem: { text: string; style: TextStyle } | null;
  tiles: readonly Tile[];
  /** The rows in the order shown; null before the first answer. */
  table: Table | null;
  /** Which of them is selected. */
  at: number;
  /** Said where there are no rows. */
  empty: string;
  view: ViewState;
  /** The detail's lines; null while they are read. */
  detail: readonly string[] | null;
  color: boolean;
};

const tileGap = '   ';

/** Key figures as `label value`, as many to a line as fit. */
function tileLines(tiles: readonly Tile[], columns: number, color: boolean): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const { label, value, style } of tiles) {
    const width = label.length + 1 + value.length;
    const text = color ? `${paint('dim', label)} ${paint(style, value)}` : `${label} ${value}`;
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

function heading({ title, status, color }: Frame, columns: number): string {
  const right = sanitize(status).slice(0, Math.max(0, columns - 12));
  const left = place(sanitize(title), Math.max(8, columns - right.length - 2), 'left');
  return color ? `${paint('strong', left)}  ${paint('dim', right)}` : `${left}  ${right}`;
}

/** Between what is known of everything and the rows; empty where all is well. */
function problemLine({ problem, color }: Frame, columns: number): string {
  if (problem === null) return '';
  const text = place(sanitize(problem.text), columns, 'left').trimEnd();
  return color ? paint(problem.style, text) : text;
}

/** Below the reason why the first reading failed. */
const notRead = 'Nothing has been read yet; r tries now.';

const hints = {
  list: '↑↓ select · Enter detail · / filter · n m c sort · r refresh · q quit',
  filter: 'Enter keep the filter · Esc drop it',
  detail: '↑↓ scroll · Esc back · r refresh · q quit',
} as const;

function hint({ view, color }: Frame, columns: number): string {
  const text = place(hints[view.page], columns, 'left').trimEnd();
  return color ? paint('dim', text) : text;
}

/** Two columns in front of each row tell which one is selected. */
const mark = '› ';

function listLines(frame: Frame, table: Table, { columns, rows }: Size): string[] {
  const layout = { table, widths: fit(table, columns - mark.length).widths, color: frame.color };
  const room = Math.max(1, rows - 1);
  const first = Math.max(0, Math.min(frame.at - Math.floor(room / 2), table.rows.length - room));
  const lines = table.rows.slice(first, first + room).map((cells, index) => {
    const isSelected = first + index === frame.at;
    const line = rowLine(cells, layout);
    if (!isSelected) return `  ${line}`;
    return frame.color ? `${paint('accent', mark)}${line}` : mark + line;
  });
  return [`  ${headerLine(layout)}`, ...lines];
}

function filterLine({ view, table }: Frame): string[] {
  if (view.page !== 'filter' && view.filter === '') return [];
  const cursor = view.page === 'filter' ? '▏' : '';
  return [`/${sanitize(view.filter)}${cursor}  ${table?.rows.length ?? 0} found`];
}

/** How many rows of the table, or lines of a detail, a frame of this size has room for. */
export function roomFor(frame: Pick<Frame, 'tiles' | 'view' | 'color'>, { columns, rows }: Size): number {
  if (frame.view.page === 'detail') return Math.max(1, rows - 4);
  const tiles = tileLines(frame.tiles, columns, false).length;
  const filter = frame.view.page === 'filter' || frame.view.filter !== '' ? 1 : 0;
  return Math.max(2, rows - tiles - filter - 5);
}

/** A whole screen as lines, none wider than the terminal and one fewer than it has, so that nothing ever scrolls. */
export function frameLines(frame: Frame, size: Size): string[] {
  const room = roomFor(frame, size);
  const body = (): string[] => {
    if (frame.view.page === 'detail') {
      return frame.detail === null
        ? [frame.problem === null ? 'Reading …' : notRead]
        : frame.detail.slice(frame.view.scroll, frame.view.scroll + room);
    }
    if (frame.table === null) return [frame.problem === null ? 'Reading …' : notRead];
    if (frame.table.rows.length === 0) return [sanitize(frame.empty)];
    return listLines(frame, frame.table, { columns: size.columns, rows: room });
  };
  const top =
    frame.view.page === 'detail'
      ? [heading(frame, size.columns), problemLine(frame, size.columns)]
      : [
          heading(frame, size.columns),
          ...tileLines(frame.tiles, size.columns, frame.color),
          problemLine(frame, size.columns),
          ...filterLine(frame),
        ];
  const lines = [...top, ...body()].slice(0, Math.max(1, size.rows - 2));
  while (lines.length < size.rows - 2) lines.push('');
  return [...lines, hint(frame, size.columns)];
}
