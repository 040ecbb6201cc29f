import { useEffect, useRef } from 'react';
import { useLocation } from '../../browser/router.tsx';

/** Scrolls to the top after every change of the path. The scrolling is smooth unless the user prefers reduced motion. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  }, [pathname]);
}
