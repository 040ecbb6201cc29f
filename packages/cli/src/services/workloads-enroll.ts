import type { Candidate, Client } from '@trimtab/core';
import { listCandidates } from './candidates-list.ts';
import { refuseUnknownNamespace } from './unknown-namespace.ts';
import { outcomeUnknown } from './unknown-outcome.ts';

/** What became of one workload. */
export type Outcome = {
  name: string;
  kind: string | null;
  result: 'created' | 'exists' | 'failed';
  /** Why it failed. */
  reason: string | null;
};

export type Preview = {
  candidates: Candidate[];
  /** Named, but enrolled before. */
  enrolled: string[];
  /** Named, but not in the namespace or not of a kind that can be enrolled. */
  unknown: string[];
};

type EnrollRequest = {
  namespace: string;
  /** null: every candidate. */
  workloads: readonly string[] | null;
  signal: AbortSignal;
};

const notACandidate = 'no workload of this name can be enrolled here';

/** What an enrollment would do: nothing is written. */
export async function previewEnrollment(client: Client, request: EnrollRequest): Promise<Preview> {
  const { namespace, workloads, signal } = request;
  const { items } = await listCandidates(client, { namespace, signal });
  if (workloads === null) return { candidates: items, enrolled: [], unknown: [] };
  const wanted = new Set(workloads);
  const candidates = items.filter((candidate) => wanted.has(candidate.target_ref.name));
  const found = new Set(candidates.map((candidate) => candidate.target_ref.name));
  const rest = [...wanted].filter((name) => !found.has(name));
  if (rest.length === 0) return { candidates, enrolled: [], unknown: [] };
  const targets = await client.targets.inNamespace({ namespace }, { signal });
  const known = new Set(targets.items.map((target) => target.name));
  return {
    candidates,
    enrolled: rest.filter((name) => known.has(name)),
    unknown: rest.filter((name) => !known.has(name)),
  };
}

/** Enrolls, and says of each workload what became of it. */
export async function enroll(client: Client, { namespace, workloads, signal }: EnrollRequest) {
  const answer = await client.targets
    .enroll({ namespace, ...(workloads === null ? {} : { workloads: [...workloads] }) }, { signal })
    .catch((error: unknown) => {
      throw outcomeUnknown(error, {
        doing: `enrolling in ${namespace}`,
        next: `Look with trimtab targets -n ${namespace}. Repeating the same command is safe: nothing is enrolled twice.`,
      });
    });
  if (answer.items.length === 0) await refuseUnknownNamespace(client, namespace, signal);
  const outcomes = answer.items.map(
    ({ target_ref: { name, kind }, result = 'created', error }): Outcome => ({
      name,
      kind,
      result,
      reason: result === 'failed' ? (error ?? 'the server gave no reason') : null,
    }),
  );
  const answered = new Set(outcomes.map(({ name }) => name));
  for (const name of new Set(workloads)) {
    if (!answered.has(name)) outcomes.push({ name, kind: null, result: 'failed', reason: notACandidate });
  }
  return { answer, outcomes };
}

/** Names that were asked for and cannot be enrolled, as outcomes. */
export function refusals(preview: Preview): Outcome[] {
  return [
    ...preview.enrolled.map((name): Outcome => ({ name, kind: null, result: 'exists', reason: null })),
    ...preview.unknown.map((name): Outcome => ({ name, kind: null, result: 'failed', reason: notACandidate })),
  ];
}
