import { explainYearlyFigure, topSavingOpportunities } from '@trimtab/core';
import { useMemo } from 'react';
import { paths } from '../../../browser/paths.ts';
import { barColumns } from '../charts/bar-columns.tsx';
import { ChartCard } from '../charts/ChartCard.tsx';
import { HorizontalBarsSkeleton } from '../charts/ChartSkeletons.tsx';
import { type HorizontalBar, HorizontalBars, noWaste } from '../charts/HorizontalBars.tsx';
import { type CostTarget, targetLabels } from '../cost-target.ts';
import type { CostState } from '../use-cost-targets.ts';

export type TopOpportunitiesProps = { targets: readonly CostTarget[] | null; isLoading: boolean; state: CostState };

const columns = barColumns('Target name', 'Yearly waste');
const keyOf = ({ key }: HorizontalBar) => key;

/** The targets in recommendation mode with the highest yearly waste. */
export function TopOpportunities({ targets, isLoading, state }: TopOpportunitiesProps) {
  const bars = useMemo(() => {
    const shown = topSavingOpportunities(targets ?? []);
    const labelOf = targetLabels(shown);
    return shown.map((target) => ({
      key: target.key,
      label: labelOf(target),
      dollars: target.yearlyWaste,
      href: paths.target(target.namespace, target.name),
      explanation: explainYearlyFigure(target.net ?? target.hourly ?? 0, 'Recommendation'),
    }));
  }, [targets]);
  return (
    <ChartCard
      title="Top Saving Opportunities"
      note="Targets in recommendation mode whose suggestions together save the most in a year (8,760 hours)."
      name="top-saving-opportunities"
      state={state}
      param="top"
      columns={columns}
      rows={targets === null || (isLoading && bars.length === 0) ? null : bars}
      rowKey={keyOf}
      empty={noWaste}
      skeleton={
        <div className="min-h-33">
          <HorizontalBarsSkeleton count={3} />
        </div>
      }
    >
      <div className="min-h-33">
        <HorizontalBars label="Yearly waste" bars={bars} tone="waste" />
      </div>
    </ChartCard>
  );
}
