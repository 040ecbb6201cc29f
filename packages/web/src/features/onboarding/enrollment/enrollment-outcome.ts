import type { Candidates } from '@trimtab/core';

/** What became of one workload. `unknown`: it was asked for, and the answer does not name it. */
export type Outcome = {
  name: string;
  kind: string;
  result: 'created' | 'exists' | 'failed' | 'unknown';
  /** Why, where it was not enrolled. */
  error: string | null;
};

const places: Record<Outcome['result'], number> = { failed: 0, unknown: 1, created: 2, exists: 3 };

/** The outcomes, those first that need a look. A server that names a workload and no result has enrolled it. */
export function outcomesOf(answer: Candidates, asked: readonly string[] | null): Outcome[] {
  const told = answer.items.map(
    ({ target_ref: { name, kind }, result = 'created', error = null }): Outcome => ({ name, kind, result, error }),
  );
  const names = new Set(told.map(({ name }) => name));
  const missing = (asked ?? [])
    .filter((name) => !names.has(name))
    .map((name): Outcome => ({ name, kind: '', result: 'unknown', error: 'The API did not say what became of it.' }));
  return [...told, ...missing].toSorted((a, b) => places[a.result] - places[b.result]);
}
