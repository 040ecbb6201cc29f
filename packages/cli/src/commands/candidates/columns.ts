import type { Candidate } from '@trimtab/core';
import { column, type TextColumn } from '../../output/table.ts';

export const candidateColumns: readonly TextColumn<Candidate>[] = [
  column('name', 'NAME', (candidate) => candidate.target_ref.name, { minimum: 16 }),
  column('kind', 'KIND', (candidate) => candidate.target_ref.kind),
];

/** The columns for several namespaces, which include the namespace. */
export const namespacedColumns: readonly TextColumn<Candidate & { namespace: string }>[] = [
  column('namespace', 'NAMESPACE', ({ namespace }) => namespace, { minimum: 8 }),
  ...candidateColumns,
];

/** The same sentence as on the console's onboarding page. */
export const noCandidates = 'No potential candidates found for this namespace';
