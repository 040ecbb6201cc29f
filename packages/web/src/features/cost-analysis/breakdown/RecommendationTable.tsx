import { type Comparison, comparisonRow, formatMoney, type NodeSettings } from '@trimtab/core';
import { useMemo } from 'react';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import type { Column } from '../../../table/columns.ts';
import { Money } from '../../../ui/Money.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import type { CostTarget } from '../cost-target.ts';
import { RowsTable } from '../RowsTable.tsx';
import { TargetLink } from '../TargetLink.tsx';
import { UtilizationCell } from './utilization-cells.tsx';

export type ModeTableProps = { rows: readonly CostTarget[] | null; settings: NodeSettings };

/** A target's monthly money; empty where no comparison is known. */
export function monthlyMoney(comparison: Comparison | null, settings: NodeSettings) {
  const row = comparison && comparisonRow(comparison, settings);
  return {
    unoptimized: row?.unoptimizedMonthly ?? null,
    optimized: row?.optimizedMonthly ?? null,
    difference: row?.differenceMonthly ?? null,
    utilization: row?.utilization ?? null,
  };
}

const keyOf = ({ key }: CostTarget) => key;

/** What the targets that are only advised cost now, and would cost. */
export function RecommendationTable({ rows, settings }: ModeTableProps) {
  const columns = useMemo(() => recommendationColumns(settings), [settings]);
  return (
    <RowsTable
      title="Recommendation Mode"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowHeight={44}
      minWidth="51rem"
      empty="No targets in recommendation mode"
      actions={
        <DownloadCsv
          name="costs-recommendation-mode"
          header={[
            'namespace',
            'name',
            'cpu_utilization_current',
            'cpu_utilization_optimized',
            'memory_utilization_current',
            'memory_utilization_optimized',
            'monthly_cost_current',
            'monthly_cost_optimized',
            'wasted_spend_monthly',
          ]}
          rows={() =>
            (rows ?? []).map(({ namespace, name, comparison }) => {
              const { utilization, unoptimized, optimized, difference } = monthlyMoney(comparison, settings);
              const { unoptimized: now, optimized: then } = utilization ?? {};
              return [
                namespace,
                name,
                now?.cpu ?? null,
                then?.cpu ?? null,
                now?.memory ?? null,
                then?.memory ?? null,
                unoptimized,
                optimized,
                difference,
              ];
            })
          }
        />
      }
    />
  );
}

function recommendationColumns(settings: NodeSettings): Column<CostTarget>[] {
  return [
    {
      id: 'name',
      header: 'Target name',
      isRowHeader: true,
      cell: (row) => <TargetLink namespace={row.namespace} name={row.name} />,
    },
    {
      id: 'cpu',
      header: 'CPU utilization',
      hint: 'Current → optimized: usage ÷ request, averaged over the last 24 hours.',
      width: '10rem',
      align: 'end',
      cell: ({ comparison }) => <UtilizationCell comparison={comparison} resource="cpu" />,
    },
    {
      id: 'memory',
      header: 'Memory utilization',
      hint: 'Current → optimized: usage ÷ request, averaged over the last 24 hours.',
      width: '10rem',
      align: 'end',
      cell: ({ comparison }) => <UtilizationCell comparison={comparison} resource="memory" />,
    },
    {
      id: 'cost',
      header: 'Monthly estimated cost',
      hint: 'Current → optimized, for 720 hours.',
      width: '12rem',
      align: 'end',
      cell: ({ comparison }) => {
        const { unoptimized, optimized } = monthlyMoney(comparison, settings);
        return (
          <BeforeAfter
            before={{ text: formatMoney(unoptimized) }}
            after={{ text: formatMoney(optimized) }}
            words={['current', 'optimized']}
          />
        );
      },
    },
    {
      id: 'waste',
      header: 'Wasted spend',
      hint: 'Current less optimized, a month of 720 hours. Below zero the target needs more than it requests.',
      width: '8rem',
      align: 'end',
      cell: ({ comparison }) => {
        const { difference } = monthlyMoney(comparison, settings);
        return <Money text={formatMoney(difference)} meaning={(difference ?? 0) > 0 ? 'waste' : 'plain'} />;
      },
    },
  ];
}
