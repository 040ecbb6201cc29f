import {
  explainNetEffect,
  formatMoneyShort,
  hoursPerYear,
  isInClusters,
  type Kpi,
  type KpiId,
  kpiLabels,
  partlyObservedText,
} from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../get-or-insert.ts';
import { isEqual } from '../cache/deep-equal.ts';
import type { ListRow } from './target-row.ts';

type Kpis = { readonly items: readonly Kpi[]; readonly computing?: true; readonly incomplete?: readonly string[] };
type CachedKpis = { readonly problems: readonly string[]; readonly kpis: Kpis };

/**
 * `problems` are sentences that explain why the rows are incomplete. Only targets in `clusters` are counted; null stands
 * for all.
 */
export type KpiReader = (
  rows: readonly ListRow[],
  problems: readonly string[],
  clusters?: readonly string[] | null,
) => Kpis;

/** The selections of clusters whose KPIs are cached. */
const mostSelections = 16;

/**
 * The KPIs of docs/contract/views.md. They are computed once per list of rows and clusters, because ten counts over 10,000
 * rows take milliseconds. All requests for a snapshot have the same list of rows.
 */
export function createKpis(minutesLeft: () => number | null): KpiReader {
  const cache = new WeakMap<readonly ListRow[], LRUCache<string, CachedKpis>>();
  return (rows, problems, clusters = null) => {
    const ofRows = getOrInsert(cache, rows, () => new LRUCache<string, CachedKpis>({ max: mostSelections }));
    const key = JSON.stringify(clusters);
    const known = ofRows.get(key);
    if (known !== undefined && isEqual(known.problems, problems)) return known.kpis;
    const selected = clusters === null ? rows : rows.filter(({ record }) => isInClusters(record.namespace, clusters));
    const lacks = problems.length === 0 ? {} : { incomplete: problems };
    const kpis = { items: kpisOf(selected, problems, timeLeft(minutesLeft())), ...mark(selected), ...lacks };
    ofRows.set(key, { problems, kpis });
    return kpis;
  };
}

const timeLeft = (minutes: number | null): string => (minutes === null ? '' : `; about ${Math.ceil(minutes)} min left`);

/** Marks a list in which some suggestions are still being computed. Clients reload such a list soon. */
export const mark = (rows: readonly ListRow[]): { computing?: true } =>
  rows.some(({ isComing }) => isComing) ? { computing: true } : {};

/** A tooltip lists this many problems of single workloads and only counts the others. */
const listedProblems = 2;

/** The problems of all rows, then those of single workloads. */
function problemsOf(rows: readonly ListRow[], ofAll: readonly string[]): readonly string[] {
  const ofOne = rows.flatMap(({ problem }) => problem ?? []);
  const left = ofOne.length - listedProblems;
  return [...ofAll, ...ofOne.slice(0, listedProblems), ...(left > 0 ? [`The same applies to ${left} more.`] : [])];
}

function kpisOf(rows: readonly ListRow[], problemsOfAll: readonly string[], left: string): readonly Kpi[] {
  const problems = problemsOf(rows, problemsOfAll);
  const inMode = (mode: ListRow['mode']) => rows.filter((row) => row.mode === mode);
  const recommendation = inMode('Recommendation');
  const autonomous = inMode('Autonomous');
  const evaluated = rows.filter(({ health }) => health.averageUtilization !== null);
  const partly = evaluated.filter(({ observed }) => partlyObservedText(observed) !== null).length;
  const partlyNote =
    partly === 0 ? [] : [`${partly} of ${rows.length} were observed for only a part of the last 24 hours.`];
  const evaluatedNote = incomplete(rows.length - evaluated.length, rows.length, 'no known utilization', [
    ...partlyNote,
    ...problems,
  ]);
  return [
    kpi('targets', rows.length),
    kpi('overprovisioned', counted(evaluated, rows, isOver), evaluatedNote),
    kpi('underprovisioned', counted(evaluated, rows, isUnder), evaluatedNote),
    kpi('warnings', rows.filter(isWarning).length, problems.join(' ')),
    kpi('recommendation', recommendation.length),
    yearly('yearly_waste', recommendation, (hourly) => Math.max(0, hourly), { problems, left }),
    kpi('autonomous', autonomous.length),
    yearly('yearly_savings', autonomous, (hourly) => hourly, { problems, left }),
  ];
}

