import { Box, Text } from 'ink';
import { paint } from '../output/style.ts';
import type { TextTable } from '../output/table.ts';

/** `lines` are the header and the first rows, already laid out for the terminal's width. */
export function TableView({ table, lines, color }: { table: TextTable; lines: readonly string[]; color: boolean }) {
  return (
    <Box flexDirection="column">
      {table.title !== undefined && <Text>{paint('strong', table.title, color)}</Text>}
      <Text wrap="truncate-end">{lines.join('\n')}</Text>
    </Box>
  );
}
