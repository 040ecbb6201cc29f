import type { NodeSettings } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { ExplainedMoney, explainDifference, monthlySide, nameColumn, rowOf, utilizationColumn } from '../cells.tsx';
import type { CostTarget } from '../cost-target.ts';

/** The columns of 'Recommendation Mode': the cost now and with the suggestion. */
export function recommendationColumns(settings: NodeSettings): Column<CostTarget>[] {
  return [
    nameColumn((row) => row, 'Target name'),
    utilizationColumn('cpu', 'CPU utilization', settings),
    utilizationColumn('memory', 'Memory utilization', settings),
    {
      id: 'cost',
      header: 'Monthly estimated cost',
      hint: 'Current → optimized, for 720 hours.',
      // Wide enough for two amounts of five digits side by side.
      width: 'clamp(10.75rem, 16vw, 15rem)',
      align: 'end',
      sort: { by: (row) => rowOf(row, settings)?.unoptimizedMonthly ?? null, noun: 'cost' },
      csv: {
        monthly_cost_current: (row) => rowOf(row, settings)?.unoptimizedMonthly ?? null,
        monthly_cost_optimized: (row) => rowOf(row, settings)?.optimizedMonthly ?? null,
      },
      cell: (row) => (
        <BeforeAfter
          before={monthlySide(row, 'unoptimized', settings)}
          after={monthlySide(row, 'optimized', settings)}
          words={['current', 'optimized']}
        />
      ),
    },
    {
      id: 'waste',
      header: 'Wasted spend',
      hint: 'Current less optimized cost, for a month of 720 hours. Negative if the target needs more than it requests.',
      width: '8rem',
      align: 'end',
      sort: { by: (row) => rowOf(row, settings)?.differenceMonthly ?? null, noun: 'waste' },
      csv: { wasted_spend_monthly: (row) => rowOf(row, settings)?.differenceMonthly ?? null },
      cell: (row) => {
        const dollars = rowOf(row, settings)?.differenceMonthly ?? null;
        return (
          <ExplainedMoney
            dollars={dollars}
            explanation={explainDifference(row, ['current', 'optimized'], settings)}
            meaning={(dollars ?? 0) > 0 ? 'waste' : 'plain'}
          />
        );
      },
    },
  ];
}
