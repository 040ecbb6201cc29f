import { namespacePageSize } from '../../../api/namespace-targets.ts';
import { defaultRowHeight, headerHeight } from '../../../table/Table.tsx';
import type { NamespaceCounts } from './namespace-groups.ts';

// The height of the KPI strip plus the tabs on a wide screen, in pixels.
const aboveRows = 57 + 37;
const loadMoreHeight = 49;

/** The height in pixels of a table with this many rows, its header and, after a full page, the 'Load More' button. */
export function panelHeight(rows: number): number {
  const shown = Math.min(Math.max(1, rows), namespacePageSize);
  return headerHeight + shown * defaultRowHeight + (rows >= namespacePageSize ? loadMoreHeight : 0);
}

/** The estimated height in pixels of a section that was never rendered, so that scrolling to it moves nothing. */
export function sectionHeight({ autonomous, recommendation }: Pick<NamespaceCounts, 'autonomous' | 'recommendation'>) {
  return aboveRows + panelHeight(autonomous > 0 ? autonomous : recommendation) + 2;
}
