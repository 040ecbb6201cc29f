import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { sanitize } from '../../output/sanitize.ts';
import { enroll, type Outcome, type Preview, previewEnrollment, refusals } from '../../services/workloads-enroll.ts';
import { candidateColumns, noCandidates } from '../candidates/columns.ts';
import { columnsFor, outcomeColumns } from './columns.ts';

type Wish = {
  namespace: string;
  /** null: every candidate. */
  workloads: string[] | null;
  yes?: boolean;
  dryRun?: boolean;
  /** How long to wait until the targets report; null: not at all. */
  waitMs: number | null;
};

const workloadCount = (count: number): string => (count === 1 ? '1 workload' : `${count} workloads`);

function failIfAny(namespace: string, outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter((outcome) => outcome.result === 'failed');
  if (failed.length === 0) return;
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason ?? 'no reason given'}`).join('; ');
  const all = failed.length === outcomes.length;
  const which = all ? workloadCount(failed.length) : `${failed.length} of ${workloadCount(outcomes.length)}`;
  throw new CliError(
    `${which} could not be enrolled: ${reasons}${/[.!?]$/.test(reasons) ? '' : '.'}`,
    exitCode.partial,
    all
      ? `trimtab candidates -n ${namespace} lists what can be.`
      : 'The others are enrolled. Repeating the command is safe.',
  );
}

async function showPreview(context: Context, wish: Wish, preview: Preview): Promise<void> {
  await present(context, {
    data: { name: wish.namespace, items: preview.candidates },
    rows: preview.candidates,
    columns: candidateColumns,
    empty: `${noCandidates}.`,
    notes: preview.enrolled.map((name) => `${name} is enrolled already.`),
  });
}

async function report(
  context: Context,
  { namespace, waitMs }: Wish,
  data: unknown,
  outcomes: readonly Outcome[],
): Promise<void> {
  await present(context, {
    data,
    rows: outcomes,
    columns: columnsFor(outcomes),
    csvColumns: outcomeColumns,
    empty: `${noCandidates}.`,
  });
  // What was enrolled is printed before anything is waited for: an interruption must not lose it.
  const late = waitMs === null ? [] : await lateTargets(context, { namespace, waitMs }, outcomes);
  failIfAny(namespace, outcomes);
  if (late.length === 0) return;
  throw new CliError(
    `Enrolled, but without figures yet: ${late.join(', ')}.`,
    exitCode.partial,
    `Look with trimtab targets -n ${namespace}, or wait longer with --timeout.`,
  );
}

async function lateTargets(
  context: Context,
  { namespace, waitMs }: { namespace: string; waitMs: number },
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const names = outcomes.filter(({ result }) => result !== 'failed').map(({ name }) => name);
  if (names.length === 0) return [];
  const { waitForReports } = await import('../../services/targets-await.ts');
  const late = await waitForReports(await context.client(), {
    namespace,
    names,
    timeoutMs: waitMs,
    clock: context.clock,
    signal: context.signal,
    waiting: (count) =>
      context.stderr.progress(`Waiting until ${count === 1 ? '1 target reports' : `${count} targets report`} …`),
  });
  await context.stderr.progress(null);
  return late;
}

function failIfUnknown({ unknown, candidates }: Preview): void {
  if (unknown.length === 0) return;
  throw new CliError(
    `No workload that can be enrolled is called ${unknown.join(', ')}.`,
    exitCode.partial,
    candidates.length > 0 ? 'The others could be enrolled.' : 'trimtab candidates lists what can be enrolled.',
  );
}

/** Shows the dry run on stderr and asks: stdout stays for the result. Resolves to whether to go on. */
async function confirmed(context: Context, { namespace }: Wish, preview: Preview): Promise<boolean> {
  const count = preview.candidates.length;
  for (const { target_ref: workload } of preview.candidates) {
    await context.stderr.text(`  ${sanitize(workload.name)}  ${sanitize(workload.kind)}\n`);
  }
  const answer = await context.ask?.(`Enroll ${workloadCount(count)} of ${sanitize(namespace)}? [y/N] `);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  await context.stderr.text('Nothing was enrolled.\n');
  return false;
}

/** Preview, question, enrollment, and what became of each workload. */
export async function carryOut(context: Context, wish: Wish): Promise<void> {
  const client = await context.client();
  const request = { namespace: wish.namespace, workloads: wish.workloads, signal: context.signal };
  if (wish.yes === true && wish.dryRun !== true) {
    const { answer, outcomes } = await enroll(client, request);
    return report(context, wish, answer, outcomes);
  }
  const preview = await previewEnrollment(client, request);
  if (wish.dryRun === true) {
    await showPreview(context, wish, preview);
    return failIfUnknown(preview);
  }
  const refused = refusals(preview);
  if (preview.candidates.length === 0) return report(context, wish, { name: wish.namespace, items: [] }, refused);
  if (!(await confirmed(context, wish, preview))) return;
  // Exactly what was shown is enrolled: a workload that appeared since then was not agreed to.
  const names = preview.candidates.map((candidate) => candidate.target_ref.name);
  const { answer, outcomes } = await enroll(client, { ...request, workloads: names });
  return report(context, wish, answer, [...outcomes, ...refused]);
}
