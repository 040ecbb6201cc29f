import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip, type TooltipSide } from '../../ui/Tooltip.tsx';

export type ExplainedFigureProps = { text: string; side?: TooltipSide; className?: string; children: ReactNode };

/** A figure with a tooltip that explains what it was computed from. It opens on hover and on focus. */
export function ExplainedFigure({ text, side = 'top', className, children }: ExplainedFigureProps) {
  return (
    <Tooltip text={text} side={side}>
      <button type="button" className={classNames('min-h-6 cursor-help', className)}>
        {children}
      </button>
    </Tooltip>
  );
}
