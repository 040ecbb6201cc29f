import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Which rows of a long list are worth drawing. */
export type ListWindow = {
  scroller: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
  scrollTo: (row: number) => void;
};

type WindowOptions = {
  count: number;
  rowHeight: number;
  /** How many rows more are drawn on either side of those in sight. */
  overscan?: number;
  /** How many rows may be in sight, where it is fewer than the screen holds: until it was measured, so many are drawn. */
  mostInSight?: number;
};

/** Draws only the rows in sight, and a few more, of a scrolling list whose rows are all equally high. */
export function useWindow({ count, rowHeight, overscan = 10, mostInSight = Infinity }: WindowOptions): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const seen = useRef({ top: 0, height: 0 });
  const [view, setView] = useState(() => ({
    first: 0,
    last: Math.min(mostInSight, Math.ceil(window.innerHeight / rowHeight)),
  }));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => {
      const { scrollTop: top, clientHeight: height } = element;
      seen.current = { top, height };
      const first = Math.floor(top / rowHeight);
      const last = Math.ceil((top + height) / rowHeight);
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
      const bottom = top + rowHeight;
      // What is in sight by the last look needs no other one, which would force a layout in the middle of a key press.
      if (top === seen.current.top || (top > seen.current.top && bottom <= seen.current.top + seen.current.height))
        return;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
      seen.current = { top: element.scrollTop, height: element.clientHeight };
    },
    [rowHeight],
  );
  return { scroller, from: Math.max(0, view.first - overscan), to: Math.min(count, view.last + overscan), scrollTo };
}
