import { hoursPerYear, type Kpi, type KpiId, kpiLabels } from '@trimtab/core';
import type { TargetRow } from './target-row.ts';

type Kept = { readonly problems: readonly string[]; readonly items: readonly Kpi[] };
const kept = new WeakMap<readonly TargetRow[], Kept>();

/**
 * contract.md, "KPIs", over the given rows; `problems` are what made their data incomplete. Counted once per list of
 * rows, which a snapshot hands to everyone: ten counts over 10,000 rows take milliseconds.
 */
export function kpis(rows: readonly TargetRow[], problems: readonly string[]): readonly Kpi[] {
  const known = kept.get(rows);
  if (known?.problems === problems) return known.items;
  const items = counts(rows, problems);
  kept.set(rows, { problems, items });
  return items;
}

/** Whether a figure of these rows will be another as soon as more is computed. */
export const areComing = (rows: readonly TargetRow[]): boolean => rows.some(isComing);

/** What is said of single workloads before the rest is only counted: a tooltip is read, not searched. */
const problemsTold = 2;

/** What is incomplete about these rows: what the sources said of all, then what they said of some. */
function problemsOf(rows: readonly TargetRow[], ofAll: readonly string[]): readonly string[] {
  const own = rows.flatMap(({ problem }) => problem ?? []);
  const left = own.length - problemsTold;
  return [...ofAll, ...own.slice(0, problemsTold), ...(left > 0 ? [`The same holds for ${left} more.`] : [])];
}

function counts(rows: readonly TargetRow[], problemsOfAll: readonly string[]): readonly Kpi[] {
  const problems = problemsOf(rows, problemsOfAll);
  const inMode = (mode: TargetRow['mode']) => rows.filter((row) => row.mode === mode);
  const recommendation = inMode('Recommendation');
  const autonomous = inMode('Autonomous');
  const judged = rows.filter(({ health }) => health.averageUtilization !== null);
  const judgedNote = incomplete(rows.length - judged.length, rows.length, 'no known utilization', problems);
  return [
    kpi('targets', rows.length),
    kpi('overprovisioned', counted(judged, rows, isOver), judgedNote),
    kpi('underprovisioned', counted(judged, rows, isUnder), judgedNote),
    kpi('warnings', rows.filter(isWarning).length, problems.join(' ')),
    kpi('recommendation', recommendation.length),
    yearly('yearly_waste', recommendation, (hourly) => Math.max(0, hourly), problems),
    kpi('autonomous', autonomous.length),
    yearly('yearly_savings', autonomous, (hourly) => hourly, problems),
  ];
}

const isOver = ({ health }: TargetRow): boolean => health.risks.some(({ type }) => type === 'overProvisioned');
const isUnder = ({ health }: TargetRow): boolean => health.risks.some(({ type }) => type === 'underProvisioned');
const isWarning = ({ health, status }: TargetRow): boolean =>
  status.severity === 'high' || health.risks.some(({ weight }) => weight === 'high');

/** Nothing comes for a workload that is gone, or of which the source knows nothing. */
const isComing = ({ workload, problem, evaluation }: TargetRow): boolean =>
  workload !== null && problem === null && evaluation.kind === 'none' && evaluation.computing;

/** What an autonomous target saves is told from the record of the state before, not from a suggestion. */
const isAwaited = (row: TargetRow): boolean =>
  row.hourlyWasteSavings === null && row.mode !== 'Autonomous' && isComing(row);

/** Null when there are targets and not one could be judged: 0 would say that all is well. */
function counted(
  judged: readonly TargetRow[],
  all: readonly TargetRow[],
  test: (row: TargetRow) => boolean,
): number | null {
  return judged.length === 0 && all.length > 0 ? null : judged.filter(test).length;
}

function yearly(
  id: KpiId,
  rows: readonly TargetRow[],
  contribution: (hourly: number) => number,
  problems: readonly string[],
): Kpi {
  const known = rows.flatMap(({ hourlyWasteSavings }) => (hourlyWasteSavings === null ? [] : [hourlyWasteSavings]));
  const total = known.reduce((sum, hourly) => sum + contribution(hourly), 0) * hoursPerYear;
  const computing = rows.filter(isAwaited).length;
  const coming = computing === 0 ? [] : [`Suggestions for ${computing} of them are still being computed.`];
  const note = incomplete(rows.length - known.length, rows.length, 'no known figure', [...coming, ...problems]);
  return { ...kpi(id, known.length === 0 && rows.length > 0 ? null : total, note), unit: 'currency' };
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
