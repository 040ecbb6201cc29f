import { Box, Text } from 'ink';
import type { Tiles } from '../output/table.ts';
import { Paint } from './Paint.tsx';

/** Wide enough for the longest KPI label and its gap. */
const TILE_WIDTH = 18;

interface TilesViewProps {
  tiles: Tiles;
  columns: number;
  colour: boolean;
}

/** KPIs side by side, as many to a line as the terminal holds, in lines of equal length where that works out. */
export function TilesView({ tiles, columns, colour }: TilesViewProps) {
  const most = Math.max(1, Math.floor(columns / TILE_WIDTH));
  const lines = Math.ceil(tiles.tiles.length / most);
  const perLine = Math.ceil(tiles.tiles.length / Math.max(1, lines));
  return (
    <Box flexDirection="column">
      <Text>
        <Paint tone="strong" colour={colour}>
          <Text>{tiles.title}</Text>
        </Paint>
      </Text>
      <Box flexWrap="wrap" width={perLine * TILE_WIDTH} rowGap={1} marginTop={1}>
        {tiles.tiles.map((tile) => (
          <Box key={tile.label} flexDirection="column" width={TILE_WIDTH}>
            <Text wrap="truncate-end">
              <Paint tone={tile.tone} colour={colour}>
                <Text>{tile.value}</Text>
              </Paint>
            </Text>
            <Text wrap="truncate-end">
              <Paint tone="dim" colour={colour}>
                <Text>{tile.label}</Text>
              </Paint>
            </Text>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
