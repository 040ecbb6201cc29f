import {
  clusterTargetSortFields,
  type FigureFilter,
  isInClusters,
  parseFigureFilter,
  parseLabelSelector,
  parseSortBy,
  severities,
  targetRisks,
  targetViews,
  yearlyFigure,
} from '@trimtab/core';
import { HttpError } from '../http/errors.ts';
import { type Query, quote } from '../http/query.ts';
import type { TargetQuery } from '../services/targets/all-targets.ts';
import { isOver, isUnder, isWarning } from '../services/targets/kpis.ts';
import type { ListedTarget } from '../services/targets/listed-target.ts';

type Condition = (listed: ListedTarget) => boolean;

const ofRisk: Readonly<Record<(typeof targetRisks)[number], Condition>> = {
  overprovisioned: ({ row }) => isOver(row),
  underprovisioned: ({ row }) => isUnder(row),
  warnings: ({ row }) => isWarning(row),
};
const incidents = ['oom_kills', 'restarts'] as const;
const changes = ['noChange', 'error', 'noSuggestions', 'upDelta', 'downDelta'] as const;

/** The parameters of GET /v1/views/asts. */
export function readTargetQuery(query: Query): TargetQuery {
  const order = parseSortBy(query.text('sort') ?? '+name', clusterTargetSortFields);
  if (order === null) {
    throw new HttpError(400, `Parameter sort must be + or - and one of ${clusterTargetSortFields.join(', ')}.`);
  }
  const selectorText = query.text('labels');
  const labels = selectorText === null ? null : parseLabelSelector(selectorText);
  if (selectorText !== null && labels === null) {
    throw new HttpError(
      400,
      `Parameter labels must be a label selector such as team=payments,tier in (web,api), not ${quote(selectorText)}.`,
    );
  }
  const conditions = [
    when(namesIn(query, 'namespaces'), (names, { row }) => names.has(row.record.namespace)),
    when(clustersOf(query), (names, { row }) => isInClusters(row.record.namespace, names)),
    when(namesIn(query, 'kinds'), (kinds, { row }) => kinds.has(row.record.kind)),
    when(query.text('text')?.trim().toLowerCase() ?? null, (text, { row: { record } }) =>
      `${record.namespace}/${record.name}`.toLowerCase().includes(text),
    ),
    when(query.flag('managed'), (managed, { row }) => managed === (row.mode === 'Autonomous')),
    when(query.instant('changedSince'), (since, { lastChange }) => lastChange !== null && lastChange >= since),
    when(readFigureFilter(query), (matches, listed) => matches((name) => figures[name](listed))),
    when(query.oneOf('severity', severities), (severity, { row }) => row.status.severity === severity),
    when(query.oneOf('risk', targetRisks), (risk, listed) => ofRisk[risk](listed)),
    when(query.oneOf('change', changes), (type, { row }) => row.recommendation.type === type),
    when(query.oneOf('incidents', incidents), (figure, listed) => (figures[figure](listed) ?? 0) > 0),
  ].filter((condition) => condition !== null);
  return {
    list: query.list(),
    view: query.oneOf('view', targetViews) ?? 'all',
    clusters: clustersOf(query),
    labels,
    matches: (listed) => conditions.every((matches) => matches(listed)),
    order,
    page: query.page(),
  };
}

/** Null if the parameter is absent. */
const when = <T>(value: T | null, matches: (value: T, listed: ListedTarget) => boolean): Condition | null =>
  value === null ? null : (listed) => matches(value, listed);

function namesIn(query: Query, parameter: string): ReadonlySet<string> | null {
  const text = query.text(parameter);
  return text === null ? null : new Set(text.split(','));
}

/** The clusters that a caller names; null for all. */
export const clustersOf = (query: Query): readonly string[] | null => query.text('clusters')?.split(',') ?? null;

const percent = (fraction: number | null): number | null => (fraction === null ? null : fraction * 100);

const figures = {
  cpu: ({ row }) => percent(row.health.utilization.cpu),
  memory: ({ row }) => percent(row.health.utilization.memory),
  oom_kills: ({ oomKills }) => oomKills,
  restarts: ({ restarts }) => restarts,
  net: ({ row }) => yearlyFigure(row.netHourlySavings),
  cost: ({ row }) => yearlyFigure(row.costs.now),
} satisfies Readonly<Record<Parameters<Parameters<FigureFilter>[0]>[0], (listed: ListedTarget) => number | null>>;

function readFigureFilter(query: Query): FigureFilter | null {
  const text = query.text('where');
  const matches = text === null ? null : parseFigureFilter(text);
  if (text === null || matches !== null) return matches;
  throw new HttpError(400, `Parameter where must be comparisons such as cpu>90,net>=1000, not ${quote(text)}.`);
}
