import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The meaning of a badge, which decides its color. */
export type BadgeTone = 'neutral' | 'accent' | 'savings' | 'waste' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent-strong',
  savings: 'bg-savings-soft text-savings',
  waste: 'bg-waste-soft text-waste',
  danger: 'bg-danger-soft text-danger',
};

/** A short text in a tinted box. The text must be clear without the color. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm px-1.5 text-small font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
