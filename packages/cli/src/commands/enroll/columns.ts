import { column, optionalColumn, type TextColumn } from '../../output/table.ts';
import type { WorkloadOutcome } from '../../services/workloads-enroll.ts';

const labels = { created: 'enrolled', exists: 'already enrolled', failed: 'failed' } as const;
const styles = { created: 'good', exists: 'dim', failed: 'bad' } as const;

export const outcomeColumns: readonly TextColumn<WorkloadOutcome>[] = [
  column('name', 'NAME', (outcome) => outcome.name, { minimum: 16 }),
  optionalColumn('kind', 'KIND', (outcome) => outcome.kind),
  column('result', 'RESULT', (outcome) => labels[outcome.result], {
    value: (outcome) => outcome.result,
    style: (outcome) => styles[outcome.result],
  }),
  optionalColumn('reason', 'REASON', (outcome) => outcome.reason, { minimum: 20, wraps: true }),
];

/** The columns for several namespaces, which include the namespace. */
export const namespacedOutcomeColumns: readonly TextColumn<WorkloadOutcome & { namespace: string }>[] = [
  column('namespace', 'NAMESPACE', ({ namespace }) => namespace, { minimum: 8 }),
  ...outcomeColumns,
];

/** Leaves the reason column out if no workload has a reason. */
export function columnsFor(outcomes: readonly WorkloadOutcome[]): readonly TextColumn<WorkloadOutcome>[] {
  return outcomes.some((outcome) => outcome.reason !== null) ? outcomeColumns : outcomeColumns.slice(0, -1);
}
