import { Box, Text } from 'ink';
import { paint } from '../output/style.ts';
import type { Tiles } from '../output/table.ts';

/** The longest KPI label and a gap. */
const tileWidth = 18;

/**
 * KPIs side by side, in lines of equal length that fit the terminal. Uses our own escape sequences instead of ink's, so
 * that only the context decides about color.
 */
export function TilesView({ title, tiles, columns, color }: Tiles & { columns: number; color: boolean }) {
  const most = Math.max(1, Math.floor(columns / tileWidth));
  const lines = Math.ceil(tiles.length / most);
  const perLine = Math.ceil(tiles.length / Math.max(1, lines));
  return (
    <Box flexDirection="column">
      <Text>{paint('strong', title, color)}</Text>
      <Box flexWrap="wrap" width={perLine * tileWidth} rowGap={1} marginTop={1}>
        {tiles.map(({ label, value, style }) => (
          <Box key={label} flexDirection="column" width={tileWidth}>
            <Text wrap="truncate-end">{paint(style, value, color)}</Text>
            <Text wrap="truncate-end">{paint('dim', label, color)}</Text>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
