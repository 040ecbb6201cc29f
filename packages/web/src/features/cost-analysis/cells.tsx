import {
  type Comparison,
  comparisonRow,
  explainMonthlyCost,
  explainUtilization,
  formatMoney,
  formatPercent,
  type NodeSettings,
  type ResourceName,
  type Variant,
} from '@trimtab/core';
import type { ReactElement } from 'react';
import type { Column } from '../../table/columns.ts';
import { focusable } from '../../ui/focusable.ts';
import { Money, type MoneyMeaning } from '../../ui/Money.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { BeforeAfter, type Side } from './BeforeAfter.tsx';
import type { CostTarget } from './cost-target.ts';
import { TargetLink } from './TargetLink.tsx';

type Comparing = Pick<CostTarget, 'comparison'>;

type ComparisonRow = ReturnType<typeof comparisonRow>;
const knownRows = new WeakMap<Comparison, { settings: NodeSettings; row: ComparisonRow }>();

/** The comparison row of a target on a node; null if the target has no comparison. Each cell of a row of a table needs it. */
export function rowOf({ comparison }: Comparing, settings: NodeSettings): ComparisonRow | null {
  if (comparison === null) return null;
  const known = knownRows.get(comparison);
  if (known?.settings === settings) return known.row;
  const row = comparisonRow(comparison, settings);
  knownRows.set(comparison, { settings, row });
  return row;
}

/** The first column of every cost table. */
export function nameColumn<Row>(
  targetOf: (row: Row) => CostTarget,
  header: string,
  cell: (target: CostTarget) => ReactElement = ({ namespace, name }) => (
    <TargetLink namespace={namespace} name={name} />
  ),
): Column<Row> {
  return {
    id: 'name',
    header,
    isRowHeader: true,
    // Sorts by namespace, then by name, because a space sorts before every character of a name.
    sort: { by: (row) => `${targetOf(row).namespace} ${targetOf(row).name}` },
    csv: { namespace: (row) => targetOf(row).namespace, name: (row) => targetOf(row).name },
    cell: (row) => cell(targetOf(row)),
  };
}

/** The utilization now and with the suggestion. */
export function utilizationColumn(resource: ResourceName, header: string, settings: NodeSettings): Column<CostTarget> {
  const of = (target: CostTarget, variant: Variant) => rowOf(target, settings)?.utilization[variant][resource] ?? null;
  const side = (target: CostTarget, variant: Variant): Side => ({
    text: formatPercent(of(target, variant)),
    ...(target.comparison && { tooltip: explainUtilization(target.comparison, resource, variant) }),
  });
  return {
    id: resource,
    header,
    hint: '24 h average ÷ current request → 24 h average ÷ suggested request.',
    width: '8.75rem',
    align: 'end',
    sort: { by: (row) => of(row, 'unoptimized'), noun: 'utilization' },
    csv: {
      [`${resource}_utilization_current`]: (row) => of(row, 'unoptimized'),
      [`${resource}_utilization_optimized`]: (row) => of(row, 'optimized'),
    },
    cell: (row) => (
      <BeforeAfter before={side(row, 'unoptimized')} after={side(row, 'optimized')} words={['current', 'optimized']} />
    ),
  };
}

/** The monthly cost of a target before or after optimization, with its explanation. */
export function monthlySide({ comparison }: Comparing, variant: Variant, settings: NodeSettings): Side {
  const row = rowOf({ comparison }, settings);
  return {
    text: formatMoney(variant === 'optimized' ? row?.optimizedMonthly : row?.unoptimizedMonthly),
    ...(comparison && { tooltip: explainMonthlyCost(comparison, variant, settings) }),
  };
}

/** Explains a difference by the two costs. */
export function explainDifference(target: Comparing, words: readonly [string, string], settings: NodeSettings) {
  const row = rowOf(target, settings);
  if (row === null || row.differenceMonthly === null) return null;
  return `${formatMoney(row.unoptimizedMonthly)} ${words[0]} less ${formatMoney(row.optimizedMonthly)} ${words[1]}, for a month of 720 hours.`;
}

/** Explains the wasted spend by the costs now and with the suggestion. */
export function explainWaste(target: Comparing, settings: NodeSettings): string | null {
  const more = -(rowOf(target, settings)?.differenceMonthly ?? 0);
  const difference = explainDifference(target, ['current', 'optimized'], settings);
  if (difference === null || more <= 0) return difference;
  return `Nothing is wasted: the suggestion costs ${formatMoney(more)} more in a month of 720 hours.`;
}

/** An amount with a tooltip that explains how it was computed. */
export function ExplainedMoney({
  dollars,
  explanation,
  meaning = 'plain',
}: {
  dollars: number | null;
  explanation: string | null | undefined;
  meaning?: MoneyMeaning;
}) {
  return (
    <Tooltip text={explanation}>
      <span {...(explanation ? focusable : {})} className="rounded-sm">
        <Money text={formatMoney(dollars)} meaning={meaning} />
      </span>
    </Tooltip>
  );
}
