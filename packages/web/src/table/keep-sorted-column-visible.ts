/**
 * Scrolls a table sideways so that the column by which it is sorted is visible, now and whenever the width of the table
 * changes. Otherwise the rows would look unordered. It does not move a column that is visible, nor a table whose height
 * changes. The row header covers the left end of the table, so call this only if the table is sorted by another column. The
 * observer is called after the layout, so reading positions does not cause another one.
 *
 * @returns a function that stops the observer
 */
export function keepSortedColumnVisible(scroller: HTMLElement): () => void {
  let shownWidth = 0;
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, scrollLeft } = scroller;
    const header = scroller.querySelector<HTMLElement>('th[aria-sort]:not([aria-sort="none"])');
    if (header === null || width === shownWidth) return;
    shownWidth = width;
    const headers = [...scroller.querySelectorAll<HTMLElement>('thead th')];
    const pinned = headers.find((one) => getComputedStyle(one).position === 'sticky');
    const { offsetLeft: start, offsetWidth } = header;
    scroller.scrollLeft = Math.max(
      Math.min(scrollLeft, start - (pinned?.offsetWidth ?? 0)),
      start + offsetWidth - width,
    );
  });
  observer.observe(scroller);
  return () => observer.disconnect();
}
