import { Tooltip as Primitive } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

/** Wraps the app once: after the first tooltip, neighbours open without the delay. */
export const TooltipProvider = Primitive.Provider;

/**
 * Text that appears beside what it explains, on hover and on keyboard focus. The child must be one element that takes
 * props and a ref; something that cannot be focused by itself needs `tabIndex={0}`. Without text there is no tooltip.
 */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string | null | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}) {
  if (!text) return children;
  return (
    <Primitive.Root>
      <Primitive.Trigger delay={350} render={children} />
      <Primitive.Portal>
        <Primitive.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Primitive.Popup className="max-w-80 rounded-md bg-ink px-2 py-1 text-small text-canvas shadow-raised transition-opacity duration-100 break-words data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            {text}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
