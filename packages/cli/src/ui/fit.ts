import stringWidth from 'string-width';
import { graphemesOf } from '../output/inert.ts';
import type { Table } from '../output/table.ts';

/** Two spaces between columns: enough to tell them apart without rules. */
export const GAP = 2;

export interface Fit {
  /** One width per column of the table; null where the column is left out. */
  widths: (number | null)[];
  leftOut: string[];
}

function naturalWidths(table: Table): number[] {
  const widths = table.columns.map((column) => stringWidth(column.header));
  for (const row of table.rows) {
    for (const [index, cell] of row.entries()) {
      const natural = widths[index] ?? 0;
      // Display width is at most two columns a code unit, so most cells need no measuring.
      if (cell.text.length * 2 > natural) widths[index] = Math.max(natural, stringWidth(cell.text));
    }
  }
  return widths;
}

function total(widths: readonly (number | null)[]): number {
  const shown = widths.filter((width) => width !== null);
  return shown.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, shown.length - 1);
}

/** Narrows the widest column that may be narrowed, cell by cell, until the table fits or nothing gives any more. */
function shrink(widths: (number | null)[], least: readonly (number | null)[], available: number): void {
  for (let excess = total(widths) - available; excess > 0; excess -= 1) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      const floor = least[index] ?? null;
      if (width !== null && floor !== null && width > floor && width > (widths[widest] ?? 0)) widest = index;
    }
    const width = widths[widest];
    if (width === undefined || width === null) return;
    widths[widest] = width - 1;
  }
}

/** Cuts the columns that may be cut; where that is not enough, leaves out optional ones, the last first. */
export function fit(table: Table, available: number): Fit {
  const natural = naturalWidths(table);
  const least = table.columns.map((column) => column.minimum);
  const leftOut: string[] = [];
  const shown = natural.map(() => true);
  for (;;) {
    const widths = natural.map((width, index) => (shown[index] === true ? width : null));
    shrink(widths, least, available);
    if (total(widths) <= available) return { widths, leftOut };
    const next = table.columns.findLastIndex((column, index) => column.optional && shown[index] === true);
    if (next === -1) {
      // Nothing more to leave out: names give way below their minimum, and the drawing cuts what still sticks out.
      shrink(
        widths,
        least.map((floor) => (floor === null ? null : 6)),
        available,
      );
      return { widths, leftOut };
    }
    shown[next] = false;
    leftOut.unshift(table.columns[next]?.header ?? '');
  }
}

/** Cut to a display width, with an ellipsis, and padded to it. */
export function place(text: string, width: number, align: 'left' | 'right'): string {
  let shown = text;
  let used = stringWidth(shown);
  if (used > width) {
    const letters = graphemesOf(text);
    while (used > width - 1 && letters.length > 0) {
      letters.pop();
      shown = letters.join('');
      used = stringWidth(shown);
    }
    shown = `${shown}…`;
    used += 1;
  }
  const padding = ' '.repeat(Math.max(0, width - used));
  return align === 'right' ? padding + shown : shown + padding;
}
