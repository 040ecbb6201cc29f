import { Transform } from 'ink';
import type { ReactNode } from 'react';
import { paint, type TextStyle } from '../output/style.ts';

type PaintProps = {
  textStyle: TextStyle;
  color: boolean;
  children: ReactNode;
};

/** Text in a style. Our own sequences instead of ink's, so that color is decided once, by the context. */
export function Paint({ textStyle, color, children }: PaintProps) {
  if (!color || textStyle === 'plain') return <>{children}</>;
  return <Transform transform={(text) => paint(textStyle, text)}>{children}</Transform>;
}
