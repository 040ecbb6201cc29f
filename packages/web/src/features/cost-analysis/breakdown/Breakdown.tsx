import { formatMoney, totalForecastMonthlySavings } from '@trimtab/core';
import { useMemo } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { CostViewProps } from '../CostNotices.tsx';
import { AutonomousTable } from './AutonomousTable.tsx';
import { RecommendationTable } from './RecommendationTable.tsx';
import { TargetSummary } from './TargetSummary.tsx';
import { TopOpportunities } from './TopOpportunities.tsx';

/** The cost breakdown, original version. */
export function Breakdown({ costs: { targets, isLoading }, settings }: CostViewProps) {
  const recommended = useMemo(() => targets?.filter(({ mode }) => mode === 'Recommendation') ?? null, [targets]);
  const autonomous = useMemo(() => targets?.filter(({ mode }) => mode === 'Autonomous') ?? null, [targets]);
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-[2fr_3fr]">
        <Card aria-label="Total forecasted monthly savings" className="flex flex-col px-4 py-4">
          <h2 className="text-lead font-semibold">Total forecasted monthly savings *</h2>
          <p className="my-2 text-display font-semibold text-savings tabular-nums">
            {targets === null ? (
              <Skeleton className="my-1 h-6 w-40" />
            ) : (
              formatMoney(totalForecastMonthlySavings(targets))
            )}
          </p>
          <p className="mt-auto text-small text-ink-3">* Current savings + waste</p>
        </Card>
        <TopOpportunities targets={targets} isLoading={isLoading} />
      </div>
      <TargetSummary />
      <RecommendationTable rows={recommended} settings={settings} />
      <AutonomousTable rows={autonomous} settings={settings} />
    </>
  );
}
