import type { NodeSettings } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { ExplainedMoney, explainWaste, monthlySide, nameColumn, rowOf, utilizationColumn } from '../cells.tsx';
import type { CostTarget } from '../cost-target.ts';

/** Dollars a month that a target wastes; at least 0, because a target that needs more wastes nothing. */
function wastedMonthly(row: CostTarget, settings: NodeSettings): number | null {
  const difference = rowOf(row, settings)?.differenceMonthly ?? null;
  return difference === null ? null : Math.max(0, difference);
}

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
      hint: 'Current less optimized cost, for a month of 720 hours. $0.00 if the suggestion costs more.',
      width: '8rem',
      align: 'end',
      card: 'lead',
      sort: { by: (row) => wastedMonthly(row, settings), noun: 'waste' },
      csv: { wasted_spend_monthly: (row) => wastedMonthly(row, settings) },
      cell: (row) => {
        const dollars = wastedMonthly(row, settings);
        return (
          <ExplainedMoney
            dollars={dollars}
            explanation={explainWaste(row, settings)}
            meaning={(dollars ?? 0) > 0 ? 'waste' : 'plain'}
          />
        );
      },
    },
  ];
}
