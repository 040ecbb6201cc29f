import { type Candidate, type Candidates, sanitize } from '@trimtab/core';
import { confirmed } from '../../confirm.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { candidatesData } from '../../services/candidates-list.ts';
import {
  enroll,
  type Preview,
  previewEnrollment,
  refusals,
  type WorkloadOutcome,
} from '../../services/workloads-enroll.ts';
import { candidateColumns, namespacedColumns, noCandidates } from '../candidates/columns.ts';
import { joinSteps } from '../repeat.ts';
import { scopeOption } from '../scope.ts';
import { forEachTarget } from '../several.ts';
import { columnsFor, namespacedOutcomeColumns, outcomeColumns } from './columns.ts';
import { type FailedNamespaces, failIfAny, type Outcome, workloadCount } from './enroll-failures.ts';

type EnrollRequest = {
  namespaces: readonly string[];
  /** The clusters whose namespaces these are; undefined if the namespaces were named. */
  clusters: readonly string[] | undefined;
  /** Null for every candidate. */
  workloadsOf: (namespace: string) => string[] | null;
  yes?: boolean;
  dryRun?: boolean;
  /** How long to wait until the targets have data; null to not wait. */
  waitMs: number | null;
};

/** The outcome in one namespace. `answer` is the response of the API. */
type Enrolled = { namespace: string; answer: Pick<Candidates, 'items' | 'name'>; outcomes: readonly WorkloadOutcome[] };
type Previewed = Preview & { namespace: string };

/** Whether the caller has named exactly one namespace. After `--cluster`, the output names the namespace even if the cluster has only one. */
const isOneNamespace = ({ namespaces, clusters }: EnrollRequest) => namespaces.length === 1 && clusters === undefined;

const shortTitle = (wanted: EnrollRequest, namespace: string, name: string) =>
  isOneNamespace(wanted) ? name : `${namespace}/${name}`;

const placeOf = ({ namespaces, clusters }: EnrollRequest): string =>
  clusters === undefined
    ? namespaces.join(', ')
    : `the ${clusters.length === 1 ? 'cluster' : 'clusters'} ${clusters.join(', ')}`;

function failIfUnknown(wanted: EnrollRequest, previews: readonly Previewed[]): void {
  const unknown = previews.flatMap(({ namespace, unknown: names }) =>
    names.map((name) => shortTitle(wanted, namespace, name)),
  );
  if (unknown.length === 0) return;
  throw new CliError(
    `These workloads do not exist or cannot be enrolled: ${unknown.join(', ')}.`,
    exitCode.partial,
    previews.some(({ candidates }) => candidates.length > 0)
      ? 'The others could be enrolled.'
      : `To list the workloads that can be enrolled: trimtab candidates ${scopeOption(wanted.namespaces, wanted.clusters)}`,
  );
}

const candidatesOf = (previews: readonly Previewed[]): (Candidate & { namespace: string })[] =>
  previews.flatMap(({ namespace, candidates }) => candidates.map((candidate) => ({ ...candidate, namespace })));

async function showPreview(
  context: Context,
  wanted: EnrollRequest,
  previews: readonly Previewed[],
  incomplete: string | null,
): Promise<void> {
  const answers = previews.map(({ namespace, candidates }) => ({
    namespace,
    answer: { name: namespace, items: candidates },
  }));
  const areNamed = wanted.namespaces.some((namespace) => wanted.workloadsOf(namespace) !== null);
  await present(context, {
    data: candidatesData(answers, isOneNamespace(wanted)),
    rows: candidatesOf(previews),
    columns: isOneNamespace(wanted) ? candidateColumns : namespacedColumns,
    empty: areNamed ? 'Nothing would be enrolled.' : `${noCandidates}.`,
    notes: previews.flatMap(({ enrolled }) => enrolled.map((name) => `${name} is already enrolled.`)),
    incomplete,
  });
}

/** Waits for the enrolled targets; returns the titles of those that still have no data. */
async function targetsWithoutData(context: Context, waitMs: number, outcomes: readonly Outcome[]): Promise<string[]> {
  const client = await context.client();
  const { awaitTargets } = await import('../../services/targets-await.ts');
  const created = Map.groupBy(
    outcomes.filter(({ result }) => result !== 'failed'),
    ({ namespace }) => namespace,
  );
  const left = new Map<string, number>();
  const waits = [...created].map(async ([namespace, own]) => {
    const names = own.map(({ name }) => name);
    const waiting = (count: number) => {
      left.set(namespace, count);
      const all = left.values().reduce((sum, one) => sum + one, 0);
      return context.stderr.progress(`Waiting for data from ${all === 1 ? '1 target' : `${all} targets`} …`);
    };
    const { clock, signal } = context;
    const late = await awaitTargets(client, { namespace, names, timeoutMs: waitMs, clock, signal, waiting });
    left.delete(namespace);
    return own.filter(({ name }) => late.includes(name)).map(({ title }) => title);
  });
  try {
    return (await Promise.all(waits)).flat();
  } finally {
    await context.stderr.progress(null);
  }
}

