import type { ReactNode } from 'react';
import type { PagedRow } from '../use-paged-rows.ts';

/**
 * The cell of a row that may not be loaded yet. Its placeholder is not animated, because a list that is scrolled fast
 * shows hundreds of them, and each animation takes its own layer and sends events.
 */
export const itemCell =
  <Item,>(cell: (item: Item) => ReactNode) =>
  ({ item }: PagedRow<Item>): ReactNode =>
    item === null ? <span aria-hidden="true" className="inline-block h-3 w-10 rounded-sm bg-sunken" /> : cell(item);
