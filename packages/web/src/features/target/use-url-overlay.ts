import { useEffect } from 'react';
import { type OverlayContent, useOverlays } from '../../context/overlay.tsx';

/**
 * Shows the modal or the drawer that the address names: null for none. Going back takes it away as well as closing it,
 * and so does leaving the page. The content must be the same object as long as it is the same content.
 */
export function useUrlOverlay(kind: 'modal' | 'drawer', content: OverlayContent | null): void {
  const { openModal, openDrawer } = useOverlays();
  const open = kind === 'modal' ? openModal : openDrawer;
  useEffect(() => {
    if (content === null) return undefined;
    open(content);
    return () => open(null);
  }, [content, open]);
}
