import {
  formatCount,
  formatCounted,
  formatMoneyRate,
  formatMoneyShort,
  formatResource,
  type NodeCosts,
  nodePriceNotes,
  nodeSavingsText,
  resourceLabels,
  yearlyFigure,
} from '@trimtab/core';
import { column, numberColumn, type TextColumn, table } from '../../output/table.ts';

type Group = NodeCosts['groups'][number];
type Packed = {
  readonly label: string;
  readonly nodes: number;
  readonly hourly: number | null;
  readonly binding: string;
};

const cores = (value: number | null): string => formatResource('cpu', value);
const bytes = (value: number | null): string => formatResource('memory', value);

export const groupColumns: readonly TextColumn<Group>[] = [
  column('instance_type', 'TYPE', ({ instance_type }) => instance_type ?? 'unknown', { minimum: 10 }),
  column('region', 'REGION', ({ region }) => region ?? ''),
  column('capacity_type', 'CAPACITY', ({ capacity_type }) => capacity_type ?? ''),
  numberColumn('nodes', 'NODES', ({ nodes }) => nodes, formatCount),
  numberColumn('cpu_cores', 'CPU', ({ cpu_cores }) => cpu_cores, cores),
  numberColumn('memory_bytes', 'MEMORY', ({ memory_bytes }) => memory_bytes, bytes),
  numberColumn('hourly_cost', 'PER HOUR', ({ hourly_cost }) => hourly_cost, formatMoneyRate),
  column('price', 'PRICE FROM', ({ price }) => price, { minimum: 20, optional: true }),
];

const packedColumns: readonly TextColumn<Packed>[] = [
  column('label', '', ({ label }) => label),
  numberColumn('nodes', 'NODES', ({ nodes }) => nodes, formatCount),
  column('yearly', 'PER YEAR', ({ hourly }) => formatMoneyShort(yearlyFigure(hourly)), { align: 'right' }),
  column('binding', 'LIMITED BY', ({ binding }) => binding),
];

const packed = (label: string, packing: NodeCosts['now']): Packed[] =>
  packing === null
    ? []
    : [
        {
          label,
          nodes: packing.nodes,
          hourly: packing.hourly_cost,
          binding: packing.binding === null ? '' : resourceLabels[packing.binding],
        },
      ];

export const nodeTables = ({ groups, nodes, hourly_cost: hourly, now, suggested }: NodeCosts) => ({
  nodes: table(groups, groupColumns, 'Nodes'),
  packed: table(
    [
      { label: 'In the cluster', nodes, hourly, binding: '' },
      ...packed('Needed now', now),
      ...packed('Needed with the suggestions', suggested),
    ],
    packedColumns,
    'Pods packed on these nodes',
  ),
});

/** What the suggestions save, which pods do not fit, and the sources of the prices. */
export function nodeNotes(costs: NodeCosts): string[] {
  const unplaced = Math.max(costs.now?.unplaced ?? 0, costs.suggested?.unplaced ?? 0);
  return [
    nodeSavingsText(costs),
    ...(unplaced === 0 ? [] : [`${formatCounted(unplaced, 'pod')} ${unplaced === 1 ? 'fits' : 'fit'} no node.`]),
    ...nodePriceNotes(costs.groups),
  ];
}
