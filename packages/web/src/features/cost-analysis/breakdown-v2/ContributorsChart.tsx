import { barColumns } from '../charts/bar-columns.tsx';
import { ChartCard } from '../charts/ChartCard.tsx';
import { HorizontalBarsGhost } from '../charts/Ghosts.tsx';
import { type HorizontalBar, HorizontalBars, noWaste } from '../charts/HorizontalBars.tsx';
import type { RangeView } from './range-view.ts';

/** As many as are read at a glance; the table has them all. */
const mostBars = 10;

export type ContributorsChartProps = { title: string; view: RangeView | null; isStale: boolean };

const keyOf = ({ key }: HorizontalBar) => key;
const columns = { savings: barColumns('Target name', 'Savings'), waste: barColumns('Target name', 'Yearly waste') };
const empty = {
  savings: {
    title: 'No savings in this range',
    detail: 'Targets stand here when autonomous mode has lowered what they request.',
  },
  waste: noWaste,
};

/** Who saved or wastes most. */
export function ContributorsChart({ title, view, isStale }: ContributorsChartProps) {
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
      empty={empty[tone]}
      incomplete={view?.incomplete}
      drawn={mostBars}
      ghost={<HorizontalBarsGhost count={mostBars} />}
    >
      <HorizontalBars label={title} bars={bars?.slice(0, mostBars) ?? []} tone={tone} />
    </ChartCard>
  );
}
