import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip, type TooltipSide } from '../../ui/Tooltip.tsx';

export type ExplainedProps = { text: string; side?: TooltipSide; className?: string; children: ReactNode };

/** A figure that tells what it was computed from, to a pointer and to the keyboard. */
export function Explained({ text, side = 'top', className, children }: ExplainedProps) {
  return (
    <Tooltip text={text} side={side}>
      <button type="button" className={classNames('min-h-6 cursor-help', className)}>
        {children}
      </button>
    </Tooltip>
  );
}
