import { useQuery } from '@tanstack/react-query';
import { arrangeKpis, formatKpiValue, type Kpi, targetSummaryKpiIds } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { kpisQuery } from '../../../api/kpis.ts';
import { useCluster } from '../../../table/ClusterSelect.tsx';
import { ErrorState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import { focusable } from '../../../ui/focusable.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { type CostViewProps, SavedNodeNote } from '../CostNotices.tsx';

/** The KPIs of all targets, in the order of the cost breakdown. */
export function TargetSummary({ isOtherNode }: Pick<CostViewProps, 'isOtherNode'>) {
  const { data, error, refetch } = useQuery(kpisQuery(useClient(), useCluster()));
  const placeholders = targetSummaryKpiIds.map((id) => ({ id, value: null }));
  const kpis = arrangeKpis<Kpi>(data?.items ?? placeholders, targetSummaryKpiIds);
  return (
    <Card aria-label="Target Summary" className="overflow-hidden">
      <h2 className="border-b px-4 py-3 text-lead font-semibold">
        Target Summary
        <SavedNodeNote isOtherNode={isOtherNode} />
      </h2>
      {error && !data ? (
        <ErrorState title="The summary could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-2 gap-y-4 px-4 py-3">
          {kpis.map(({ id, label, value, unit, tooltip }) => (
            <Tooltip key={id} text={tooltip} side="bottom">
              <div {...(tooltip ? focusable : {})}>
                <dt className="text-small text-ink-3">{label}</dt>
                <dd className="text-title font-semibold">
                  {data ? formatKpiValue({ value, unit }) : <Skeleton className="my-1.5 h-3.5 w-10" />}
                </dd>
              </div>
            </Tooltip>
          ))}
        </dl>
      )}
    </Card>
  );
}
