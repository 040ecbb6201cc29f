import stringWidth from 'string-width';
import { graphemesOf } from '../output/sanitize.ts';
import type { TextTable } from '../output/table.ts';

export const columnGap = 2;

export type Fit = {
  /** One width per column of the table; null if the column is omitted. */
  widths: (number | null)[];
  leftOut: string[];
};

function naturalWidths(table: TextTable): number[] {
  const widths = table.columns.map((column) => stringWidth(column.header));
  for (const row of table.rows) {
    for (const [index, cell] of row.entries()) {
      const natural = widths[index] ?? 0;
      // A UTF-16 code unit is at most two columns wide, so most cells need no measurement.
      if (cell.text.length * 2 > natural) widths[index] = Math.max(natural, stringWidth(cell.text));
    }
  }
  return widths;
}

function total(widths: readonly (number | null)[]): number {
  const shown = widths.filter((width) => width !== null);
  return shown.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, shown.length - 1);
}

/** Shrinks the widest shrinkable column by one, repeatedly, until the table fits or no column can shrink. */
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

/** The minimum width of a shrinkable column if the columns' own minimums do not fit. */
const absoluteMinimum = 6;

/**
 * Shrinks columns to the available width. If that is not enough, omits optional columns, starting with the last, and then
 * others except the first. The result never exceeds the available width.
 */
export function fit(table: TextTable, available: number): Fit {
  const natural = naturalWidths(table);
  const minimums = table.columns.map((column) => column.minimum);
  const least = minimums.map((minimum) => (minimum === null ? null : Math.min(minimum, absoluteMinimum)));
  const shown = new Set(natural.keys());
  const tryFit = (floors: readonly (number | null)[]): (number | null)[] | null => {
    const widths = natural.map((width, index) => (shown.has(index) ? width : null));
    shrink(widths, floors, available);
    return total(widths) <= available ? widths : null;
  };
  const optional = [...natural.keys()].filter((index) => table.columns[index]?.optional === true);
  const required = [...natural.keys()].slice(1).filter((index) => !optional.includes(index));
  // A column without a header is a bar next to its figure, so a note is not needed when it is omitted.
  const leftOut = () =>
    [...natural.keys()]
      .filter((index) => !shown.has(index))
      .map((index) => headerOf(table, index))
      .filter((header) => header !== '');
  let widths = tryFit(minimums);
  while (widths === null && optional.length > 0) {
    shown.delete(optional.pop() ?? 0);
    widths = tryFit(minimums);
  }
  widths ??= tryFit(least);
  while (widths === null && required.length > 0) {
    shown.delete(required.pop() ?? 0);
    widths = tryFit(least);
  }
  return { widths: widths ?? natural.map((_, index) => (index === 0 ? available : null)), leftOut: leftOut() };
}

function headerOf(table: TextTable, index: number): string {
  return table.columns[index]?.header ?? '';
}

/** Pads a text to a display width, or cuts it with an ellipsis. */
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
