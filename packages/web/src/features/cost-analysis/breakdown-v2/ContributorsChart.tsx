import { barColumns } from '../charts/bar-columns.tsx';
import { ChartCard } from '../charts/ChartCard.tsx';
import { type HorizontalBar, HorizontalBars } from '../charts/HorizontalBars.tsx';
import type { RangeView } from './range-view.ts';

/** As many as are read at a glance; the table has them all. */
const mostBars = 10;

export type ContributorsChartProps = { title: string; view: RangeView | null; isStale: boolean };

const keyOf = ({ key }: HorizontalBar) => key;
const columns = { savings: barColumns('Target name', 'Savings'), waste: barColumns('Target name', 'Yearly waste') };
const empty = { savings: 'No savings in this range', waste: 'No waste data' };

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
      place={bars === null ? 'h-[29rem]' : 'h-40'}
    >
      <HorizontalBars label={title} bars={bars?.slice(0, mostBars) ?? []} tone={tone} />
    </ChartCard>
  );
}
