import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { TooltipHost } from './TooltipHost.tsx';

/** The preferred side of the trigger for its tooltip. */
export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

type Described = { 'data-tooltip'?: string; 'data-tooltip-side'?: TooltipSide };

/**
 * A tooltip on hover and on keyboard focus. The child must be one element that passes its props on to the DOM. If the
 * child is not focusable by default, it needs `tabIndex={0}`. Without text there is no tooltip.
 *
 * A tooltip is only two attributes in the DOM, so a table may have hundreds: `TooltipHost` listens to all of them.
 */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string | null | undefined;
  side?: TooltipSide;
  children: ReactElement<object>;
}) {
  if (!text) return children;
  const described: Described = { 'data-tooltip': text, 'data-tooltip-side': side };
  return cloneElement(children, described);
}

/** Wraps the whole app and shows its tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <TooltipHost />
    </>
  );
}
