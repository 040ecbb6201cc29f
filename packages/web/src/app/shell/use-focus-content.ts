import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from '../../browser/router.tsx';

/**
 * Moves the focus to the new page if a navigation removed the focused element, such as a link of the previous page or a
 * search result. Otherwise keyboard and screen reader users would start again at the top of the document.
 */
export function useFocusContent(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
