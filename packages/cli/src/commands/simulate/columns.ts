import {
  formatMoney,
  formatResource,
  formatWholePercent,
  impactKind,
  type ResourceName,
  resourceLabels,
  resourceNames,
  type SimulatorRow,
} from '@trimtab/core';
import { type Fact, fact, factsBlock } from '../../output/facts.ts';
import { type Block, column, type TextColumn, table } from '../../output/table.ts';

type ResourceLine = {
  resource: ResourceName;
  row: SimulatorRow;
};

const percent = (value: number | null): string => formatWholePercent(value === null ? null : value / 100);

const lines = (row: SimulatorRow): ResourceLine[] => resourceNames.map((resource) => ({ resource, row }));

const columns: readonly TextColumn<ResourceLine>[] = [
  column(
    'resource',
    'RESOURCE',
    ({ resource, row }) => `${resourceLabels[resource]}${row.bottleneck === resource ? ' *' : ''}`,
  ),
  column('used', 'IN USE', ({ resource, row }) => formatResource(resource, row.used[resource]), { align: 'right' }),
  column('requested', 'REQUESTED', ({ resource, row }) => formatResource(resource, row.requested[resource]), {
    align: 'right',
  }),
  column('current_percent', 'USED', ({ resource, row }) => percent(row.currentPercent[resource]), { align: 'right' }),
  column('new_percent', 'NEW', ({ resource, row }) => percent(row.newPercent[resource]), {
    style: () => 'accent',
    align: 'right',
  }),
  column('new_requested', 'NEW REQUESTS', ({ resource, row }) => formatResource(resource, row.newRequested[resource]), {
    style: () => 'accent',
    align: 'right',
  }),
];

const impactStyle = { saving: 'good', costing: 'bad', 'no change': 'dim' } as const;

function moneyFacts(row: SimulatorRow): Fact[] {
  const kind = impactKind(row.yearlyImpact);
  const impact = formatMoney(row.yearlyImpact === null ? null : Math.abs(row.yearlyImpact));
  return [
    fact('current_monthly', 'Current per month', formatMoney(row.currentMonthly), { value: row.currentMonthly }),
    fact('new_monthly', 'New per month', formatMoney(row.newMonthly), { value: row.newMonthly }),
    fact(
      'yearly_impact',
      'Change per year',
      kind === null ? impact : kind === 'no change' ? kind : `${impact} ${kind === 'saving' ? 'saved' : 'more'}`,
      { value: row.yearlyImpact, style: kind === null ? 'dim' : impactStyle[kind] },
    ),
  ];
}

export const simulationBlocks = (title: string, row: SimulatorRow): Block[] => [
  table(lines(row), columns, title),
  factsBlock('Cost', moneyFacts(row)),
];

/** The facts for a pipe, one per line. */
export const simulationFacts = (row: SimulatorRow): Fact[] => [
  ...lines(row).flatMap((line) =>
    columns.slice(1).map((each): Fact => {
      const id = `${line.resource}.${each.id}`;
      return fact(id, id, each.text(line));
    }),
  ),
  fact('bottleneck', 'Bottleneck', row.bottleneck ?? 'unknown', { value: row.bottleneck }),
  ...moneyFacts(row),
];
