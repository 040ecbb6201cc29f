import type { Cell, Table } from '../output/table.ts';
import { paint } from '../output/tone.ts';
import { type Fit, GAP, place } from './fit.ts';

interface RowLayout {
  table: Table;
  widths: Fit['widths'];
  colour: boolean;
}

/** A row as one line, painted cell by cell, every column at its width, nothing after the last. */
export function rowLine(cells: readonly Cell[], { table, widths, colour }: RowLayout): string {
  const gap = ' '.repeat(GAP);
  const last = widths.findLastIndex((width) => width !== null);
  return cells
    .flatMap((cell, index) => {
      const width = widths[index];
      const column = table.columns[index];
      if (width === undefined || width === null || column === undefined) return [];
      const placed = place(cell.text, width, column.align);
      const text = index === last ? placed.trimEnd() : placed;
      return colour ? paint(cell.tone, text) : text;
    })
    .join(gap);
}

export function headerLine({ table, widths, colour }: RowLayout): string {
  const cells = table.columns.map((column): Cell => ({ text: column.header, tone: 'dim' }));
  return rowLine(cells, { table, widths, colour });
}
