import { topSavingOpportunities } from '@trimtab/core';
import { useMemo } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { CostTarget } from '../cost-target.ts';
import { HorizontalBars } from '../HorizontalBars.tsx';

export type TopOpportunitiesProps = { targets: readonly CostTarget[] | null; isLoading: boolean };

/** The recommendation targets that waste most in a year. */
export function TopOpportunities({ targets, isLoading }: TopOpportunitiesProps) {
  const bars = useMemo(
    () =>
      topSavingOpportunities(targets ?? []).map(({ key, namespace, name, yearlyWaste }) => ({
        key,
        label: name,
        dollars: yearlyWaste,
        href: paths.target(namespace, name),
      })),
    [targets],
  );
  const isWaiting = targets === null || (isLoading && bars.length === 0);
  return (
    <Card aria-label="Top Saving Opportunities" className="px-4 py-4">
      <h2 className="text-lead font-semibold">Top Saving Opportunities</h2>
      <p className="mb-3 text-small text-ink-3">Yearly waste of targets in recommendation mode (8,760 hours).</p>
      {/* As high as three bars, whatever stands here. */}
      <div className="min-h-[8.25rem]">
        {isWaiting ? (
          <Skeleton className="h-[8.25rem] w-full" />
        ) : bars.length === 0 ? (
          <p className="text-ink-2">No waste data</p>
        ) : (
          <HorizontalBars label="Yearly waste" bars={bars} tone="waste" />
        )}
      </div>
    </Card>
  );
}
