import {
  bottleneck,
  comparisonRow,
  formatMoney,
  formatPercent,
  MISSING,
  NOT_AVAILABLE,
  noPreAutonomousText,
  type NodeSettings,
  requestedAmounts,
} from '@trimtab/core';
import { useMemo } from 'react';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import type { Column } from '../../../table/columns.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { CostTarget } from '../cost-target.ts';
import { RowsTable } from '../RowsTable.tsx';
import { TargetLink } from '../TargetLink.tsx';
import { type ModeTableProps, monthlyMoney } from './RecommendationTable.tsx';
import { explained } from '../explained.ts';

const keyOf = ({ key }: CostTarget) => key;

/** What the targets that run themselves cost before, and cost now. */
export function AutonomousTable({ rows, settings }: ModeTableProps) {
  const columns = useMemo(() => autonomousColumns(settings), [settings]);
  return (
    <RowsTable
      title="Autonomous Mode"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowHeight={44}
      minWidth="50rem"
      empty="No targets in autonomous mode"
      actions={
        <DownloadCsv
          name="costs-autonomous-mode"
          header={[
            'namespace',
            'name',
            'cpu_utilization',
            'memory_utilization',
            'monthly_cost_previous',
            'monthly_cost_optimized',
            'total_savings_monthly',
          ]}
          rows={() =>
            (rows ?? []).map(({ namespace, name, comparison }) => {
              const { utilization, unoptimized, optimized, difference } = monthlyMoney(comparison, settings);
              const { cpu = null, memory = null } = utilization?.optimized ?? {};
              return [namespace, name, cpu, memory, unoptimized, optimized, difference];
            })
          }
        />
      }
    />
  );
}

function autonomousColumns(settings: NodeSettings): Column<CostTarget>[] {
  return [
    {
      id: 'name',
      header: 'Target name',
      isRowHeader: true,
      cell: (row) => <TargetLink namespace={row.namespace} name={row.name} />,
    },
    {
      id: 'utilization',
      header: 'Utilization',
      hint: 'Of the resource that sets the price: usage ÷ request, averaged over the last 24 hours.',
      width: '8rem',
      align: 'end',
      cell: ({ comparison }) => <AutonomousUtilization comparison={comparison} settings={settings} />,
    },
    {
      id: 'previous',
      header: 'Previous monthly cost',
      hint: 'Before autonomous mode, for 720 hours.',
      width: '11rem',
      align: 'end',
      cell: ({ comparison }) => {
        const { unoptimized } = monthlyMoney(comparison, settings);
        if (comparison !== null && unoptimized === null) return <NoRecord />;
        return formatMoney(unoptimized);
      },
    },
    {
      id: 'optimized',
      header: 'Optimized monthly cost',
      hint: 'As it runs now, for 720 hours.',
      width: '11rem',
      align: 'end',
      cell: ({ comparison }) => formatMoney(monthlyMoney(comparison, settings).optimized),
    },
    {
      id: 'savings',
      header: 'Total savings',
      hint: 'Previous less optimized, a month of 720 hours. Below zero the product added resources.',
      width: '9rem',
      align: 'end',
      cell: ({ comparison }) => {
        const { difference } = monthlyMoney(comparison, settings);
        return <Money text={formatMoney(difference)} meaning={(difference ?? 0) > 0 ? 'savings' : 'plain'} />;
      },
    },
  ];
}

const shown = (fraction: number | null) => (fraction === null ? NOT_AVAILABLE : formatPercent(fraction));

function NoRecord() {
  return <span className="line-clamp-2 text-micro leading-4 text-balance text-ink-3">{noPreAutonomousText}</span>;
}

function AutonomousUtilization({
  comparison,
  settings,
}: {
  comparison: CostTarget['comparison'];
  settings: NodeSettings;
}) {
  if (comparison === null) return <span className="text-ink-3">{MISSING}</span>;
  const { cpu, memory } = comparisonRow(comparison, settings).utilization.optimized;
  const priced = bottleneck(requestedAmounts(comparison, 'optimized'), settings) ?? 'cpu';
  return (
    <Tooltip text={`CPU: ${shown(cpu)}, Mem: ${shown(memory)}`}>
      <span {...explained} className="rounded-sm">
        {formatPercent(priced === 'cpu' ? cpu : memory)}
      </span>
    </Tooltip>
  );
}
