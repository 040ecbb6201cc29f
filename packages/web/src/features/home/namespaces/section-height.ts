import { namespacePageSize } from '../../../api/namespace-targets.ts';
import { defaultRowHeight, headerHeight } from '../../../table/Table.tsx';
import { targetCardHeights } from '../targets/target-columns.tsx';
import type { NamespaceCounts } from './namespace-groups.ts';
import type { TargetKind } from './section-view.ts';

// The height of the KPI strip plus the tabs on a wide screen, in pixels.
const aboveRows = 57 + 37;
const loadMoreHeight = 49;
/** The height of the bar that sorts the cards in a narrow window. */
const cardBarHeight = 49;

/**
 * The height in pixels of a table with this many rows, its header and, after a full page, the 'Load More' button. In a
 * narrow window the rows are cards.
 */
export function panelHeight(rows: number, kind: TargetKind, isNarrow: boolean): number {
  const shown = Math.min(Math.max(1, rows), namespacePageSize);
  const list = isNarrow
    ? (shown > 1 ? cardBarHeight : 0) + shown * targetCardHeights[kind]
    : headerHeight + shown * defaultRowHeight;
  return list + (rows >= namespacePageSize ? loadMoreHeight : 0);
}

type Counts = Pick<NamespaceCounts, 'autonomous' | 'recommendation'>;

/** The estimated height in pixels of a section that was never rendered, so that scrolling to it moves nothing. */
export function sectionHeight({ autonomous, recommendation }: Counts, isNarrow: boolean): number {
  const kind = autonomous > 0 ? 'autonomous' : 'recommendation';
  return aboveRows + panelHeight(autonomous > 0 ? autonomous : recommendation, kind, isNarrow) + 2;
}
