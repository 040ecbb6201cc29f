import {
  formatPercent,
  formatYearlyFigure,
  missingMark,
  predictedNeedBadge,
  type TargetListItem,
  workloadMissingLabel,
} from '@trimtab/core';
import type { TextStyle } from '../../output/style.ts';
import { type Block, type Column, table } from '../../output/table.ts';

type Target = TargetListItem;
type TargetColumn = Column<Target>;

const isAutonomous = (target: Target): boolean => target.mode === 'Autonomous';

const severitySign = { low: '●', medium: '▲', high: '■' } as const;
const severityStyle = { low: 'good', medium: 'warn', high: 'bad' } as const;

/** A missing workload uses nothing: its cells are dashes, whatever was sent (console.md section 2). */
function utilization(target: Target, fraction: number | null | undefined): string {
  return target.status.label === workloadMissingLabel ? missingMark : formatPercent(fraction);
}

function utilizationStyle(target: Target, fraction: number | null | undefined): TextStyle {
  if (fraction === null || fraction === undefined || target.status.label === workloadMissingLabel) return 'dim';
  if (fraction >= 1) return 'bad';
  return fraction < 0.5 ? 'warn' : 'plain';
}

const yearly = (target: Target) =>
  formatYearlyFigure({
    hourly: target.hourly_waste_savings,
    mode: isAutonomous(target) ? 'Autonomous' : 'Recommendation',
  });

const hasYearly = ({ hourly_waste_savings: hourly }: Target): boolean =>
  hourly !== null && hourly !== undefined && hourly !== 0;

function needStyle({ recommendation }: Target): TextStyle {
  const badge = predictedNeedBadge(recommendation.type);
  if (badge.tone === 'error') return 'bad';
  return badge.tone === 'hint' ? 'dim' : 'accent';
}

function needOnScreen({ recommendation }: Target): string {
  const { arrow } = predictedNeedBadge(recommendation.type);
  const label = recommendation.label === '' ? missingMark : recommendation.label;
  if (arrow === null) return label;
  return `${arrow === 'up' ? '↑' : '↓'} ${label}`;
}

const namespace: TargetColumn = {
  id: 'namespace',
  header: 'NAMESPACE',
  text: (target) => target.namespace,
  minimum: 10,
};
const name: TargetColumn = { id: 'name', header: 'NAME', text: (target) => target.name, minimum: 16 };
const mode: TargetColumn = { id: 'mode', header: 'MODE', text: (target) => target.mode };
const status: TargetColumn = {
  id: 'status',
  header: 'STATUS',
  text: (target) => target.status.label,
  style: (target) => severityStyle[target.status.severity],
};
const cpu: TargetColumn = {
  id: 'cpu_utilization',
  header: 'CPU',
  text: (target) => utilization(target, target.cpu_utilization),
  value: (target) => target.cpu_utilization ?? null,
  style: (target) => utilizationStyle(target, target.cpu_utilization),
  align: 'right',
};
const memory: TargetColumn = {
  id: 'memory_utilization',
  header: 'MEMORY',
  text: (target) => utilization(target, target.memory_utilization),
  value: (target) => target.memory_utilization ?? null,
  style: (target) => utilizationStyle(target, target.memory_utilization),
  align: 'right',
};
const scaling: TargetColumn = {
  id: 'scaling',
  header: 'SCALING',
  text: ({ scaling: direction }) =>
    direction === '' ? missingMark : direction.charAt(0).toUpperCase() + direction.slice(1),
  value: (target) => target.scaling,
};
const need: TargetColumn = {
  id: 'recommendation',
  header: 'PREDICTED NEED',
  text: ({ recommendation }) => (recommendation.label === '' ? missingMark : recommendation.label),
  style: needStyle,
};
const hourly: TargetColumn = {
  id: 'hourly_waste_savings',
  header: 'YEARLY',
  text: (target) => yearly(target).text,
  value: (target) => target.hourly_waste_savings ?? null,
  align: 'right',
};

/** In a pipe: every column, every word. */
export function plainColumns(withNamespace: boolean): TargetColumn[] {
  return [...(withNamespace ? [namespace] : []), name, mode, status, cpu, memory, scaling, need, hourly];
}

/** In a spreadsheet: the API's fields, the numbers as they came. */
export const csvColumns: TargetColumn[] = [
  namespace,
  name,
  mode,
  status,
  { id: 'severity', header: 'SEVERITY', text: (target) => target.status.severity },
  cpu,
  memory,
  scaling,
  { id: 'recommendation_type', header: 'RECOMMENDATION TYPE', text: (target) => target.recommendation.type },
  need,
  hourly,
];

const statusOnScreen: TargetColumn = {
  ...status,
  text: (target) => `${severitySign[target.status.severity]} ${target.status.label}`,
  minimum: 18,
};
const needColumnOnScreen: TargetColumn = { ...need, header: 'NEED', text: needOnScreen, minimum: 8, optional: true };

function yearlyOnScreen(header: string): TargetColumn {
  return {
    ...hourly,
    header,
    // The sentence for a missing figure stands once under the table, not in every row.
    text: (target) => (hasYearly(target) ? yearly(target).text : missingMark),
    style: (target) => {
      if (!hasYearly(target)) return 'dim';
      const isNegative = (target.hourly_waste_savings ?? 0) < 0;
      if (isAutonomous(target)) return isNegative ? 'bad' : 'good';
      return isNegative ? 'dim' : 'warn';
    },
  };
}

/** On a terminal: the home page's two tabs, one under the other, each with its own columns. */
export function targetBlocks(targets: readonly Target[], withNamespace: boolean): Block[] {
  const identity = withNamespace ? [namespace, name] : [name];
  const autonomous = targets.filter(isAutonomous);
  const recommended = targets.filter((target) => !isAutonomous(target));
  const blocks: Block[] = [];
  if (autonomous.length > 0) {
    const columns = [...identity, statusOnScreen, { ...scaling, optional: true }, yearlyOnScreen('YEARLY SAVINGS')];
    blocks.push(table(autonomous, columns, `Autonomous · ${autonomous.length}`));
  }
  if (recommended.length > 0) {
    const usage = [cpu, memory].map((column) => ({ ...column, optional: true }));
    const columns = [...identity, statusOnScreen, ...usage, needColumnOnScreen, yearlyOnScreen('YEARLY WASTE')];
    blocks.push(table(recommended, columns, `Recommendation · ${recommended.length}`));
  }
  return blocks;
}

/** What the dashes of the yearly column mean, once; the plain table says it in every row. */
export function dashNotes(targets: readonly Target[]): string[] {
  const missing = targets.filter((target) => !hasYearly(target));
  return [...new Set(missing.map((target) => `${missingMark} in the yearly column: ${yearly(target).text}.`))];
}

/** What its parentheses mean, once. */
export function parenthesisNotes(targets: readonly Target[]): string[] {
  const said = targets.filter(hasYearly).flatMap((target) => yearly(target).tooltip ?? []);
  return [...new Set(said)].map((tooltip) => `(…) in the yearly column: ${tooltip}`);
}

/** In the live view: both modes in one table, so that rows do not jump between two. */
export function liveColumns(withNamespace: boolean): TargetColumn[] {
  const optional = [cpu, memory].map((column) => ({ ...column, optional: true }));
  return [
    ...(withNamespace ? [namespace] : []),
    name,
    { ...mode, text: (target) => (isAutonomous(target) ? 'Auto' : 'Recommend') },
    statusOnScreen,
    ...optional,
    needColumnOnScreen,
    yearlyOnScreen('YEARLY'),
  ];
}
