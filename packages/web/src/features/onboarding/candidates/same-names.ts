import type { Candidate } from '@trimtab/core';

/** The names that several candidates have, such as a Deployment and a StatefulSet. */
export function sameNames(candidates: readonly Candidate[]): string[] {
  const names = candidates.map(({ target_ref: { name } }) => name);
  const [seen, twice] = [new Set<string>(), new Set<string>()];
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice];
}
