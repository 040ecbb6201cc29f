import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** The content of the modal or the drawer. The title is shown at the top and is the accessible name. */
export type OverlayContent = {
  title: string;
  body: ReactNode;
  /** A drawer that takes most of a wide screen. */
  isWide?: true;
};

type Shown = { modal: OverlayContent | null; drawer: OverlayContent | null };
type Overlays = {
  /** null removes the content and leaves the URL unchanged, for a page whose URL has already changed. */
  openModal: (content: OverlayContent | null) => void;
  /** Same as `openModal`, for the drawer. */
  openDrawer: (content: OverlayContent | null) => void;
  closeModal: () => void;
  closeDrawer: () => void;
  /** Loads the code of both before they open. */
  preload: () => void;
};

const OverlayContext = createContext<Overlays | null>(null);
const ShownContext = createContext<Shown>({ modal: null, drawer: null });

type OverlayProviderProps = { onClose: () => void; preload: () => void; children: ReactNode };

/** Holds the content of the app's one modal and one drawer. `onClose` runs when either is closed. */
export function OverlayProvider({ onClose, preload, children }: OverlayProviderProps) {
  const [modal, openModal] = useState<OverlayContent | null>(null);
  const [drawer, openDrawer] = useState<OverlayContent | null>(null);
  const overlays = useMemo(() => {
    const closing = (open: (content: null) => void) => () => {
      open(null);
      onClose();
    };
    return { openModal, openDrawer, closeModal: closing(openModal), closeDrawer: closing(openDrawer), preload };
  }, [onClose, preload]);
  const shown = useMemo(() => ({ modal, drawer }), [modal, drawer]);
  return (
    <OverlayContext value={overlays}>
      <ShownContext value={shown}>{children}</ShownContext>
    </OverlayContext>
  );
}

/** The content that is shown now. Only what draws it needs this: the page behind a drawer is not drawn again for it. */
export const useShownOverlays = (): Shown => useContext(ShownContext);

/** Opens and closes the app's modal and drawer. Closing either clears the search parameters of the URL. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlayContext);
  if (overlays === null) throw new Error('useOverlays needs an OverlayProvider above it.');
  return overlays;
}
