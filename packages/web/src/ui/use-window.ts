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
  maxVisible?: number;
};

/** Windowing for a scrolling list whose rows all have the same height. */
export function useWindow({ count, rowHeight, overscan = 10, maxVisible = Infinity }: WindowOptions): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const measured = useRef({ top: 0, height: 0 });
  const [view, setView] = useState(() => ({
    first: 0,
    last: Math.min(maxVisible, Math.ceil(window.innerHeight / rowHeight)),
  }));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const { scrollTop: top, clientHeight: height } = element;
      measured.current = { top, height };
      const first = Math.floor(top / rowHeight);
      const last = Math.ceil((top + height) / rowHeight);
      setView((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    element.addEventListener('scroll', measure, { passive: true });
    // The observer calls back after the next regular layout. Measuring here would force an additional one.
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
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
      if (
        top === measured.current.top ||
        (top > measured.current.top && bottom <= measured.current.top + measured.current.height)
      )
        return;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
      measured.current = { top: element.scrollTop, height: element.clientHeight };
    },
    [rowHeight],
  );
  return { scroller, from: Math.max(0, view.first - overscan), to: Math.min(count, view.last + overscan), scrollTo };
}
