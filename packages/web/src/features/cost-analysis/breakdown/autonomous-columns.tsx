import {
  bottleneck,
  formatPercent,
  missingMark,
  type NodeSettings,
  noPreAutonomousText,
  notAvailable,
  requestedAmounts,
  type Variant,
} from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { ExplainedMoney, explainDifference, monthlySide, nameColumn, rowOf } from '../cells.tsx';
import type { CostTarget } from '../cost-target.ts';

/** The columns of 'Autonomous Mode': the cost before and now. */
export function autonomousColumns(settings: NodeSettings): Column<CostTarget>[] {
  const utilization = (row: CostTarget) => rowOf(row, settings)?.utilization.optimized ?? { cpu: null, memory: null };
  const bottleneckUtilization = (row: CostTarget) => {
    const resource = row.comparison && bottleneck(requestedAmounts(row.comparison, 'optimized'), settings);
    return utilization(row)[resource ?? 'cpu'];
  };
  const monthly = (row: CostTarget, variant: Variant) => {
    const figures = rowOf(row, settings);
    return (variant === 'optimized' ? figures?.optimizedMonthly : figures?.unoptimizedMonthly) ?? null;
  };
  const difference = (row: CostTarget) => rowOf(row, settings)?.differenceMonthly ?? null;
  const moneyCell = (row: CostTarget, variant: Variant) => (
    <ExplainedMoney dollars={monthly(row, variant)} explanation={monthlySide(row, variant, settings).tooltip} />
  );
  return [
    nameColumn((row) => row, 'Target name'),
    {
      id: 'utilization',
      header: 'Utilization',
      hint: '24 h average ÷ current request, of the resource that determines the cost.',
      width: '7.5rem',
      align: 'end',
      sort: { by: bottleneckUtilization, noun: 'utilization' },
      csv: {
        cpu_utilization: (row) => utilization(row).cpu,
        memory_utilization: (row) => utilization(row).memory,
      },
      cell: (row) =>
        row.comparison === null ? (
          <span className="text-ink-3">{missingMark}</span>
        ) : (
          <Tooltip text={bothPercentages(utilization(row))}>
            <span {...focusable} className="rounded-sm">
              {formatPercent(bottleneckUtilization(row))}
            </span>
          </Tooltip>
        ),
    },
    {
      id: 'previous',
      header: 'Previous monthly cost',
      hint: 'Before autonomous mode, for 720 hours.',
      width: '10.5rem',
      align: 'end',
      sort: { by: (row) => monthly(row, 'unoptimized'), noun: 'cost' },
      csv: { monthly_cost_previous: (row) => monthly(row, 'unoptimized') },
      cell: (row) =>
        (row.comparison !== null || row.lacksComparison) && monthly(row, 'unoptimized') === null ? (
          <span className="line-clamp-2 text-micro leading-4 text-balance text-ink-3">{noPreAutonomousText}</span>
        ) : (
          moneyCell(row, 'unoptimized')
        ),
    },
    {
      id: 'optimized',
      header: 'Optimized monthly cost',
      hint: 'With the current requests, for 720 hours.',
      width: '10.5rem',
      align: 'end',
      sort: { by: (row) => monthly(row, 'optimized'), noun: 'cost' },
      csv: { monthly_cost_optimized: (row) => monthly(row, 'optimized') },
      cell: (row) => moneyCell(row, 'optimized'),
    },
    {
      id: 'savings',
      header: 'Total savings',
      hint: 'Previous less optimized cost, for a month of 720 hours. Negative if autonomous mode added resources.',
      width: '7.5rem',
      align: 'end',
      card: 'lead',
      sort: { by: difference, noun: 'savings' },
      csv: { total_savings_monthly: difference },
      cell: (row) => (
        <ExplainedMoney
          dollars={difference(row)}
          explanation={explainDifference(row, ['before', 'now'], settings)}
          meaning={(difference(row) ?? 0) > 0 ? 'savings' : 'plain'}
        />
      ),
    },
  ];
}

const shown = (fraction: number | null) => (fraction === null ? notAvailable : formatPercent(fraction));
const bothPercentages = ({ cpu, memory }: { cpu: number | null; memory: number | null }) =>
  `CPU: ${shown(cpu)}, Mem: ${shown(memory)}`;
