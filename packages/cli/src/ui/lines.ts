import { sanitize } from '@trimtab/core';
import { paint } from '../output/style.ts';
import type { Block, Paragraph, TextTable } from '../output/table.ts';
import { fit } from './fit.ts';
import { headerLine, rowLines } from './row.ts';
import { wrapWords } from './wrap.ts';

export type LineOptions = {
  columns: number;
  color: boolean;
};

/** Longer lines are hard to read, even on a wide terminal. */
const maxParagraphWidth = 100;

export function paragraphLines({ title, text }: Paragraph, { columns, color }: LineOptions): string[] {
  return [paint('strong', sanitize(title), color), ...wrapWords(sanitize(text), Math.min(columns, maxParagraphWidth))];
}

function tableLines(table: TextTable, { columns, color }: LineOptions): string[] {
  const layout = { table, widths: fit(table, columns).widths, color };
  return [
    ...(table.title === undefined ? [] : [paint('strong', table.title, color)]),
    ...(table.isHeadless === true ? [] : [headerLine(layout)]),
    ...table.rows.flatMap((cells) => rowLines(cells, layout)),
  ];
}

/**
 * Blocks as lines, for the live view: inside a component, ink cannot render other components to text. Tiles are omitted,
 * because the live view draws its own.
 */
export function blockLines(blocks: readonly Block[], options: LineOptions): string[] {
  return blocks.flatMap((block, index) => {
    const gap = index === 0 ? [] : [''];
    if (block.kind === 'tiles') return [];
    return [...gap, ...(block.kind === 'table' ? tableLines(block, options) : paragraphLines(block, options))];
  });
}