export const isOver = ({ health }: ListRow): boolean => health.risks.some(({ type }) => type === 'overProvisioned');
export const isUnder = ({ health }: ListRow): boolean => health.risks.some(({ type }) => type === 'underProvisioned');
export const isWarning = ({ health, status }: ListRow): boolean =>
  status.severity === 'high' || health.risks.some(({ weight }) => weight === 'high');

/** The savings of an autonomous target come from the recorded state before autonomous mode, not from a suggestion. */
const isAwaited = (row: ListRow): boolean =>
  row.hourlyWasteSavings === null && row.mode !== 'Autonomous' && row.isComing;

const isFailed = (row: ListRow): boolean =>
  row.hourlyWasteSavings === null && row.mode !== 'Autonomous' && row.hasFailed;

/** Null if no target could be evaluated, because 0 would mean that there is no problem. */
function counted(
  evaluated: readonly ListRow[],
  all: readonly ListRow[],
  test: (row: ListRow) => boolean,
): number | null {
  return evaluated.length === 0 && all.length > 0 ? null : evaluated.filter(test).length;
}

function yearly(
  id: KpiId,
  rows: readonly ListRow[],
  contribution: (hourly: number) => number,
  { problems, left }: { readonly problems: readonly string[]; readonly left: string },
): Kpi {
  const known = rows.flatMap(({ hourlyWasteSavings }) => (hourlyWasteSavings === null ? [] : [hourlyWasteSavings]));
  const hourly = known.reduce((sum, one) => sum + contribution(one), 0);
  const computing = rows.filter(isAwaited).length;
  const failed = rows.filter(isFailed).length;
  const coming = [
    ...(computing === 0 ? [] : [`Suggestions for ${computing} of them are still being computed${left}.`]),
    ...(failed === 0 ? [] : [`Suggestions for ${failed} of them could not be computed; the server tries again.`]),
  ];
  const note = incomplete(rows.length - known.length, rows.length, 'no known figure', [...coming, ...problems]);
  const net = netOf(rows);
  const together = id === 'yearly_waste' ? explainNetEffect({ hourly, net }) : null;
  const shortage = together !== null && net !== null && net < 0 ? shortageNote(rows, net) : [];
  const value = known.length === 0 && rows.length > 0 ? null : hourly * hoursPerYear;
  return { ...kpi(id, value, [together ?? [], shortage, note].flat().join(' ').trim()), unit: 'currency' };
}

/** What suggestions for targets that lack resources cost, and what others save. Empty if all cost money. */
function shortageNote(rows: readonly ListRow[], net: number): string[] {
  const short = rows.filter((row) => isUnder(row) && (row.netHourlySavings ?? 0) < 0);
  const cost = -(netOf(short) ?? 0);
  const saved = net + cost;
  if (short.length === 0 || saved < 0) return [];
  const [costs, saves] = [cost, saved].map((hourly) => formatMoneyShort(hourly * hoursPerYear));
  const named =
    short.length === 1 ? '1 underprovisioned target costs' : `${short.length} underprovisioned targets cost`;
  return [`Of this, ${named} ${costs}, and all others save ${saves}.`];
}

/** The savings of all suggestions for these rows together, in dollars per hour; null if no row has a known figure. */
function netOf(rows: readonly ListRow[]): number | null {
  const known = rows.flatMap(({ netHourlySavings }) => netHourlySavings ?? []);
  return known.length === 0 ? null : known.reduce((sum, net) => sum + net, 0);
}

function incomplete(missing: number, of: number, what: string, problems: readonly string[]): string {
  const left = missing === 0 ? [] : [`${missing} of ${of} ${of === 1 ? 'target has' : 'targets have'} ${what}.`];
  return [...left, ...problems].join(' ');
}

const kpi = (id: KpiId, value: number | null, tooltip = ''): Kpi => ({
  id,
  label: kpiLabels[id],
  value,
  ...(tooltip === '' ? {} : { tooltip }),
});
