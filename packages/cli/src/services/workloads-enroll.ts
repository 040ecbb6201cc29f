import type { Candidate, Client } from '@trimtab/core';
import type { Context } from '../context.ts';
import { parseRecord } from '../json.ts';
import { listCandidates } from './candidates-list.ts';
import { unfinishedWrites } from './unfinished-writes.ts';
import { refuseUnknownNamespace } from './unknown-namespace.ts';
import { failWrite } from './unknown-outcome.ts';

/** The result for one workload. */
export type WorkloadOutcome = {
  name: string;
  /** Null if there is no such workload. */
  kind: string | null;
  result: 'created' | 'exists' | 'failed';
  /** Why it failed; null otherwise. */
  reason: string | null;
};

export type Preview = {
  candidates: Candidate[];
  /** Requested names that are already enrolled. */
  enrolled: string[];
  /** Requested names that do not exist or cannot be enrolled. */
  unknown: string[];
  /** The names in an earlier request without an answer, if repeating it covers all candidates; empty otherwise. */
  unanswered: string[];
};

type EnrollRequest = {
  namespace: string;
  /** Null for every candidate. */
  workloads: readonly string[] | null;
};

const notACandidate = 'there is no such workload, or it cannot be enrolled';

/** What an enrollment would do. Writes nothing. */
export async function previewEnrollment(context: Context, request: EnrollRequest): Promise<Preview> {
  const { namespace, workloads } = request;
  const client = await context.client();
  const { items } = await listCandidates(client, { namespace });
  const wanted = workloads === null ? null : new Set(workloads);
  const candidates = items.filter(({ target_ref: { name } }) => wanted?.has(name) ?? true);
  const found = candidates.map(({ target_ref: { name } }) => name);
  const unanswered = await unansweredNames(context, { ...request, candidates: found });
  const rest = [...(wanted ?? [])].filter((name) => !found.includes(name) && !unanswered.includes(name));
  if (rest.length === 0) return { candidates, enrolled: [], unknown: [], unanswered };
  const targets = await client.targets.inNamespace({ namespace });
  const known = new Set(targets.items.map((target) => target.name));
  return {
    candidates,
    enrolled: rest.filter((name) => known.has(name)),
    unknown: rest.filter((name) => !known.has(name)),
    unanswered,
  };
}

/** The workloads of an earlier request without an answer that this request repeats. */
async function unansweredNames(
  context: Context,
  { namespace, workloads, candidates }: EnrollRequest & { candidates: readonly string[] },
): Promise<string[]> {
  const path = `/v1/ast/candidates/${encodeURIComponent(namespace)}?`;
  for (const { pathAndQuery, body } of await unfinishedWrites(context, 'targets.candidates')) {
    const sent = parseRecord(body ?? '')?.['workloads'];
    const names = Array.isArray(sent) ? sent.filter((name) => typeof name === 'string') : [];
    const isRepeated = candidates.every((name) => names.includes(name));
    if (isRepeated && pathAndQuery.startsWith(path) && names.every((name) => workloads?.includes(name) ?? true)) {
      return names;
    }
  }
  return [];
}

/** Enrolls and returns one outcome per workload. */
export async function enroll(client: Client, { namespace, workloads }: EnrollRequest) {
  const next = `To see what was enrolled: trimtab targets -n ${namespace}. The command can be repeated safely.`;
  const answer = await client.targets
    .enroll({ namespace, ...(workloads === null ? {} : { workloads: [...workloads] }) })
    .catch(failWrite(`enrolling in ${namespace}`, next));
  if (answer.items.length === 0) await refuseUnknownNamespace(client, namespace);
  const outcomes = answer.items.map(
    ({ target_ref: { name, kind }, result = 'created', error }): WorkloadOutcome => ({
      name,
      // The server leaves it empty for a workload that it does not find.
      kind: kind === '' ? null : kind,
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

/** The outcomes of requested names that cannot be enrolled. */
export function refusals(preview: Preview): WorkloadOutcome[] {
  return [
    ...preview.enrolled.map((name): WorkloadOutcome => ({ name, kind: null, result: 'exists', reason: null })),
    ...preview.unknown.map((name): WorkloadOutcome => ({ name, kind: null, result: 'failed', reason: notACandidate })),
  ];
}
