import {
  type ClusterTarget,
  formatAge,
  formatCount,
  formatMoneyShort,
  missingMark,
  targetChangeParts,
  yearlyFigure,
} from '@trimtab/core';
import { severityStyle } from '../../output/style.ts';
import { type Block, column, numberColumn, type TextColumn, table } from '../../output/table.ts';
import { plainColumns, withYearly } from './columns.ts';

type ViewColumn = TextColumn<ClusterTarget>;

const incidents = (id: 'oom_kills' | 'restarts', header: string): ViewColumn =>
  numberColumn(id, header, (target) => target[id], formatCount, {
    style: (target) => ((target[id] ?? 0) > 0 ? (id === 'oom_kills' ? 'bad' : 'plain') : 'dim'),
  });

const changeText = ({ change, recommendation }: ClusterTarget): string =>
  change === null ? recommendation.label || missingMark : targetChangeParts(change).join(', ');

const net: ViewColumn = numberColumn(
  'net_hourly_savings',
  'NET/YEAR',
  (target) => target.net_hourly_savings ?? null,
  (dollars) => formatMoneyShort(yearlyFigure(dollars)),
  {
    style: ({ net_hourly_savings: dollars }) => ((dollars ?? 0) > 0 ? 'good' : (dollars ?? 0) < 0 ? 'warn' : 'dim'),
  },
);

/** Namespace, name, mode, status and the two utilizations. */
const shared: readonly ViewColumn[] = plainColumns(true).slice(0, 6);

/** The columns of a view of all targets, in a pipe. */
export const viewColumns = (now: number): ViewColumn[] => [
  ...shared,
  incidents('oom_kills', 'OOM KILLS'),
  incidents('restarts', 'RESTARTS'),
  column('change', 'CHANGE', changeText),
  net,
  column('last_change', 'CHANGED', ({ last_change: at }) => formatAge(at, now), {
    value: ({ last_change: at }) => at,
  }),
];

/** The columns in CSV: unformatted numbers, and dollars a year. */
export const viewCsvColumns = (now: number): ViewColumn[] => [
  column('kind', 'KIND', ({ kind }) => kind),
  ...viewColumns(now),
  column('net_yearly_savings', 'NET A YEAR', (target) => formatMoneyShort(yearlyFigure(target.net_hourly_savings)), {
    value: (target) => withYearly(target).net_yearly_savings,
  }),
];

const optional = new Set(['mode', 'cpu_utilization', 'memory_utilization', 'last_change', 'restarts']);

/** One table on a terminal, with the suggested change and its savings. */
export function viewBlocks(targets: readonly ClusterTarget[], now: number): Block[] {
  const columns = viewColumns(now).map((each) => ({
    ...each,
    ...(optional.has(each.id) ? { optional: true } : {}),
    ...(each.id === 'status' ? { style: (target: ClusterTarget) => severityStyle[target.status.severity] } : {}),
  }));
  return targets.length === 0 ? [] : [table(targets, columns)];
}
