import {
  clusterOf,
  clusterTargetSortFields,
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
    ...readLists(query),
    ...readText(query),
    ...readManaged(query),
    ...readChangedSince(query),
    ...readFigures(query),
    ...when(
      query.oneOf('severity', severities),
      (severity) =>
        ({ row }) =>
          row.status.severity === severity,
    ),
    ...when(query.oneOf('risk', targetRisks), (risk) => ofRisk[risk]),
    ...when(
      query.oneOf('change', changes),
      (type) =>
        ({ row }) =>
          row.recommendation.type === type,
    ),
    ...when(
      query.oneOf('incidents', incidents),
      (figure) =>
        ({ item }) =>
          (item[figure] ?? 0) > 0,
    ),
  ];
  return {
    list: query.list(),
    view: query.oneOf('view', targetViews) ?? 'all',
    labels,
    matches: (listed) => conditions.every((matches) => matches(listed)),
    order,
    page: query.page(),
  };
}

const when = <T>(value: T | null, condition: (value: T) => Condition): readonly Condition[] =>
  value === null ? [] : [condition(value)];

function readLists(query: Query): readonly Condition[] {
  const list = (name: string) => {
    const text = query.text(name);
    return text === null ? null : new Set(text.split(','));
  };
  return [
    ...when(
      list('namespaces'),
      (names) =>
        ({ item }) =>
          names.has(item.namespace),
    ),
    ...when(
      list('clusters'),
      (names) =>
        ({ item }) =>
          isInCluster(item.namespace, names),
    ),
    ...when(
      list('kinds'),
      (kinds) =>
        ({ item }) =>
          kinds.has(item.kind),
    ),
  ];
}

/** Whether the prefix of a namespace is one of these clusters. */
export const isInCluster = (namespace: string, names: ReadonlySet<string>): boolean =>
  clusterOf(namespace, [...names]) !== null;

const readManaged = (query: Query): readonly Condition[] =>
  when(
    query.flag('managed'),
    (managed) =>
      ({ row }) =>
        managed === (row.mode === 'Autonomous'),
  );

const readChangedSince = (query: Query): readonly Condition[] =>
  when(
    query.instant('changedSince'),
    (since) =>
      ({ item }) =>
        Date.parse(item.last_change ?? '') >= since,
  );

const percent = (fraction: number | null | undefined): number | null => (fraction == null ? null : fraction * 100);

const readFigures = (query: Query): readonly Condition[] =>
  when(query.text('where'), (text) => {
    const matches = parseFigureFilter(text);
    if (matches === null) {
      throw new HttpError(400, `Parameter where must be comparisons such as cpu>90,net>=1000, not ${quote(text)}.`);
    }
    return ({ item }) =>
      matches({
        cpu: percent(item.cpu_utilization),
        memory: percent(item.memory_utilization),
        oom_kills: item.oom_kills,
        restarts: item.restarts,
        net: yearlyFigure(item.net_hourly_savings),
        cost: yearlyFigure(item.hourly_cost),
      });
  });

const readText = (query: Query): readonly Condition[] =>
  when(query.text('text'), (text) => {
    const wanted = text.trim().toLowerCase();
    return ({ item }) => `${item.namespace}/${item.name}`.toLowerCase().includes(wanted);
  });
