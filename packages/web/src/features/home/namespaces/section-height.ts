import { namespacePageSize } from '../../../api/namespace-targets.ts';
import { defaultRowHeight, headerHeight } from '../../../table/Table.tsx';
import type { NamespaceCounts } from './namespace-groups.ts';

// Key figures and tabs, as they measure on a wide screen.
const aboveRows = 57 + 37;
const loadMoreHeight = 49;

/** What the first page of so many rows takes, with its header and what follows a full page. */
export function panelHeight(rows: number): number {
  const shown = Math.min(Math.max(1, rows), namespacePageSize);
  return headerHeight + shown * defaultRowHeight + (rows >= namespacePageSize ? loadMoreHeight : 0);
}

/** What a section that was never shown will measure, near enough that scrolling to it moves nothing. */
export function sectionHeight({ autonomous, recommendation }: Pick<NamespaceCounts, 'autonomous' | 'recommendation'>) {
  return aboveRows + panelHeight(autonomous > 0 ? autonomous : recommendation) + 2;
}
