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
import { cellFacts, type Fact, fact, factsBlock } from '../../output/facts.ts';
import type { TextStyle } from '../../output/style.ts';
import { type Block, column, numberColumn, type TextColumn, table } from '../../output/table.ts';

type ResourceLine = {
  resource: ResourceName;
  row: SimulatorRow;
};

const percent = (value: number | null): string => formatWholePercent(value === null ? null : value / 100);

const lines = (row: SimulatorRow): ResourceLine[] => resourceNames.map((resource) => ({ resource, row }));

type Figure = 'used' | 'requested' | 'currentPercent' | 'newPercent' | 'newRequested';

function figureColumn(id: string, header: string, name: Figure, style: TextStyle = 'plain'): TextColumn<ResourceLine> {
  const isPercent = name === 'currentPercent' || name === 'newPercent';
  const format = (value: number | null, { resource }: ResourceLine) =>
    isPercent ? percent(value) : formatResource(resource, value);
  return numberColumn(id, header, ({ resource, row }) => row[name][resource], format, { style: () => style });
}

const figureColumns: readonly TextColumn<ResourceLine>[] = [
  figureColumn('used', 'IN USE', 'used'),
  figureColumn('requested', 'REQUESTED', 'requested'),
  figureColumn('current_percent', 'USED', 'currentPercent'),
  figureColumn('new_percent', 'NEW', 'newPercent', 'accent'),
  figureColumn('new_requested', 'NEW REQUESTS', 'newRequested', 'accent'),
];

const resourceColumn: TextColumn<ResourceLine> = column(
  'resource',
  'RESOURCE',
  ({ resource, row }) => `${resourceLabels[resource]}${row.bottleneck === resource ? ' *' : ''}`,
);

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
  table(lines(row), [resourceColumn, ...figureColumns], title),
  factsBlock('Cost', moneyFacts(row)),
];

/** A note for each resource whose shown utilization is not the actual one: it is capped at 100%, or there is no request. */
export function cappedNotes({ used, requested, currentPercent }: SimulatorRow): string[] {
  return resourceNames.flatMap((resource) => {
    const [use, request, current] = [used[resource], requested[resource], currentPercent[resource]];
    if (use === null || request === null || current === null) return [];
    const label = resourceLabels[resource];
    if (request <= 0) return [`${label}: no request, which the simulator counts as ${percent(current)}.`];
    const actual = (use / request) * 100;
    // Allows for the rounding of the division.
    if (Math.abs(actual - current) < 1e-6) return [];
    const amounts = `${formatResource(resource, use)} in use, ${formatResource(resource, request)} requested`;
    return [`${label}: ${amounts} (${percent(actual)}), which the simulator caps at ${percent(current)}.`];
  });
}

/** The facts for a pipe, one per line. */
export const simulationFacts = (row: SimulatorRow): Fact[] => [
  ...cellFacts(lines(row), figureColumns, ({ resource }) => resource),
  fact('bottleneck', 'Bottleneck', row.bottleneck ?? 'unknown', { value: row.bottleneck }),
  ...moneyFacts(row),
];
