import {
  type Rect,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The rows to draw, `to` excluded. */
export type RowRange = { readonly from: number; readonly to: number };

type WindowProps = {
  count: number;
  /** Pixels; the same for all rows. */
  rowHeight: number;
  /** Rows drawn above and below those in view, so that a short scroll shows no empty place. */
  rowsAhead: number;
  list: RefObject<HTMLElement | null>;
  onChange: (range: RowRange) => void;
};

/** Reports the rows in view, and a few more on either side, of a list that scrolls with the page. */
export function PageWindow({ count, rowHeight, rowsAhead, list, onChange }: WindowProps) {
  const scrollMargin = useDistanceFromPageTop(list);
  // oxlint-disable-next-line react/incompatible-library -- the items are read in this render and not passed on
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => rowHeight, scrollMargin, overscan: 0 });
  useReport(virtualizer.getVirtualItems(), rowsAhead, onChange);
  return null;
}

/** The same for a list that scrolls inside its own element. */
export function BoxWindow({ count, rowHeight, rowsAhead, list, onChange }: WindowProps) {
  // oxlint-disable-next-line react/incompatible-library -- the items are read in this render and not passed on
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => list.current,
    initialOffset: () => list.current?.scrollTop ?? 0,
    observeElementRect: observeSize,
    overscan: 0,
  });
  useReport(virtualizer.getVirtualItems(), rowsAhead, onChange);
  return null;
}

/** The virtualizer's own function also measures at once, which makes the browser lay out a new list twice. */
function observeSize({ scrollElement }: Virtualizer<HTMLElement, Element>, onSize: (size: Rect) => void) {
  const observer = new ResizeObserver(([entry]) => entry && onSize(entry.contentRect));
  if (scrollElement !== null) observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** The drawn rows begin and end at a multiple of this, so that not every scrolled row draws the list again. */
const stepRowCount = 4;
/** More new rows than this take longer than a frame on a slow machine, so the next frame draws them. */
const mostNewRows = 4;

function useReport(items: readonly VirtualItem[], rowsAhead: number, onChange: (range: RowRange) => void) {
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const from = Math.max(0, Math.floor((first - rowsAhead) / stepRowCount) * stepRowCount);
  const to = Math.ceil((last + 1 + rowsAhead) / stepRowCount) * stepRowCount;
  // Before the virtualizer has measured its scroll element there are no items.
  const isMeasured = last >= 0;
  const drawn = useRef<RowRange>({ from: 0, to: Infinity });
  useLayoutEffect(() => {
    if (!isMeasured) return undefined;
    let frame = 0;
    const draw = () => {
      const next = rowsOfNextFrame(drawn.current, { from, to }, from + rowsAhead);
      drawn.current = next;
      onChange(next);
      if (next.from > from || next.to < to) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [from, to, rowsAhead, isMeasured, onChange]);
}

/** What is drawn and wanted, and at most `mostNewRows` more. Rows at the bottom come first. */
function rowsOfNextFrame(drawn: RowRange, wanted: RowRange, firstInView: number): RowRange {
  const [from, to] = [Math.max(drawn.from, wanted.from), Math.min(drawn.to, wanted.to)];
  // The list jumped.
  if (from >= to) return { from: firstInView, to: Math.min(firstInView + mostNewRows, wanted.to) };
  const below = Math.min(wanted.to, to + mostNewRows);
  return { from: Math.max(wanted.from, from - (mostNewRows - (below - to))), to: below };
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
