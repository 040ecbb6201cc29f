import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * When a change of the path has taken away what had the focus (a link of the page before, a search result), the focus goes
 * to the new page: the keyboard and the screen reader go on there, and not at the top of everything.
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
