import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

/** What a modal or the drawer shows; the title is its accessible name and stands at its top. */
export type OverlayContent = { title: string; body: ReactNode };

type Overlays = {
  modal: OverlayContent | null;
  drawer: OverlayContent | null;
  /** null takes the content away and leaves the address as it is: for a page whose address has changed already. */
  openModal: (content: OverlayContent | null) => void;
  /** As `openModal`. */
  openDrawer: (content: OverlayContent | null) => void;
  closeModal: () => void;
  closeDrawer: () => void;
};

const OverlayContext = createContext<Overlays | null>(null);

/** Holds the one modal and the one drawer of the app; `onClose` runs whenever either is closed. */
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

/** Opens and closes the app's modal and drawer. Closing either clears the search parameters of the address. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlayContext);
  if (overlays === null) throw new Error('useOverlays needs an OverlayProvider above it.');
  return overlays;
}
