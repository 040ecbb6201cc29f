import { Transform } from 'ink';
import type { ReactNode } from 'react';
import { paint, type Tone } from '../output/tone.ts';

interface PaintProps {
  tone: Tone;
  colour: boolean;
  children: ReactNode;
}

/** Text in a tone. Our own sequences instead of ink's, so that colour is decided once, by the context. */
export function Paint({ tone, colour, children }: PaintProps) {
  if (!colour || tone === 'plain') return <>{children}</>;
  return <Transform transform={(text) => paint(tone, text)}>{children}</Transform>;
}
