import { renderToString } from 'ink';
import type { Block, TextTable } from '../output/table.ts';
import { type Fit, fit } from './fit.ts';
import { type LineOptions, paragraphLines } from './lines.ts';
import { headerLine, rowLines } from './row.ts';
import { TableView } from './TableView.tsx';
import { TilesView } from './TilesView.tsx';

/**
 * The number of rows that ink lays out. Further rows are printed as lines with the same result: for ten thousand rows,
 * ink's layout would take seconds and hundreds of megabytes.
 */
const rowsByInk = 50;
/** Rows per write to the terminal. */
const rowsPerPart = 200;

function* tableParts(table: TextTable, widths: Fit['widths'], { color, columns }: LineOptions): Generator<string> {
  const layout = { table, widths, color };
  const lines = table.rows.slice(0, rowsByInk).flatMap((cells) => rowLines(cells, layout));
  const header = table.isHeadless === true ? [] : [headerLine(layout)];
  const first = <TableView table={table} lines={[...header, ...lines]} color={color} />;
  yield `${renderToString(first, { columns })}\n`;
  for (let from = rowsByInk; from < table.rows.length; from += rowsPerPart) {
    const part = table.rows.slice(from, from + rowsPerPart);
    yield part
      .flatMap((cells) => rowLines(cells, layout))
      .map((line) => `${line}\n`)
      .join('');
  }
}

/**
 * Renders blocks to parts, each ending in a line break, and lists the headers of columns that were omitted because the
 * terminal is too narrow. This file loads ink and React, so it is imported only for output on a terminal.
 */
export function draw(blocks: readonly Block[], options: LineOptions) {
  const fits = blocks.map((block) => (block.kind === 'table' ? fit(block, options.columns) : null));
  const leftOut = new Set(fits.flatMap((one) => one?.leftOut ?? []));
  function* parts(): Generator<string> {
    for (const [index, block] of blocks.entries()) {
      if (index > 0) yield '\n';
      const fitted = fits[index];
      if (block.kind === 'table') {
        yield* tableParts(block, fitted?.widths ?? [], options);
      } else if (block.kind === 'paragraph') {
        yield `${paragraphLines(block, options).join('\n')}\n`;
      } else {
        const drawn = renderToString(<TilesView {...block} {...options} />, { columns: options.columns });
        yield `${drawn}\n`;
      }
    }
  }
  return { parts: parts(), leftOut: [...leftOut] };
}
