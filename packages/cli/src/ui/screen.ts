import { sanitize } from '@trimtab/core/sanitize';
import stringWidth from 'string-width';
import { paint } from '../output/style.ts';
import type { Block, Cell, Paragraph, TextTable, Tiles } from '../output/table.ts';
import { columnGap, type Fit, fit } from './fit.ts';
import { headerLine, rowLine, rowLines } from './row.ts';
import { wrapWords } from './wrap.ts';

type LineOptions = {
  columns: number;
  color: boolean;
};

/** Longer lines are hard to read, even on a wide terminal. */
const maxParagraphWidth = 100;
/** The longest KPI label. */
const tileWidth = 16;
/** Lines per write to the terminal. */
const linesPerPart = 200;

function titleLines(title: string, { columns, color }: LineOptions): string[] {
  return wrapWords(sanitize(title), columns, stringWidth).map((line) => paint('strong', line, color));
}

function paragraphLines({ title, text }: Paragraph, options: LineOptions): string[] {
  return [...titleLines(title, options), ...wrapWords(sanitize(text), Math.min(options.columns, maxParagraphWidth))];
}

/** KPIs side by side, in lines of equal length that fit the terminal. */
function tileLines({ title, tiles }: Tiles, options: LineOptions): string[] {
  const most = Math.max(1, Math.floor(options.columns / (tileWidth + columnGap)));
  const perLine = Math.ceil(tiles.length / Math.max(1, Math.ceil(tiles.length / most)));
  const column = { header: '', align: 'left', minimum: null, optional: false, wraps: false } as const;
  const columns = Array.from({ length: perLine }, () => column);
  const layout = { table: { columns }, widths: columns.map(() => tileWidth), color: options.color };
  const lines = titleLines(title, options);
  for (let from = 0; from < tiles.length; from += perLine) {
    const shown = tiles.slice(from, from + perLine);
    const values = shown.map(({ value, style }): Cell => ({ text: sanitize(value), style }));
    const labels = shown.map(({ label }): Cell => ({ text: sanitize(label), style: 'dim' }));
    lines.push('', rowLine(values, layout), rowLine(labels, layout));
  }
  return lines;
}

function* tableLines(table: TextTable, widths: Fit['widths'], options: LineOptions): Generator<string> {
  const layout = { table, widths, color: options.color };
  if (table.title !== undefined) yield* titleLines(table.title, options);
  if (table.isHeadless !== true) yield headerLine(layout);
  for (const cells of table.rows) yield* rowLines(cells, layout);
}

type Laid = { readonly lines: Iterable<string>; readonly leftOut: readonly string[] };

function layOut(block: Block, options: LineOptions): Laid {
  if (block.kind === 'tiles') return { lines: tileLines(block, options), leftOut: [] };
  if (block.kind === 'paragraph') return { lines: paragraphLines(block, options), leftOut: [] };
  const { widths, leftOut } = fit(block, options.columns);
  return { lines: tableLines(block, widths, options), leftOut };
}

function* joined(blocks: readonly Laid[]): Generator<string> {
  for (const [index, { lines }] of blocks.entries()) {
    if (index > 0) yield '';
    yield* lines;
  }
}

function* inParts(lines: Iterable<string>): Generator<string> {
  let part: string[] = [];
  for (const line of lines) {
    part.push(`${line}\n`);
    if (part.length < linesPerPart) continue;
    yield part.join('');
    part = [];
  }
  yield part.join('');
}

/** Blocks as lines, with an empty line between two blocks. */
export function blockLines(blocks: readonly Block[], options: LineOptions): string[] {
  return [...joined(blocks.map((block) => layOut(block, options)))];
}

/** Renders blocks to parts that end in a line break, and lists the omitted columns of a narrow terminal. */
export function draw(blocks: readonly Block[], options: LineOptions) {
  const laid = blocks.map((block) => layOut(block, options));
  return { parts: inParts(joined(laid)), leftOut: [...new Set(laid.flatMap(({ leftOut }) => leftOut))] };
}
