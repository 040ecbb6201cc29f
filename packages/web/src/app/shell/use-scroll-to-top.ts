import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Every change of the path scrolls to the top: smoothly, or at once for those who asked for less motion. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
  }, [pathname]);
}
