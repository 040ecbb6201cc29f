import type { Candidate } from '@trimtab/core';
import type { Column } from '../../output/table.ts';

export const candidateColumns: readonly Column<Candidate>[] = [
  { id: 'name', header: 'NAME', text: (candidate) => candidate.target_ref.name, minimum: 16 },
  { id: 'kind', header: 'KIND', text: (candidate) => candidate.target_ref.kind },
];

/** The same sentence as on the console's onboarding page. */
export const noCandidates = 'No potential candidates found for this namespace';
