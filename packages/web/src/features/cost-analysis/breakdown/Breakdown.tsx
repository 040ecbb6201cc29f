import type { CostViewProps } from '../CostNotices.tsx';
import { ModeTables } from './ModeTables.tsx';
import { TargetSummary } from './TargetSummary.tsx';
import { TopOpportunities } from './TopOpportunities.tsx';
import { TotalCard } from './TotalCard.tsx';

/** The first version of the cost breakdown. */
export function Breakdown({ costs: { targets, isLoading, state }, settings, isOtherNode }: CostViewProps) {
  return (
    <>
      <div className="@container">
        <div className="grid gap-4 @min-[44rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <TotalCard targets={targets} isLoading={isLoading} />
          <TopOpportunities targets={targets} isLoading={isLoading} state={state} />
        </div>
      </div>
      <TargetSummary isOtherNode={isOtherNode} />
      <ModeTables targets={targets} state={state} settings={settings} />
    </>
  );
}
