import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** The rows to draw, `to` excluded. */
export type RowRange = { readonly from: number; readonly to: number };

type WindowProps = {
  count: number;
  /** Pixels; the same for all rows. */
  rowHeight: number;
  list: RefObject<HTMLElement | null>;
  onChange: (range: RowRange) => void;
};

/** Reports which rows are in view, and a few more on either side, for a list that scrolls with the page. */
export function PageWindow({ count, rowHeight, list, onChange }: WindowProps) {
  const scrollMargin = useDistanceFromPageTop(list);
  // oxlint-disable-next-line react/incompatible-library -- the items are read in this render and not passed on
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => rowHeight, scrollMargin, overscan: 20 });
  useReport(virtualizer.getVirtualItems(), onChange);
  return null;
}

/** The same for a list that scrolls inside its own element. */
export function BoxWindow({ count, rowHeight, list, onChange }: WindowProps) {
  // oxlint-disable-next-line react/incompatible-library -- the items are read in this render and not passed on
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => list.current,
    initialOffset: () => list.current?.scrollTop ?? 0,
    overscan: 6,
  });
  useReport(virtualizer.getVirtualItems(), onChange);
  return null;
}

function useReport(items: readonly VirtualItem[], onChange: (range: RowRange) => void) {
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  // Before the virtualizer has measured its scroll element there are no items.
  useLayoutEffect(() => {
    if (to > 0) onChange({ from, to });
  }, [from, to, onChange]);
}

/** Measured again whenever the height of the page changes, because content above the table may appear late. */
function useDistanceFromPageTop(element: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setDistance(Math.round(element.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [element]);
  return distance;
}
