import {
  type ClusterTargetFilters,
  clusterTargetSortFields,
  dayMs,
  parseFigureFilter,
  parseLabelSelector,
  type TargetView,
  targetRisks,
  targetViews,
} from '@trimtab/core';
import type { RowSort } from '../../table/sort.ts';

/** The tabs, in display order. */
export const viewLabels: Readonly<Record<TargetView, string>> = {
  'at-risk': 'At risk',
  savings: 'Savings',
  attention: 'Needs attention',
  all: 'All',
};

/** The initial sort of each tab: the most important targets first. */
const firstSorts: Readonly<Record<TargetView, RowSort>> = {
  'at-risk': { id: 'oom_kills', direction: 'descending' },
  savings: { id: 'net', direction: 'descending' },
  attention: { id: 'status', direction: 'descending' },
  all: { id: 'net', direction: 'descending' },
};

type Choice = { readonly value: string; readonly label: string };

const choice = (label: string, texts: Readonly<Record<string, string>>) => ({
  label,
  options: Object.entries(texts).map(([value, text]): Choice => ({ value, label: text })),
});

/** The filters with fixed values, by their search parameter. */
export const choices = {
  kinds: choice('Kind', {
    Deployment: 'Deployment',
    StatefulSet: 'StatefulSet',
    DaemonSet: 'DaemonSet',
    Rollout: 'Rollout',
  }),
  managed: choice('Mode', { true: 'Autonomous', false: 'Recommendation' }),
  severity: choice('Severity', { high: 'High', medium: 'Medium', low: 'Low' }),
  risk: choice('Utilization', {
    overprovisioned: 'Overprovisioned',
    underprovisioned: 'Underprovisioned',
    warnings: 'Warnings',
  }),
  incidents: choice('Last 7 days', { oom_kills: 'OOM kills', restarts: 'Restarts' }),
  change: choice('Change', {
    upDelta: 'Raise',
    downDelta: 'Cut',
    noChange: 'No change',
    noSuggestions: 'No suggestion',
    error: 'Error',
  }),
  changed: choice('Changed', { 1: 'Last day', 7: 'Last week', 30: 'Last 30 days' }),
} as const;

export type ChoiceName = keyof typeof choices;
export const choiceNames: readonly ChoiceName[] = [
  'kinds',
  'managed',
  'severity',
  'risk',
  'incidents',
  'change',
  'changed',
];

/** All search parameters that filter the list. */
export const filterNames: readonly string[] = [...choiceNames, 'clusters', 'namespaces', 'labels', 'where', 'text'];

/** The view that a URL selects, without values that the server would reject. */
export type ListView = {
  readonly view: TargetView;
  readonly sort: RowSort;
  readonly filters: ClusterTargetFilters;
};

/** @param hour the start of the current hour in milliseconds, so that the list changes only once an hour */
export function readListView(params: URLSearchParams, hour: number): ListView {
  const view = targetViews.find((known) => known === params.get('view')) ?? 'at-risk';
  const sort = readSort(params.get('sort')) ?? firstSorts[view];
  const [labels, where] = [params.get('labels') ?? '', params.get('where') ?? ''];
  const list = (name: string) => (params.get(name) ?? '').split(',').filter((part) => part !== '');
  const chosen = <const Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name));
  const days = chosen('changed', ['1', '7', '30']);
  const managed = chosen('managed', ['true', 'false']);
  const [clusters, namespaces, kinds] = [list('clusters'), list('namespaces'), list('kinds')];
  const text = params.get('text')?.trim() ?? '';
  return {
    view,
    sort,
    filters: {
      view,
      sort: `${sort.direction === 'descending' ? '-' : '+'}${sort.id}`,
      clusters: clusters.length === 0 ? undefined : clusters,
      namespaces: namespaces.length === 0 ? undefined : namespaces,
      kinds: kinds.length === 0 ? undefined : kinds,
      labels: parseLabelSelector(labels) === null ? undefined : labels,
      where: parseFigureFilter(where) === null ? undefined : where,
      text: text === '' ? undefined : text,
      managed: managed === undefined ? undefined : managed === 'true',
      severity: chosen('severity', ['low', 'medium', 'high']),
      risk: chosen('risk', targetRisks),
      incidents: chosen('incidents', ['oom_kills', 'restarts']),
      changedSince: days === undefined ? undefined : new Date(hour - Number(days) * dayMs).toISOString(),
      change: chosen('change', ['upDelta', 'downDelta', 'noChange', 'noSuggestions', 'error']),
    },
  };
}

function readSort(text: string | null): RowSort | null {
  const id = text?.replace(/^-/, '');
  const isKnown = clusterTargetSortFields.some((field) => field === id);
  return id !== undefined && isKnown ? { id, direction: text?.startsWith('-') ? 'descending' : 'ascending' } : null;
}
