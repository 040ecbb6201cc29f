/**
 * Scrolls a table sideways until the column that it is sorted by is visible, because a list whose order cannot be seen looks
 * unordered. A column that is visible stays where it is. The row header covers the left end. Call it only if the list is sorted by
 * another column.
 */
export function showSortedColumn(scroller: HTMLElement): void {
  const header = scroller.querySelector<HTMLElement>('th[aria-sort]:not([aria-sort="none"])');
  if (header === null) return;
  const box = scroller.getBoundingClientRect();
  const cell = header.getBoundingClientRect();
  const headers = [...scroller.querySelectorAll<HTMLElement>('thead th')];
  const pinned = headers.find((one) => getComputedStyle(one).position === 'sticky');
  const left = box.left + (pinned?.getBoundingClientRect().width ?? 0);
  if (cell.left < left) scroller.scrollLeft -= left - cell.left;
  else if (cell.right > box.left + scroller.clientWidth)
    scroller.scrollLeft += cell.right - (box.left + scroller.clientWidth);
}
