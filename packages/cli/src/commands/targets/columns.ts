import {
  capitalize,
  differingNetEffect,
  formatMoney,
  formatMoneyShort,
  formatPercent,
  formatYearlyFigure,
  missingMark,
  partlyObservedText,
  predictedNeedBadge,
  type TargetListItem,
  workloadMissingLabel,
  yearlyFigure,
} from '@trimtab/core';
import { severityStyle, type TextStyle } from '../../output/style.ts';
import { type Block, column, type TextColumn, table } from '../../output/table.ts';

type Target = TargetListItem;
type TargetColumn = TextColumn<Target>;

const isAutonomous = (target: Target): boolean => target.mode === 'Autonomous';

const severitySign = { low: '●', medium: '▲', high: '■' } as const;

/** A missing workload has no utilization, even if the API sent one. */
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

const namespace: TargetColumn = column('namespace', 'NAMESPACE', (target) => target.namespace, { minimum: 10 });
const name: TargetColumn = column('name', 'NAME', (target) => target.name, { minimum: 16 });
const mode: TargetColumn = column('mode', 'MODE', (target) => target.mode);
const status: TargetColumn = column('status', 'STATUS', (target) => target.status.label, {
  style: (target) => severityStyle[target.status.severity],
});
const utilizationColumn = (id: 'cpu_utilization' | 'memory_utilization', header: string): TargetColumn =>
  column(id, header, (target) => utilization(target, target[id]), {
    value: (target) => target[id] ?? null,
    style: (target) => utilizationStyle(target, target[id]),
    align: 'right',
  });
const cpu = utilizationColumn('cpu_utilization', 'CPU');
const memory = utilizationColumn('memory_utilization', 'MEMORY');
const scaling: TargetColumn = column(
  'scaling',
  'SCALING',
  (target) => (target.scaling === '' ? missingMark : capitalize(target.scaling)),
  { value: (target) => target.scaling },
);
const need: TargetColumn = column(
  'recommendation',
  'PREDICTED NEED',
  ({ recommendation }) => (recommendation.label === '' ? missingMark : recommendation.label),
  { style: needStyle },
);
const hourly: TargetColumn = column('hourly_waste_savings', 'YEARLY', (target) => yearly(target).text, {
  value: (target) => target.hourly_waste_savings ?? null,
  align: 'right',
});

/** The savings of applying all suggestions together, in dollars a year; negative if they cost more. */
const net: TargetColumn = column(
  'net_hourly_savings',
  'NET',
  ({ net_hourly_savings: dollars }) => formatMoneyShort(yearlyFigure(dollars)),
  { value: (target) => target.net_hourly_savings ?? null, align: 'right' },
);

/** Adds dollars a year to the hourly figures of the API, so that a script does not need to know the hours of a year. */
export const withYearly = (target: Target) => ({
  ...target,
  yearly_waste_savings: yearlyFigure(target.hourly_waste_savings),
  net_yearly_savings: yearlyFigure(target.net_hourly_savings),
});

const yearlyCsvColumn = (id: 'yearly_waste_savings' | 'net_yearly_savings'): TargetColumn =>
  column(id, id.toUpperCase(), (target) => formatMoney(withYearly(target)[id]), {
    value: (target) => withYearly(target)[id],
  });

/** Whether the net effect differs from the yearly figure in sign or by more than 10 %. */
export const hasDifferingNet = ({ hourly_waste_savings, net_hourly_savings }: Target): boolean =>
  differingNetEffect({ hourly: hourly_waste_savings, net: net_hourly_savings }) !== null;

const netOnScreen: TargetColumn = {
  ...net,
  optional: true,
  style: (target) => (hasDifferingNet(target) ? 'plain' : 'dim'),
};

/** The columns in a pipe: all of them, with full text. */
export function plainColumns(withNamespace: boolean): TargetColumn[] {
  return [...(withNamespace ? [namespace] : []), name, mode, status, cpu, memory, scaling, need, hourly, net];
}

