import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

/** The content of the modal or the drawer. The title is shown at the top and is the accessible name. */
export type OverlayContent = {
  title: string;
  body: ReactNode;
  /** A drawer that takes most of a wide screen. */
  isWide?: true;
};

type Overlays = {
  modal: OverlayContent | null;
  drawer: OverlayContent | null;
  /** null removes the content and leaves the URL unchanged, for a page whose URL has already changed. */
  openModal: (content: OverlayContent | null) => void;
  /** Same as `openModal`, for the drawer. */
  openDrawer: (content: OverlayContent | null) => void;
  closeModal: () => void;
  closeDrawer: () => void;
};

const OverlayContext = createContext<Overlays | null>(null);

/** Holds the content of the app's one modal and one drawer. `onClose` runs when either is closed. */
export function OverlayProvider({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const [modal, openModal] = useState<OverlayContent | null>(null);
  const [drawer, openDrawer] = useState<OverlayContent | null>(null);
  const closeModal = useCallback(() => {
    openModal(null);
    onClose();
  }, [onClose]);
  const closeDrawer = useCallback(() => {
    openDrawer(null);
    onClose();
  }, [onClose]);
  const overlays = useMemo(
    () => ({ modal, drawer, openModal, openDrawer, closeModal, closeDrawer }),
    [modal, drawer, closeModal, closeDrawer],
  );
  return <OverlayContext value={overlays}>{children}</OverlayContext>;
}

/** Opens and closes the app's modal and drawer. Closing either clears the search parameters of the URL. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlayContext);
  if (overlays === null) throw new Error('useOverlays needs an OverlayProvider above it.');
  return overlays;
}
