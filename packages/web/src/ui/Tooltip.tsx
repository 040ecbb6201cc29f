import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { TooltipHost } from './TooltipHost.tsx';

/** The side of its element on which a tooltip stands, if there is room. */
export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

type Described = { 'data-tooltip'?: string; 'data-tooltip-side'?: TooltipSide };

/**
 * Text that appears beside what it explains, on hover and on keyboard focus. The child must be one element that passes
 * its props on; something that cannot be focused by itself needs `tabIndex={0}`. Without text there is no tooltip.
 *
 * A tooltip costs two attributes: one host listens for all of them, so that a table may have hundreds.
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

/** Wraps the app once, and shows the tooltips of everything below it. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <TooltipHost />
    </>
  );
}
