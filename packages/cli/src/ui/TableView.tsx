import { Box, Text } from 'ink';
import type { Table } from '../output/table.ts';
import { paint } from '../output/tone.ts';

interface TableViewProps {
  table: Table;
  /** The header and the first rows, composed to the terminal's width. */
  lines: readonly string[];
  colour: boolean;
}

/** A titled table. */
export function TableView({ table, lines, colour }: TableViewProps) {
  return (
    <Box flexDirection="column">
      {table.title !== undefined && <Text>{colour ? paint('strong', table.title) : table.title}</Text>}
      <Text wrap="truncate-end">{lines.join('\n')}</Text>
    </Box>
  );
}
