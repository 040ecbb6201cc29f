import { useEffect } from 'react';
import { type OverlayContent, useOverlays } from '../../context/overlay.tsx';

/**
 * Shows the given content in the modal or the drawer; null shows none. The content is derived from the URL, so the browser's
 * back button closes the overlay. Leaving the page closes it too. The content object must be memoized.
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
