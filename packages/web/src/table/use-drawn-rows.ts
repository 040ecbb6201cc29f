import { type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '../browser/use-printing.ts';

/** Up to this many rows, drawing all of them costs less than following the scroll position. */
const shortListRowCount = 60;

/** About 20 pages. */
const printedRowCount = 500;

/** Rows drawn above and below those in view, so that a short scroll shows no empty place. */
const rowsAhead = 4;

/** The drawn rows begin and end at a multiple of this, so that not every scrolled row draws the list again. */
const stepRowCount = 4;

type DrawnRowsOptions = {
  count: number;
  /** Pixels; the same for all rows. */
  rowHeight: number;
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>;
  /** `page`: the list scrolls with the page. `box`: the element of `list` scrolls. */
  scroll: 'page' | 'box';
  /** Lists of at most this many rows are drawn whole. */
  shortCount?: number;
};

/** The rows to draw, `to` excluded. */
type RowRange = { readonly from: number; readonly to: number };

type DrawnRows = RowRange & {
  /** The list is short, so all of its rows are drawn. */
  isWhole: boolean;
  /** All rows are drawn now, up to a limit that keeps a printed list readable. */
  isPrinting: boolean;
};

/** The rows of which a part lies between two heights, and a few more. */
function rowsBetween(top: number, bottom: number, rowHeight: number): RowRange {
  const at = (pixels: number, by: number) => pixels / rowHeight / stepRowCount + by / stepRowCount;
  return {
    from: Math.max(0, Math.floor(at(top, -rowsAhead))) * stepRowCount,
    to: Math.max(1, Math.ceil(at(bottom, rowsAhead))) * stepRowCount,
  };
}

/** Which rows of a list to draw: all of a short list, and of a long one those near the visible part. */
export function useDrawnRows({
  count,
  rowHeight,
  list,
  scroll,
  shortCount = shortListRowCount,
}: DrawnRowsOptions): DrawnRows {
  const isPrinting = usePrinting();
  const isWhole = count <= shortCount;
  const [range, setRange] = useState(() => rowsBetween(0, Math.min(innerHeight, shortCount * rowHeight), rowHeight));
  const measure = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    const top = scroll === 'box' ? element.scrollTop : -element.getBoundingClientRect().top;
    const next = rowsBetween(top, top + (scroll === 'box' ? element.clientHeight : innerHeight), rowHeight);
    setRange((last) => (last.from === next.from && last.to === next.to ? last : next));
  }, [list, scroll, rowHeight]);
  useEffect(() => {
    const element = list.current;
    if (isWhole || element === null) return undefined;
    const scroller = scroll === 'box' ? element : globalThis;
    // The rows are drawn in the frame of the scroll event, because React would draw them in the next one.
    const onScroll = () => flushSync(measure);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    // Content that appears above the list moves it.
    const observer = new ResizeObserver(measure);
    observer.observe(scroll === 'box' ? element : document.documentElement);
    addEventListener('resize', measure);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [list, scroll, isWhole, measure]);
  if (isWhole) return { from: 0, to: count, isWhole, isPrinting };
  // A list that became shorter scrolls to its end.
  const lastFrom = Math.max(0, count - (range.to - range.from));
  return {
    from: isPrinting ? 0 : Math.min(range.from, lastFrom),
    to: Math.min(isPrinting ? printedRowCount : range.to, count),
    isWhole,
    isPrinting,
  };
}
