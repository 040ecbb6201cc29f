import { Dialog as Primitive } from '@base-ui/react/dialog';
import { type ReactNode, useDeferredValue } from 'react';
import { classNames } from './class-names.ts';
import { focusable } from './focusable.ts';
import { IconButton } from './IconButton.tsx';
import { useOverflow } from './use-overflow.ts';

/** The position of a dialog: in the middle, or along one edge as a drawer; `wide` is a wide one at the right. */
export type DialogPlace = 'center' | 'right' | 'wide' | 'left';

/** Beside a drawer, a part of the page stays visible and can be pressed to close it, except on a phone. */
const fromRight =
  'inset-y-0 right-0 border-y-0 border-r-0 sm:max-w-[calc(100vw-3rem)] data-[ending-style]:translate-x-full data-[starting-style]:translate-x-full';

const places: Record<DialogPlace, string> = {
  center:
    'top-1/2 left-1/2 max-h-[calc(100dvh-4rem)] w-[calc(100vw-2rem)] max-w-2xl -translate-x-1/2 -translate-y-1/2 rounded-lg data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
  right: `w-[min(100vw,34rem)] ${fromRight}`,
  wide: `w-[min(100vw,66rem)] ${fromRight}`,
  left: 'inset-y-0 left-0 w-[min(86vw,18rem)] border-y-0 border-l-0 data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full',
};

/**
 * A modal dialog. Escape or a click outside closes it. Its module is loaded when the first dialog opens. With `bare` the
 * content has its own header, and the title is only the name for screen readers.
 */
export function Dialog({
  open,
  onClose,
  title,
  place = 'center',
  bare = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  place?: DialogPlace;
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <Primitive.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Primitive.Popup
          className={classNames(
            'fixed z-40 flex flex-col overflow-hidden border bg-raised text-ink shadow-raised transition-[opacity,translate] duration-150 ease-calm',
            places[place],
          )}
        >
          {bare ? (
            <Primitive.Title className="sr-only">{title}</Primitive.Title>
          ) : (
            <header className="flex items-center justify-between gap-4 border-b py-2 pr-2 pl-5">
              <Primitive.Title className="min-w-0 truncate text-lead font-semibold">{title}</Primitive.Title>
              <Primitive.Close render={<IconButton icon="close" label="Close" />} />
            </header>
          )}
          <DialogBody bare={bare} isDeferred={place === 'right' || place === 'wide'}>
            {children}
          </DialogBody>
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * The body scrolls if it is longer than the screen, and only then it is a tab stop. `isDeferred`: the frame, whose size
 * does not depend on the body, is painted first.
 */
function DialogBody({ bare, isDeferred, children }: { bare: boolean; isDeferred: boolean; children: ReactNode }) {
  const { ref, isOverflowing } = useOverflow();
  const isDrawn = useDeferredValue(true, !isDeferred);
  return (
    <div
      ref={ref}
      {...(isOverflowing && !bare ? focusable : {})}
      className={classNames('min-h-0 flex-1 overflow-y-auto -outline-offset-2', !bare && 'p-5')}
    >
      {bare ? children : <div>{isDrawn ? children : null}</div>}
    </div>
  );
}
