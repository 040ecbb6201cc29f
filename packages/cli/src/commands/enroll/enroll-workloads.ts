import { sanitize } from '@trimtab/core';
import { confirmed } from '../../confirm.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { present } from '../../output/present.ts';
import {
  enroll,
  type Preview,
  previewEnrollment,
  refusals,
  type WorkloadOutcome,
} from '../../services/workloads-enroll.ts';
import { candidateColumns, noCandidates } from '../candidates/columns.ts';
import { columnsFor, outcomeColumns } from './columns.ts';

type EnrollRequest = {
  namespace: string;
  /** Null for every candidate. */
  workloads: string[] | null;
  yes?: boolean;
  dryRun?: boolean;
  /** How long to wait until the targets have data; null to not wait. */
  waitMs: number | null;
};

const workloadCount = (count: number): string => (count === 1 ? '1 workload' : `${count} workloads`);

function failIfAny(namespace: string, outcomes: readonly WorkloadOutcome[]): void {
  const failed = outcomes.filter((outcome) => outcome.result === 'failed');
  if (failed.length === 0) return;
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason ?? 'no reason given'}`).join('; ');
  const all = failed.length === outcomes.length;
  const which = all ? workloadCount(failed.length) : `${failed.length} of ${workloadCount(outcomes.length)}`;
  throw new CliError(
    `${which} could not be enrolled: ${reasons}${/[.!?]$/.test(reasons) ? '' : '.'}`,
    exitCode.partial,
    all
      ? `To list the workloads that can be enrolled: trimtab candidates -n ${namespace}`
      : 'The other workloads are enrolled. The command can be repeated safely.',
  );
}

function failIfUnknown({ unknown, candidates }: Preview): void {
  if (unknown.length === 0) return;
  throw new CliError(
    `These workloads do not exist or cannot be enrolled: ${unknown.join(', ')}.`,
    exitCode.partial,
    candidates.length > 0 ? 'The others could be enrolled.' : 'trimtab candidates lists the workloads that can be.',
  );
}

async function showPreview(context: Context, { namespace }: EnrollRequest, preview: Preview): Promise<void> {
  await present(context, {
    data: { name: namespace, items: preview.candidates },
    rows: preview.candidates,
    columns: candidateColumns,
    empty: `${noCandidates}.`,
    notes: preview.enrolled.map((name) => `${name} is already enrolled.`),
  });
}

/** Waits for the enrolled targets; returns the names of those that still have no data. */
async function targetsWithoutData(
  context: Context,
  { namespace, waitMs }: { namespace: string; waitMs: number },
  outcomes: readonly WorkloadOutcome[],
): Promise<string[]> {
  const names = outcomes.filter(({ result }) => result !== 'failed').map(({ name }) => name);
  if (names.length === 0) return [];
  const { awaitTargets } = await import('../../services/targets-await.ts');
  const late = await awaitTargets(await context.client(), {
    namespace,
    names,
    timeoutMs: waitMs,
    clock: context.clock,
    signal: context.signal,
    waiting: (count) =>
      context.stderr.progress(`Waiting for data from ${count === 1 ? '1 target' : `${count} targets`} …`),
  });
  await context.stderr.progress(null);
  return late;
}

async function presentOutcomes(
  context: Context,
  { namespace, waitMs }: EnrollRequest,
  data: unknown,
  outcomes: readonly WorkloadOutcome[],
): Promise<void> {
  await present(context, {
    data,
    rows: outcomes,
    columns: columnsFor(outcomes),
    csvColumns: outcomeColumns,
    empty: `${noCandidates}.`,
  });
  // The outcomes are printed before the wait, so that an interruption does not lose them.
  const late = waitMs === null ? [] : await targetsWithoutData(context, { namespace, waitMs }, outcomes);
  failIfAny(namespace, outcomes);
  if (late.length === 0) return;
  throw new CliError(
    `Enrolled, but these targets have no data yet: ${late.join(', ')}.`,
    exitCode.partial,
    `Check later with trimtab targets -n ${namespace}, or wait longer with --timeout.`,
  );
}

/** Prints the candidates on stderr, because stdout is for the result, and asks. */
async function confirmPreview(context: Context, { namespace }: EnrollRequest, { candidates }: Preview) {
  for (const { target_ref: workload } of candidates) {
    await context.stderr.text(`  ${sanitize(workload.name)}  ${sanitize(workload.kind)}\n`);
  }
  const question = `Enroll ${workloadCount(candidates.length)} of ${namespace}?`;
  return confirmed(context, { yes: undefined, question, refusal: 'Nothing was enrolled.' });
}

/** Shows a preview, asks, enrolls and prints the outcome for each workload. */
export async function enrollWorkloads(context: Context, wanted: EnrollRequest): Promise<void> {
  const client = await context.client();
  const request = { namespace: wanted.namespace, workloads: wanted.workloads, signal: context.signal };
  if (wanted.yes === true && wanted.dryRun !== true) {
    const { answer, outcomes } = await enroll(client, request);
    return presentOutcomes(context, wanted, answer, outcomes);
  }
  const preview = await previewEnrollment(client, request);
  if (wanted.dryRun === true) {
    await showPreview(context, wanted, preview);
    return failIfUnknown(preview);
  }
  const refused = refusals(preview);
  if (preview.candidates.length === 0) {
    return presentOutcomes(context, wanted, { name: wanted.namespace, items: [] }, refused);
  }
  if (!(await confirmPreview(context, wanted, preview))) return;
  // Enroll exactly the workloads that the user saw: one that appeared since then was not confirmed.
  const names = preview.candidates.map((candidate) => candidate.target_ref.name);
  const { answer, outcomes } = await enroll(client, { ...request, workloads: names });
  return presentOutcomes(context, wanted, answer, [...outcomes, ...refused]);
}
