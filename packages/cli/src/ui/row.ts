import stringWidth from 'string-width';
import { graphemesOf } from '../output/sanitize.ts';
import { paint } from '../output/style.ts';
import type { Cell, TextTable } from '../output/table.ts';
import { columnGap, type Fit, place } from './fit.ts';
import { wrapWords } from './wrap.ts';

type RowLayout = {
  table: Pick<TextTable, 'columns'>;
  widths: Fit['widths'];
  color: boolean;
};

/** A row as one line, with each cell painted and padded to its column, and no trailing blanks. */
export function rowLine(cells: readonly Cell[], { table, widths, color }: RowLayout): string {
  const gap = ' '.repeat(columnGap);
  const last = widths.findLastIndex((width) => width !== null);
  return cells
    .flatMap((cell, index) => {
      const width = widths[index];
      const column = table.columns[index];
      if (width === undefined || width === null || column === undefined) return [];
      const placed = place(cell.shorten?.(width) ?? cell.text, width, column.align);
      const text = index === last ? placed.trimEnd() : placed;
      return paint(cell.style, text, color);
    })
    .join(gap)
    .trimEnd();
}

/** Breaks a word that is longer than its column. */
function pieces(line: string, width: number): string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let piece = '';
  for (const letter of graphemesOf(line)) {
    if (piece !== '' && stringWidth(piece + letter) > width) {
      lines.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...lines, piece];
}

/** A row as several lines: sentences wrap within their column, unless they have a shorter text. */
export function rowLines(cells: readonly Cell[], layout: RowLayout): string[] {
  const columns = cells.map(({ text, shorten }, index) => {
    const width = layout.widths[index] ?? null;
    if (shorten !== undefined && width !== null) return [shorten(width)];
    const wraps = layout.table.columns[index]?.wraps === true && width !== null;
    return wraps ? wrapWords(text, width, stringWidth).flatMap((line) => pieces(line, width)) : [text];
  });
  const height = Math.max(1, ...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    rowLine(
      cells.map(({ style }, index) => ({ style, text: columns[index]?.[line] ?? '' })),
      layout,
    ),
  );
}

export function headerLine({ table, widths, color }: RowLayout): string {
  const cells = table.columns.map((column): Cell => ({ text: column.header, style: 'dim' }));
  return rowLine(cells, { table, widths, color });
}
