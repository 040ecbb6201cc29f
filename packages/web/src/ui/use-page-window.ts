import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many rows it costs less to draw all of them than to follow the scrolling. */
const fewRows = 60;
/** Rows are drawn in steps of this many, so that scrolling a little draws nothing. */
const step = 20;

type Rows = { from: number; to: number };

/**
 * Which of `count` equally high rows are on the screen or about to be, for a list that scrolls with the page.
 * `place` is the element whose top the first row stands at.
 */
export function usePageWindow(place: RefObject<HTMLElement | null>, count: number, rowHeight: number): Rows {
  const [view, setView] = useState<Rows>({ from: 0, to: fewRows });
  const isLong = count > fewRows;

  useLayoutEffect(() => {
    const element = place.current;
    if (!isLong || element === null) return undefined;
    const look = () => {
      const top = -element.getBoundingClientRect().top;
      const from = Math.floor(top / rowHeight / step) * step - step;
      const to = Math.ceil((top + innerHeight) / rowHeight / step) * step + step;
      setView((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    // In the capture phase, because a container that scrolls in place of the page sends its event to nobody else.
    addEventListener('scroll', look, { passive: true, capture: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [place, isLong, rowHeight]);

  if (!isLong) return { from: 0, to: count };
  const from = Math.min(Math.max(0, view.from), count);
  return { from, to: Math.min(Math.max(from, view.to), count) };
}
