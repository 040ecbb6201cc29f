import { type Candidates, formatCount } from '@trimtab/core';
import { countWorkloads } from '../candidates/count-workloads.ts';

/** The result for one workload. `unknown`: it was requested, but the answer does not contain it. */
export type EnrollmentOutcome = {
  name: string;
  kind: string;
  result: 'created' | 'exists' | 'failed' | 'unknown';
  /** Why it was not enrolled; null if it was. */
  error: string | null;
};

/** The number of workloads that were not enrolled or have no result. */
export function countUnresolved(outcomes: readonly EnrollmentOutcome[]): number {
  return outcomes.filter(({ result }) => result === 'failed' || result === 'unknown').length;
}

const order: Record<EnrollmentOutcome['result'], number> = { failed: 0, unknown: 1, created: 2, exists: 3 };

/** The outcomes, unresolved ones first. A workload in the answer without a result counts as enrolled. */
export function outcomesOf(answer: Candidates, requested: readonly string[] | null): EnrollmentOutcome[] {
  const reported = answer.items.map(
    ({ target_ref: { name, kind }, result = 'created', error = null }): EnrollmentOutcome => ({
      name,
      kind,
      result,
      error,
    }),
  );
  const names = new Set(reported.map(({ name }) => name));
  const missing = (requested ?? [])
    .filter((name) => !names.has(name))
    .map(
      (name): EnrollmentOutcome => ({ name, kind: '', result: 'unknown', error: 'The API returned no result for it.' }),
    );
  return [...reported, ...missing].toSorted((a, b) => order[a.result] - order[b.result]);
}

/** What became of all workloads together. */
export function summaryOf(outcomes: readonly EnrollmentOutcome[]): string {
  const enrolled = outcomes.filter(({ result }) => result === 'created').length;
  const unresolved = countUnresolved(outcomes);
  if (unresolved > 0) return `${formatCount(unresolved)} of ${countWorkloads(outcomes.length)} not enrolled`;
  return enrolled === 0 ? 'All of them were already enrolled' : `${countWorkloads(enrolled)} enrolled`;
}
