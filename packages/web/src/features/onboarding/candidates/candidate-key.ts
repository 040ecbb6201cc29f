import type { Candidate } from '@trimtab/core';

/** What tells two candidates of one namespace apart: a Deployment and a StatefulSet may share a name. */
export function candidateKey({ target_ref: { kind, name } }: Candidate): string {
  return `${kind}/${name}`;
}
