import { barColumns } from '../charts/bar-columns.tsx';
import { ChartCard } from '../charts/ChartCard.tsx';
import { HorizontalBarsSkeleton } from '../charts/ChartSkeletons.tsx';
import { type HorizontalBar, HorizontalBars, noWaste } from '../charts/HorizontalBars.tsx';
import type { CostState } from '../use-cost-targets.ts';
import type { RangeView } from './range-view.ts';

/** The chart shows this many bars; the table shows all of them. */
const maxBars = 10;

export type ContributorsChartProps = { title: string; view: RangeView | null; isStale: boolean; state: CostState };

const keyOf = ({ key }: HorizontalBar) => key;
const columns = { savings: barColumns('Target name', 'Savings'), waste: barColumns('Target name', 'Yearly waste') };
const empty = {
  savings: {
    title: 'No savings in this range',
    detail: 'A target appears here when autonomous mode has lowered its requests.',
  },
  waste: noWaste,
};

/** The targets with the highest savings or waste. */
export function ContributorsChart({ title, view, isStale, state }: ContributorsChartProps) {
  const tone = view?.tone ?? 'savings';
  const bars = view?.contributors ?? null;
  return (
    <ChartCard
      title={title}
      name={tone === 'waste' ? 'top-waste' : 'top-savings'}
      param="contributors"
      columns={columns[tone]}
      rows={bars}
      rowKey={keyOf}
      isStale={isStale}
      state={state}
      empty={empty[tone]}
      incomplete={view?.incomplete}
      drawn={maxBars}
      skeleton={<HorizontalBarsSkeleton count={maxBars} />}
    >
      <HorizontalBars label={title} bars={bars?.slice(0, maxBars) ?? []} tone={tone} />
    </ChartCard>
  );
}
