import { formatMoney } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ChartCard } from '../charts/ChartCard.tsx';
import { StackedBarsSkeleton } from '../charts/ChartSkeletons.tsx';
import { fills, hatching } from '../charts/fills.ts';
import { type StackedBar, StackedBars } from '../charts/StackedBars.tsx';
import type { CostState } from '../use-cost-targets.ts';
import type { RangeView } from './range-view.ts';

export type BreakdownChartProps = {
  title: string;
  name: string;
  view: RangeView | null;
  isStale: boolean;
  state: CostState;
};

const empty = {
  title: 'No data available',
  detail: 'No costs have been recorded in this range yet. A shorter range may have data.',
};
const keyOf = ({ key }: StackedBar) => key;
const hint = 'The larger of CPU hours ÷ cores and memory hours ÷ memory of a node, × its price.';

const columns: Column<StackedBar>[] = [
  {
    id: 'from',
    header: 'From',
    isRowHeader: true,
    csv: { bucket: ({ label }) => label },
    cell: ({ label, isPartial }) => (
      <span className="font-normal whitespace-nowrap">
        {label}
        {isPartial ? <span className="text-ink-3"> (in part)</span> : null}
      </span>
    ),
  },
  {
    id: 'savings',
    header: 'Savings',
    hint,
    width: '8rem',
    align: 'end',
    sort: { by: ({ savings }) => savings, noun: 'savings' },
    csv: { savings: ({ savings }) => savings },
    cell: ({ savings }) => formatMoney(savings),
  },
  {
    id: 'waste',
    header: 'Waste',
    hint,
    width: '8rem',
    align: 'end',
    sort: { by: ({ waste }) => waste, noun: 'waste' },
    csv: { waste: ({ waste }) => waste },
    cell: ({ waste }) => formatMoney(waste),
  },
];

/** Savings and waste of each time bucket. */
export function BreakdownChart({ title, name, view, isStale, state }: BreakdownChartProps) {
  return (
    <ChartCard
      title={title}
      name={name}
      param="view"
      columns={columns}
      rows={view?.bars ?? null}
      rowKey={keyOf}
      isStale={isStale}
      state={state}
      empty={empty}
      incomplete={view?.incomplete}
      note={<Legend hasPartial={view?.bars.some(({ isPartial }) => isPartial) ?? false} />}
      skeleton={<StackedBarsSkeleton className="min-h-72 flex-1" />}
      summary={view?.summary ?? null}
    >
      <StackedBars label={title} bars={view?.bars ?? []} className="min-h-72 flex-1" />
    </ChartCard>
  );
}

function Legend({ hasPartial }: { hasPartial: boolean }) {
  return (
    <ul aria-label="Savings vs Waste" className="flex flex-wrap items-center gap-x-3 text-small text-ink-2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className={classNames('size-2.5 rounded-sm', fills.savings)} />
        Savings
      </li>
      <li aria-hidden="true" className="text-ink-3">
        vs
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className={classNames('size-2.5 rounded-sm', fills.waste)} />
        Waste
      </li>
      {hasPartial ? (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="relative size-2.5 overflow-hidden rounded-sm bg-ink-3">
            <span className={classNames('absolute inset-0', hatching)} />
          </span>
          In part
        </li>
      ) : null}
    </ul>
  );
}
