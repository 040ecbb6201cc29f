import { Table } from '../../../table/Table.tsx';
import { useIsNarrow } from '../../../table/use-is-narrow.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { KpiStrip } from '../kpis/KpiStrip.tsx';
import { targetCardHeights, targetColumns, targetMinWidths } from '../targets/target-columns.tsx';
import { panelHeight } from './section-height.ts';
import { TabsSkeleton } from './TabsSkeleton.tsx';

const keyOf = () => '';
// The number of skeleton rows. Three such sections fill a screen, so that the footer starts below it.
const likelyRows = 4;

/** A placeholder for a namespace section while the list of targets loads. */
export function SectionSkeleton() {
  const isNarrow = useIsNarrow();
  return (
    <div aria-hidden="true" inert>
      <Skeleton className="mb-3 h-5 w-48" />
      <Card className="overflow-hidden">
        <div className="border-b">
          <KpiStrip label="" kpis={null} size="section" />
        </div>
        <TabsSkeleton />
        <div style={{ minHeight: panelHeight(likelyRows, 'autonomous', isNarrow) }}>
          <Table
            label=""
            columns={targetColumns.autonomous}
            rows={null}
            rowKey={keyOf}
            minWidth={targetMinWidths.autonomous}
            cards={targetCardHeights.autonomous}
          />
        </div>
      </Card>
    </div>
  );
}
