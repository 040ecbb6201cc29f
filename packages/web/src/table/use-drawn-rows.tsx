import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { loadModule, thisPage } from '../browser/chunk-reload.ts';
import { usePrinting } from '../browser/use-printing.ts';
import type { RowRange } from './RowWindow.tsx';

// Only long lists need the virtualizer (10 kB of gzip), so the first load of the console leaves it out.
const loadWindows = () => loadModule('row-window', () => import('./RowWindow.tsx'), thisPage);
const PageWindow = lazy(async () => ({ default: (await loadWindows()).PageWindow }));
const BoxWindow = lazy(async () => ({ default: (await loadWindows()).BoxWindow }));

/** Up to this many rows, drawing all of them costs less than following the scroll position. */
const shortListRowCount = 60;

/** A long list first draws this many, about as many as a screen shows. */
const firstRowCount = 24;

/** About 20 pages. */
const printedRowCount = 500;

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
  /** Rows drawn above and below those in view. */
  rowsAhead?: number;
};

type DrawnRows = RowRange & {
  /** The list is short, so all of its rows are drawn. */
  isWhole: boolean;
  /** All rows are drawn now, up to a limit that keeps a printed list readable. */
  isPrinting: boolean;
  /** Follows the scroll position. Render it after the element of `list`, which must exist first. */
  follower: ReactNode;
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
  const report = useCallback(
    (next: RowRange) => setRange((last) => (last.from === next.from && last.to === next.to ? last : next)),
    [],
  );
  if (count <= shortCount) return { from: 0, to: count, isWhole: true, isPrinting, follower: null };
  const Follower = scroll === 'page' ? PageWindow : BoxWindow;
  // If the list became shorter, scroll to its end.
  const lastFrom = Math.max(0, count - (range.to - range.from));
  return {
    from: isPrinting ? 0 : Math.min(range.from, lastFrom),
    to: Math.min(isPrinting ? printedRowCount : range.to, count),
    isWhole: false,
    isPrinting,
    follower: (
      <Suspense fallback={null}>
        <Follower count={count} rowHeight={rowHeight} rowsAhead={rowsAhead} list={list} onChange={report} />
      </Suspense>
    ),
  };
}
