import type { CostViewProps } from '../CostNotices.tsx';
import { ModeTables } from './ModeTables.tsx';
import { TargetSummary } from './TargetSummary.tsx';
import { TopOpportunities } from './TopOpportunities.tsx';
import { TotalCard } from './TotalCard.tsx';

/** The cost breakdown, original version. */
export function Breakdown({ costs: { targets, isLoading }, settings }: CostViewProps) {
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-[2fr_3fr]">
        <TotalCard targets={targets} />
        <TopOpportunities targets={targets} isLoading={isLoading} />
      </div>
      <TargetSummary />
      <ModeTables targets={targets} settings={settings} />
    </>
  );
}
