import { Box, Text } from 'ink';
import { paint } from '../output/style.ts';
import type { Table } from '../output/table.ts';

type TableViewProps = {
  table: Table;
  /** The header and the first rows, already laid out for the terminal's width. */
  lines: readonly string[];
  color: boolean;
};

export function TableView({ table, lines, color }: TableViewProps) {
  return (
    <Box flexDirection="column">
      {table.title !== undefined && <Text>{color ? paint('strong', table.title) : table.title}</Text>}
      <Text wrap="truncate-end">{lines.join('\n')}</Text>
    </Box>
  );
}
