import type { Kpi, KpiId } from '@trimtab/core';
import type { TargetRow } from './target-row.ts';

const hoursPerYear = 24 * 365;

/** contract.md, "KPIs", over the given rows; `problems` are what made their data incomplete. */
export function kpis(rows: readonly TargetRow[], problems: readonly string[]): readonly Kpi[] {
  const inMode = (mode: TargetRow['mode']) => rows.filter((row) => row.mode === mode);
  const recommendation = inMode('Recommendation');
  const autonomous = inMode('Autonomous');
  const judged = rows.filter(({ utilization }) => utilization.cpu !== null || utilization.memory !== null);
  const judgedNote = incomplete(rows.length - judged.length, rows.length, 'no known utilization', problems);
  return [
    kpi('targets', 'Targets', rows.length),
    kpi('overprovisioned', 'Overprovisioned', counted(judged, rows, isOver), judgedNote),
    kpi('underprovisioned', 'Underprovisioned', counted(judged, rows, isUnder), judgedNote),
    kpi('warnings', 'Warnings', rows.filter(isWarning).length, problems.join(' ')),
    kpi('recommendation', 'Recommendation', recommendation.length),
    yearly('yearly_waste', 'Yearly Waste', recommendation, (hourly) => Math.max(0, hourly), problems),
    kpi('autonomous', 'Autonomous', autonomous.length),
    yearly('yearly_savings', 'Yearly Savings', autonomous, (hourly) => hourly, problems),
  ];
}

const isOver = ({ risks }: TargetRow): boolean => risks.overprovisioned;
const isUnder = ({ risks }: TargetRow): boolean => risks.underprovisioned;
/** A missing request weighs as high as running short. */
const isWarning = ({ risks, status }: TargetRow): boolean =>
  risks.underprovisioned || risks.noRequest || status.severity === 'high';

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
  label: string,
  rows: readonly TargetRow[],
  contribution: (hourly: number) => number,
  problems: readonly string[],
): Kpi {
  const known = rows.flatMap(({ hourlyWasteSavings }) => (hourlyWasteSavings === null ? [] : [hourlyWasteSavings]));
  const total = known.reduce((sum, hourly) => sum + contribution(hourly), 0) * hoursPerYear;
  const note = incomplete(rows.length - known.length, rows.length, 'no known figure', problems);
  return { ...kpi(id, label, known.length === 0 && rows.length > 0 ? null : total, note), unit: 'currency' };
}

function incomplete(missing: number, of: number, what: string, problems: readonly string[]): string {
  const left = missing === 0 ? [] : [`${missing} of ${of} ${of === 1 ? 'target has' : 'targets have'} ${what}.`];
  return [...left, ...problems].join(' ');
}

const kpi = (id: KpiId, label: string, value: number | null, tooltip = ''): Kpi => ({
  id,
  label,
  value,
  ...(tooltip === '' ? {} : { tooltip }),
});