async function presentOutcomes(
  context: Context,
  wanted: EnrollRequest,
  enrolled: readonly Enrolled[],
  failed: FailedNamespaces,
): Promise<void> {
  const { namespaces, clusters, waitMs } = wanted;
  const rows = enrolled.flatMap(({ namespace, outcomes }) =>
    outcomes.map((outcome) => ({ ...outcome, namespace, title: shortTitle(wanted, namespace, outcome.name) })),
  );
  const isOne = isOneNamespace(wanted);
  await present(context, {
    data: candidatesData(enrolled, isOne),
    rows,
    columns: isOne ? columnsFor(rows) : namespacedOutcomeColumns,
    csvColumns: isOne ? outcomeColumns : namespacedOutcomeColumns,
    empty: `${noCandidates}.`,
  });
  // The outcomes are printed before the wait, so that an interruption does not lose them.
  const late = waitMs === null ? [] : await targetsWithoutData(context, waitMs, rows);
  failIfAny(wanted, rows, failed);
  if (late.length === 0) return;
  throw new CliError(
    `Enrolled, but these targets have no data yet: ${late.join(', ')}.`,
    exitCode.partial,
    `Check later with trimtab targets ${scopeOption(namespaces, clusters)}, or wait longer with --timeout.`,
  );
}

/** Prints the candidates on stderr, because stdout is for the result, and asks for confirmation. */
async function confirmPreview(context: Context, wanted: EnrollRequest, previews: readonly Previewed[]) {
  const candidates = candidatesOf(previews);
  const line = (namespace: string, name: string, note: string) =>
    context.stderr.text(`  ${sanitize(shortTitle(wanted, namespace, name))}  ${sanitize(note)}\n`);
  for (const { namespace, target_ref: workload } of candidates) await line(namespace, workload.name, workload.kind);
  const unanswered = previews.flatMap(({ namespace, candidates: shown, unanswered: names }) =>
    names.flatMap((name) => (shown.some(({ target_ref }) => target_ref.name === name) ? [] : [{ namespace, name }])),
  );
  for (const { namespace, name } of unanswered) await line(namespace, name, 'sent before, without an answer');
  const question = `Enroll ${workloadCount(candidates.length + unanswered.length)} of ${placeOf(wanted)}?`;
  return confirmed(context, { yes: undefined, question, refusal: 'Nothing was enrolled.' });
}

const enrolledLine = (count: string) => `Enrolled in ${count} namespaces`;

/** Shows a preview, asks, enrolls and prints the outcome for each workload. */
export async function enrollWorkloads(context: Context, wanted: EnrollRequest): Promise<void> {
  const client = await context.client();
  const { namespaces, workloadsOf } = wanted;
  if (wanted.yes === true && wanted.dryRun !== true) {
    const one = async (namespace: string) => ({
      namespace,
      ...(await enroll(client, { namespace, workloads: workloadsOf(namespace) })),
    });
    const { done, ...failed } = await forEachTarget(context, namespaces, one, enrolledLine);
    return presentOutcomes(context, wanted, valuesOf(done), failed);
  }
  const readPreview = async (namespace: string) => ({
    namespace,
    ...(await previewEnrollment(context, { namespace, workloads: workloadsOf(namespace) })),
  });
  const read = await forEachTarget(context, namespaces, readPreview, (count) => `Read ${count} namespaces`);
  const previews = valuesOf(read.done);
  if (wanted.dryRun === true) {
    await showPreview(context, wanted, previews, read.incomplete);
    return failIfUnknown(wanted, previews);
  }
  const hasAny = previews.some(({ candidates, unanswered }) => candidates.length + unanswered.length > 0);
  if (hasAny && !(await confirmPreview(context, wanted, previews))) return;
  const enrollShown = async (preview: Previewed) => {
    const { namespace, candidates, unanswered } = preview;
    const refused = refusals(preview);
    if (candidates.length + unanswered.length === 0)
      return { namespace, answer: { name: namespace, items: [] }, outcomes: refused };
    // Enroll exactly the workloads that the user saw, because one that appeared since then was not confirmed.
    const shown = candidates.map((candidate) => candidate.target_ref.name);
    // Exactly the names of the earlier request, so that it is recognized as repeated.
    const names = unanswered.length > 0 ? unanswered : shown;
    const { answer, outcomes } = await enroll(client, { namespace, workloads: names });
    return { namespace, answer, outcomes: [...outcomes, ...refused] };
  };
  const { done, ...failed } = await forEachTarget(context, previews, enrollShown, enrolledLine);
  return presentOutcomes(context, wanted, valuesOf(done), {
    incomplete: joinSteps(read.incomplete ?? undefined, failed.incomplete ?? undefined) ?? null,
    next: joinSteps(read.next, failed.next),
    repeatable: [...read.repeatable, ...failed.repeatable.map(({ namespace }) => namespace)],
  });
}

const valuesOf = <T>(done: readonly { readonly value: T }[]): T[] => done.map(({ value }) => value);
