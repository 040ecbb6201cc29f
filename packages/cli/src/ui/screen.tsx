import { renderToString } from 'ink';
import type { Block, Table } from '../output/table.ts';
import { OUR_SEQUENCES } from '../output/tone.ts';
import { fit, type Fit } from './fit.ts';
import { TableView } from './TableView.tsx';
import { TilesView } from './TilesView.tsx';

/** Layout cost grows with the rows of one drawing; a long list is drawn in parts of one fit. */
const ROWS_A_PART = 20;

export interface ScreenOptions {
  columns: number;
  colour: boolean;
}

export interface Screen {
  /** The parts in order, each ending in a line break. */
  parts: Iterable<string>;
  /** Headers of columns the terminal is too narrow for. */
  leftOut: string[];
}

const LINE_END = new RegExp(` +((?:${OUR_SEQUENCES.source})*)$`, 'gm');

/** Ink pads nothing, but a cell padded to its column's width at the end of a line is only noise when copied. */
function trimLineEnds(text: string): string {
  return text.replaceAll(LINE_END, '$1');
}

function* tableParts(table: Table, widths: Fit['widths'], { colour, columns }: ScreenOptions): Generator<string> {
  for (let from = 0; from === 0 || from < table.rows.length; from += ROWS_A_PART) {
    const part = { ...table, rows: table.rows.slice(from, from + ROWS_A_PART) };
    const drawn = renderToString(<TableView table={part} widths={widths} colour={colour} continued={from > 0} />, {
      columns,
    });
    yield `${trimLineEnds(drawn)}\n`;
  }
}

/** Everything of ink and React is behind this one function: it is loaded when a terminal is drawn on, and only then. */
export function draw(blocks: readonly Block[], options: ScreenOptions): Screen {
  const fits = blocks.map((block) => (block.kind === 'table' ? fit(block, options.columns) : null));
  const leftOut = new Set(fits.flatMap((one) => one?.leftOut ?? []));
  function* parts(): Generator<string> {
    for (const [index, block] of blocks.entries()) {
      if (index > 0) yield '\n';
      const fitted = fits[index];
      if (block.kind === 'table') {
        yield* tableParts(block, fitted?.widths ?? [], options);
      } else {
        const drawn = renderToString(<TilesView tiles={block} {...options} />, { columns: options.columns });
        yield `${trimLineEnds(drawn)}\n`;
      }
    }
  }
  return { parts: parts(), leftOut: [...leftOut] };
}
