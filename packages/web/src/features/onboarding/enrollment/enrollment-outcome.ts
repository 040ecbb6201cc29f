import type { Candidates } from '@trimtab/core';

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
