import { Box, Text, Transform } from 'ink';
import type { ReactNode } from 'react';
import { paint, type TextStyle } from '../output/style.ts';
import type { Tiles } from '../output/table.ts';

type PaintProps = {
  textStyle: TextStyle;
  color: boolean;
  children: ReactNode;
};

/** Styled text. Uses our own escape sequences instead of ink's, so that only the context decides about color. */
function Paint({ textStyle, color, children }: PaintProps) {
  if (!color || textStyle === 'plain') return <>{children}</>;
  return <Transform transform={(text) => paint(textStyle, text)}>{children}</Transform>;
}

/** The longest KPI label and a gap. */
const tileWidth = 18;

type TilesViewProps = {
  tiles: Tiles;
  columns: number;
  color: boolean;
};

/** KPIs side by side, in lines of equal length that fit the terminal. */
export function TilesView({ tiles, columns, color }: TilesViewProps) {
  const most = Math.max(1, Math.floor(columns / tileWidth));
  const lines = Math.ceil(tiles.tiles.length / most);
  const perLine = Math.ceil(tiles.tiles.length / Math.max(1, lines));
  return (
    <Box flexDirection="column">
      <Text>
        <Paint textStyle="strong" color={color}>
          <Text>{tiles.title}</Text>
        </Paint>
      </Text>
      <Box flexWrap="wrap" width={perLine * tileWidth} rowGap={1} marginTop={1}>
        {tiles.tiles.map((tile) => (
          <Box key={tile.label} flexDirection="column" width={tileWidth}>
            <Text wrap="truncate-end">
              <Paint textStyle={tile.style} color={color}>
                <Text>{tile.value}</Text>
              </Paint>
            </Text>
            <Text wrap="truncate-end">
              <Paint textStyle="dim" color={color}>
                <Text>{tile.label}</Text>
              </Paint>
            </Text>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
