import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '../browser/use-printing.ts';
import { type FollowOptions, followRows, type RowRange } from './follow-rows.ts';

/** Up to this many rows, drawing all of them costs less than following the scroll position. */
const shortListRowCount = 60;

/** A long list first draws this many, about as many as a screen shows. */
const firstRowCount = 24;

/** About 20 pages. */
const printedRowCount = 500;

type DrawnRowsOptions = Omit<FollowOptions, 'rowsAhead'> & {
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>;
  /** Lists of at most this many rows are drawn whole. */
  shortCount?: number;
  /** Rows drawn above and below those in view. */
  rowsAhead?: number;
};

type DrawnRows = RowRange & {
  /** The list is short, so all of its rows are drawn. */
  isWhole: boolean;
  /** All rows are drawn now, up to a limit that keeps a printed list readable. */
  isPrinting: boolean;
};

/** Which rows of a list to draw: all of a short list, and of a long one those near the visible part. */
export function useDrawnRows({
  count,
  rowHeight,
  list,
  scroll,
  shortCount = shortListRowCount,
  rowsAhead = 4,
}: DrawnRowsOptions): DrawnRows {
  const isPrinting = usePrinting();
  const [range, setRange] = useState<RowRange>({ from: 0, to: Math.min(shortCount, firstRowCount) });
  const isWhole = count <= shortCount;
  useLayoutEffect(() => {
    if (isWhole || list.current === null) return undefined;
    // Drawn in the same frame. Otherwise a frame after each scroll would show empty places.
    return followRows(list.current, { count, rowHeight, scroll, rowsAhead }, (next) => flushSync(() => setRange(next)));
  }, [isWhole, list, count, rowHeight, scroll, rowsAhead]);
  if (isWhole) return { from: 0, to: count, isWhole, isPrinting };
  // If the list became shorter, scroll to its end.
  const lastFrom = Math.max(0, count - (range.to - range.from));
  return {
    from: isPrinting ? 0 : Math.min(range.from, lastFrom),
    to: Math.min(isPrinting ? printedRowCount : range.to, count),
    isWhole,
    isPrinting,
  };
}
