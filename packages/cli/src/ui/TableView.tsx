import { Box, Text } from 'ink';
import type { Cell, Table } from '../output/table.ts';
import { paint } from '../output/tone.ts';
import { type Fit, GAP, place } from './fit.ts';

interface TableViewProps {
  table: Table;
  widths: Fit['widths'];
  colour: boolean;
  /** A further part of a long table: its title and headers stand above the first. */
  continued: boolean;
}

/** A row as one text, painted cell by cell: boxes and texts per cell would cost a list of thousands its time and memory. */
function rowText(cells: readonly Cell[], { table, widths, colour }: TableViewProps): string {
  const gap = ' '.repeat(GAP);
  return cells
    .flatMap((cell, index) => {
      const width = widths[index];
      const column = table.columns[index];
      if (width === undefined || width === null || column === undefined) return [];
      const text = place(cell.text, width, column.align);
      return colour ? paint(cell.tone, text) : text;
    })
    .join(gap);
}

/** A table fitted to the terminal. Columns are lined up by display width, not by characters. */
export function TableView(props: TableViewProps) {
  const { table, colour, continued } = props;
  const header = table.columns.map((column) => ({ text: column.header, tone: 'dim' as const }));
  const body = table.rows.map((cells) => rowText(cells, props)).join('\n');
  return (
    <Box flexDirection="column">
      {table.title !== undefined && !continued && <Text>{colour ? paint('strong', table.title) : table.title}</Text>}
      {!continued && <Text wrap="truncate-end">{rowText(header, props)}</Text>}
      <Text wrap="truncate-end">{body}</Text>
    </Box>
  );
}