/** The columns in CSV: the API's fields, with unformatted numbers, and dollars a year. */
export const csvColumns: TargetColumn[] = [
  namespace,
  name,
  mode,
  status,
  column('severity', 'SEVERITY', (target) => target.status.severity),
  cpu,
  memory,
  scaling,
  column('recommendation_type', 'RECOMMENDATION TYPE', (target) => target.recommendation.type),
  need,
  hourly,
  net,
  yearlyCsvColumn('yearly_waste_savings'),
  yearlyCsvColumn('net_yearly_savings'),
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
    // `dashNotes` explains missing figures once, below the table.
    text: (target) => (hasYearly(target) ? yearly(target).text : missingMark),
    style: (target) => {
      if (!hasYearly(target)) return 'dim';
      const isNegative = (target.hourly_waste_savings ?? 0) < 0;
      if (isAutonomous(target)) return isNegative ? 'bad' : 'good';
      return isNegative ? 'dim' : 'warn';
    },
  };
}

/** The tables on a terminal: one per mode, with the columns of the home page's two tabs. */
export function targetListBlocks(targets: readonly Target[], withNamespace: boolean): Block[] {
  const identity = withNamespace ? [namespace, name] : [name];
  const autonomous = targets.filter(isAutonomous);
  const recommended = targets.filter((target) => !isAutonomous(target));
  const blocks: Block[] = [];
  if (autonomous.length > 0) {
    const columns = [...identity, statusOnScreen, { ...scaling, optional: true }, yearlyOnScreen('YEARLY SAVINGS')];
    blocks.push(table(autonomous, columns, `Autonomous · ${autonomous.length}`));
  }
  if (recommended.length > 0) {
    const usage = [cpu, memory].map((each) => ({ ...each, optional: true }));
    const columns = [
      ...identity,
      statusOnScreen,
      ...usage,
      needColumnOnScreen,
      yearlyOnScreen('YEARLY WASTE'),
      ...(recommended.some(hasDifferingNet) ? [netOnScreen] : []),
    ];
    blocks.push(table(recommended, columns, `Recommendation · ${recommended.length}`));
  }
  return blocks;
}

/** Explains the dashes of the yearly column. In a pipe each cell has this text instead. */
export function dashNotes(targets: readonly Target[]): string[] {
  const missing = targets.filter((target) => !hasYearly(target));
  return [...new Set(missing.map((target) => `${missingMark} in the yearly column: ${yearly(target).text}.`))];
}

/** Explains the parentheses in the yearly column. */
export function parenthesisNotes(targets: readonly Target[]): string[] {
  const tooltips = targets.filter(hasYearly).flatMap((target) => yearly(target).tooltip ?? []);
  return [...new Set(tooltips)].map((tooltip) => `(…) in the yearly column: ${tooltip}`);
}

/** Explains the column of the net effect, if the tables have it. */
export function netNotes(targets: readonly Target[]): string[] {
  return targets.some(hasDifferingNet)
    ? ['NET: what applying all suggestions together saves in a year; negative if they cost more.']
    : [];
}

/** Names the targets whose figures cover only a part of the last 24 hours. */
export function observedNotes(targets: readonly Target[]): string[] {
  const bySentence = Map.groupBy(targets, ({ observed }) => partlyObservedText(observed));
  return [...bySentence].flatMap(([sentence, of]) => {
    if (sentence === null) return [];
    return of.length > 3 ? `${of.length} targets: ${sentence}` : `${of.map((one) => one.name).join(', ')}: ${sentence}`;
  });
}

/** The columns of the live view: one table for both modes, so that rows do not move between tables. */
export function liveColumns(withNamespace: boolean): TargetColumn[] {
  const optional = [cpu, memory].map((each) => ({ ...each, optional: true }));
  return [
    ...(withNamespace ? [namespace] : []),
    name,
    { ...mode, text: (target) => (isAutonomous(target) ? 'Auto' : 'Recommend') },
    statusOnScreen,
    ...optional,
    needColumnOnScreen,
    yearlyOnScreen('YEARLY'),
    netOnScreen,
  ];
}
