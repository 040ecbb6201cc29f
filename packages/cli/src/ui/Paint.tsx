import { Transform } from 'ink';
import type { ReactNode } from 'react';
import { paint, type Tone } from '../output/tone.ts';

type PaintProps = {
  tone: Tone;
  color: boolean;
  children: ReactNode;
};

/** Text in a tone. Our own sequences instead of ink's, so that color is decided once, by the context. */
export function Paint({ tone, color, children }: PaintProps) {
  if (!color || tone === 'plain') return <>{children}</>;
  return <Transform transform={(text) => paint(tone, text)}>{children}</Transform>;
}
