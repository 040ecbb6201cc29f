/** The rows to draw, `to` excluded. */
export type RowRange = { readonly from: number; readonly to: number };

export type FollowOptions = {
  count: number;
  /** Pixels; the same for all rows. */
  rowHeight: number;
  /** `page`: the list scrolls with the page. `box`: its element scrolls. */
  scroll: 'page' | 'box';
  /** Rows drawn above and below those in view, so that a short scroll shows no empty place. */
  rowsAhead: number;
};

/** The drawn rows begin and end at a multiple of this, so that not every scrolled row draws the list again. */
const stepRowCount = 4;
/** As many new rows fit into a frame of a slow machine. */
const fewestNewRows = 2;
/** A frame costs several times as much as a row, so a fast machine draws more rows in each of fewer frames. */
const mostNewRows = 8;
/**
 * Milliseconds. A frame that took longer had too many new rows. At 60 frames a second, a frame takes 16.7 ms, or 33.3 if
 * one is missed.
 */
const longFrameMs = 25;

/**
 * Reports the rows in view of a long list, and a few more on either side, at most once in a frame. Returns a function that
 * ends it.
 */
export function followRows(
  list: HTMLElement,
  { count, rowHeight, scroll, rowsAhead }: FollowOptions,
  onChange: (range: RowRange) => void,
): () => void {
  let drawn: RowRange = { from: 0, to: Infinity };
  let wanted = drawn;
  let frame = 0;
  let drawnAt: number | null = null;
  let newRows = fewestNewRows;
  const rowAt = (pixels: number) => Math.min(Math.max(0, Math.floor(pixels / rowHeight)), count - 1);
  const draw = () => {
    // Only the beginning of the next frame tells how long this one took, so one more frame always follows. It is measured
    // with the clock: the time stamp of a frame says when it was due, and after a long frame it begins later than that.
    const at = performance.now();
    if (drawnAt !== null) newRows = at - drawnAt > longFrameMs ? fewestNewRows : Math.min(2 * newRows, mostNewRows);
    const isDone = wanted.from === drawn.from && wanted.to === drawn.to;
    drawnAt = isDone ? null : at;
    frame = isDone ? 0 : requestAnimationFrame(draw);
    if (isDone) return;
    drawn = rowsOfNextFrame(drawn, wanted, wanted.from + rowsAhead, newRows);
    onChange(drawn);
  };
  const look = () => {
    const [top, height] =
      scroll === 'box' ? [list.scrollTop, list.clientHeight] : [-list.getBoundingClientRect().top, innerHeight];
    // A hidden list shows no rows.
    if (height === 0) return;
    const [first, last] = [rowAt(top), rowAt(top + height - 1)];
    wanted = {
      from: Math.max(0, Math.floor((first - rowsAhead) / stepRowCount) * stepRowCount),
      to: Math.ceil((last + 1 + rowsAhead) / stepRowCount) * stepRowCount,
    };
    if (frame === 0 && (wanted.from !== drawn.from || wanted.to !== drawn.to)) frame = requestAnimationFrame(draw);
  };
  const listening = new AbortController();
  const options = { signal: listening.signal, passive: true };
  (scroll === 'box' ? list : document).addEventListener('scroll', look, options);
  addEventListener('resize', look, options);
  // It also looks at once, when the browser has laid out the list. The page's height changes if content appears above it.
  const sizes = new ResizeObserver(look);
  sizes.observe(scroll === 'box' ? list : document.documentElement);
  return () => {
    listening.abort();
    sizes.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** What is drawn and wanted, and at most `newRows` more. Rows at the bottom come first. */
function rowsOfNextFrame(drawn: RowRange, wanted: RowRange, firstInView: number, newRows: number): RowRange {
  const [from, to] = [Math.max(drawn.from, wanted.from), Math.min(drawn.to, wanted.to)];
  // The list jumped.
  if (from >= to) return { from: firstInView, to: Math.min(firstInView + newRows, wanted.to) };
  const below = Math.min(wanted.to, to + newRows);
  return { from: Math.max(wanted.from, from - (newRows - (below - to))), to: below };
}
