import type { Candidate } from '@trimtab/core';

/** Identifies a candidate within its namespace. A Deployment and a StatefulSet may have the same name. */
export function candidateKey({ target_ref: { kind, name } }: Pick<Candidate, 'target_ref'>): string {
  return `${kind}/${name}`;
}
