import {
  formatMoney,
  formatResource,
  formatWholePercent,
  impactKind,
  type ResourceName,
  resourceNames,
  type SimulatorRow,
} from '@trimtab/core';
import { type Fact, factsBlock } from '../../output/facts.ts';
import { type Block, type Column, table } from '../../output/table.ts';

type ResourceLine = {
  resource: ResourceName;
  row: SimulatorRow;
};

const percent = (value: number | null): string => formatWholePercent(value === null ? null : value / 100);

const lines = (row: SimulatorRow): ResourceLine[] => resourceNames.map((resource) => ({ resource, row }));

const columns: readonly Column<ResourceLine>[] = [
  {
    id: 'resource',
    header: 'RESOURCE',
    text: ({ resource, row }) => `${resource === 'cpu' ? 'CPU' : 'Memory'}${row.bottleneck === resource ? ' *' : ''}`,
  },
  {
    id: 'used',
    header: 'IN USE',
    text: ({ resource, row }) => formatResource(resource, row.used[resource]),
    align: 'right',
  },
  {
    id: 'requested',
    header: 'REQUESTED',
    text: ({ resource, row }) => formatResource(resource, row.requested[resource]),
    align: 'right',
  },
  {
    id: 'current_percent',
    header: 'USED',
    text: ({ resource, row }) => percent(row.currentPercent[resource]),
    align: 'right',
  },
  {
    id: 'new_percent',
    header: 'NEW',
    text: ({ resource, row }) => percent(row.newPercent[resource]),
    style: () => 'accent',
    align: 'right',
  },
  {
    id: 'new_requested',
    header: 'NEW REQUESTS',
    text: ({ resource, row }) => formatResource(resource, row.newRequested[resource]),
    style: () => 'accent',
    align: 'right',
  },
];

const impactStyle = { saving: 'good', costing: 'bad', 'no change': 'dim' } as const;

function moneyFacts(row: SimulatorRow): Fact[] {
  const kind = impactKind(row.yearlyImpact);
  const impact = formatMoney(row.yearlyImpact === null ? null : Math.abs(row.yearlyImpact));
  return [
    {
      id: 'current_monthly',
      label: 'Current per month',
      text: formatMoney(row.currentMonthly),
      value: row.currentMonthly,
    },
    { id: 'new_monthly', label: 'New per month', text: formatMoney(row.newMonthly), value: row.newMonthly },
    {
      id: 'yearly_impact',
      label: 'Change per year',
      text: kind === null ? impact : kind === 'no change' ? kind : `${impact} ${kind === 'saving' ? 'saved' : 'more'}`,
      value: row.yearlyImpact,
      style: kind === null ? 'dim' : impactStyle[kind],
    },
  ];
}

export const simulationBlocks = (title: string, row: SimulatorRow): Block[] => [
  table(lines(row), columns, title),
  factsBlock('Cost', moneyFacts(row)),
];

/** The facts for a pipe, one per line. */
export const simulationFacts = (row: SimulatorRow): Fact[] => [
  ...lines(row).flatMap((line) =>
    columns.slice(1).map((column): Fact => {
      const id = `${line.resource}.${column.id}`;
      return { id, label: id, text: column.text(line) };
    }),
  ),
  { id: 'bottleneck', label: 'Bottleneck', text: row.bottleneck ?? 'unknown', value: row.bottleneck },
  ...moneyFacts(row),
];
