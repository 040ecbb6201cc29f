import { costRangeFacts, type ForecastSums, yearlyFigure } from '@trimtab/core';
import { useMemo } from 'react';
import { paths } from '../../../lib/paths.ts';
import type { CostTarget } from '../cost-target.ts';
import { BreakdownCard } from './BreakdownCard.tsx';
import { ContributorsCard } from './ContributorsCard.tsx';
import { projectedBars } from './projected-bars.ts';

export type ProjectedCardsProps = {
  targets: readonly CostTarget[] | null;
  sums: ForecastSums | null;
  now: number;
};

/** The year ahead, if everything stayed as it is: from what is loaded already, without a call. */
export function ProjectedCards({ targets, sums, now }: ProjectedCardsProps) {
  const { breakdownTitle, contributorsTitle } = costRangeFacts.projected;
  const month = new Date(now).toISOString().slice(0, 7);
  const bars = useMemo(() => (sums === null ? null : projectedBars(sums, Date.parse(`${month}-01`))), [sums, month]);
  const contributors = useMemo(
    () =>
      targets
        ?.flatMap(({ key, namespace, name, mode, hourly }) => {
          const dollars = mode === 'Recommendation' ? (yearlyFigure(hourly) ?? 0) : 0;
          return dollars > 0 ? { key, label: name, dollars, href: paths.target(namespace, name) } : [];
        })
        .toSorted((a, b) => b.dollars - a.dollars) ?? null,
    [targets],
  );
  return (
    <>
      <BreakdownCard
        title={breakdownTitle}
        bars={bars}
        name="costs-projected"
        summary="The annual sums in twelve equal months: what happens if nothing changes."
      />
      <ContributorsCard title={contributorsTitle} bars={contributors} tone="waste" empty="No waste data" />
    </>
  );
}
