import { Transform } from 'ink';
import type { ReactNode } from 'react';
import { paint, type TextStyle } from '../output/style.ts';

type PaintProps = {
  textStyle: TextStyle;
  color: boolean;
  children: ReactNode;
};

/** Styled text. Uses our own escape sequences instead of ink's, so that only the context decides about color. */
export function Paint({ textStyle, color, children }: PaintProps) {
  if (!color || textStyle === 'plain') return <>{children}</>;
  return <Transform transform={(text) => paint(textStyle, text)}>{children}</Transform>;
}
