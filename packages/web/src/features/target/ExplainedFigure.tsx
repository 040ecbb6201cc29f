import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip, type TooltipSide } from '../../ui/Tooltip.tsx';

export type ExplainedFigureProps = { text: string; side?: TooltipSide; className?: string; children: ReactNode };

/** A figure that tells what it was computed from, to a pointer and to the keyboard. */
export function ExplainedFigure({ text, side = 'top', className, children }: ExplainedFigureProps) {
  return (
    <Tooltip text={text} side={side}>
      <button type="button" className={classNames('min-h-6 cursor-help', className)}>
        {children}
      </button>
    </Tooltip>
  );
}
