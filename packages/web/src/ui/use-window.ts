import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The rows of a long list to draw: `from` included, `to` excluded. */
export type ListWindow = {
  scroller: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
  scrollTo: (row: number) => void;
};

type WindowOptions = {
  count: number;
  rowHeight: number;
  /** Extra rows to draw before and after the visible ones. */
  overscan?: number;
  /** The number of rows that the list can show at most. It limits the first render, before the list is measured. */
  mostInSight?: number;
};

/** Windowing for a scrolling list whose rows all have the same height. */
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
    // The observer calls back after the next regular layout. Measuring here would force an additional one.
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
      // If the row was visible at the last measurement, do not measure again: that would force a layout during a key press.
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
