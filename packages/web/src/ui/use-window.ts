import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Which rows of a long list are worth drawing. */
export type ListWindow = {
  scroller: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
  scrollTo: (row: number) => void;
};

/** Draws only the rows in sight, and `overscan` more on either side, of a scrolling list whose rows are all equally high. */
export function useWindow({
  count,
  rowHeight,
  overscan = 10,
}: {
  count: number;
  rowHeight: number;
  overscan?: number;
}): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ first: 0, last: 40 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
      setView((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    element.addEventListener('scroll', look, { passive: true });
    // Its first call comes after the layout that is due anyway; to look right here would force one more.
    const resize = new ResizeObserver(look);
    resize.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resize.disconnect();
    };
  }, [rowHeight]);

  const scrollTo = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      const top = row * rowHeight;
      const bottom = top + rowHeight - element.clientHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop) element.scrollTop = bottom;
    },
    [rowHeight],
  );
  return { scroller, from: Math.max(0, view.first - overscan), to: Math.min(count, view.last + overscan), scrollTo };
}
