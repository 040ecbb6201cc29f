import type { ReactNode } from 'react';
import type { PagedRow } from '../use-paged-rows.ts';

/**
 * The cell of a row that may not be loaded yet. Its placeholder does not pulse: a list that is scrolled fast shows hundreds
 * of them, and each animation is a layer of its own and sends events.
 */
export const itemCell =
  <Item,>(cell: (item: Item) => ReactNode) =>
  ({ item }: PagedRow<Item>): ReactNode =>
    item === null ? <span aria-hidden="true" className="inline-block h-3 w-10 rounded-sm bg-sunken" /> : cell(item);
