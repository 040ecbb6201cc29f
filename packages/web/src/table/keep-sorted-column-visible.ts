/**
 * Scrolls a table sideways until the column that it is sorted by is visible, now and whenever the width of the table changes,
 * because a list whose order cannot be seen looks unordered. A column that is visible stays where it is, and a change of height
 * does not move a list that the user has scrolled. The row header covers the left end. Call it only if the list is sorted by
 * another column. The observer reports after the layout, so that measuring forces none.
 *
 * @returns a function that ends it
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
