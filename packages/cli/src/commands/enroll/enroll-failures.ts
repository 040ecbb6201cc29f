import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import type { WorkloadOutcome } from '../../services/workloads-enroll.ts';
import { commaList, commandLine, joinSteps, repeatHint } from '../repeat.ts';
import { scopeOption } from '../scope.ts';

/** `title` is the name of the workload, with the namespace in front if the command has several namespaces. */
export type Outcome = WorkloadOutcome & { namespace: string; title: string };

/** The part of the request that the messages about failures need. */
type Wanted = {
  namespaces: readonly string[];
  clusters: readonly string[] | undefined;
  workloadsOf: (namespace: string) => string[] | null;
  yes?: boolean;
};

/** The namespaces that could not be read or enrolled. */
export type FailedNamespaces = {
  incomplete: string | null;
  next: string | undefined;
  repeatable: readonly string[];
};

export const workloadCount = (count: number): string => (count === 1 ? '1 workload' : `${count} workloads`);

/** The command lines that enroll only what failed. Workloads that do not exist are left out, because they would fail again. */
function repeatCommands({ workloadsOf, yes }: Wanted, failed: readonly Outcome[], namespaces: readonly string[]) {
  const titles = [
    ...failed.filter(({ kind }) => kind !== null),
    ...namespaces.flatMap((namespace) => workloadsOf(namespace)?.map((name) => ({ namespace, name })) ?? []),
  ].map(({ namespace, name }) => `${namespace}/${name}`);
  const whole = namespaces.filter((namespace) => workloadsOf(namespace) === null);
  return [
    ...(titles.length === 0 ? [] : [commandLine(['enroll', ...titles], yes)]),
    ...(whole.length === 0 ? [] : [`trimtab enroll -n ${commaList(whole)} --all${yes === true ? ' --yes' : ''}`]),
  ];
}

/** Says which workloads failed: a single one in one sentence, several with a line for each, because a reason may have several sentences. */
function failedLines(outcomes: readonly Outcome[], failed: readonly Outcome[]): string[] {
  if (failed.length === 0) return [];
  const all = failed.length === outcomes.length;
  const which = all ? workloadCount(failed.length) : `${failed.length} of ${workloadCount(outcomes.length)}`;
  const reasons = failed.map(
    ({ title, reason }) => `${title}: ${(reason ?? 'no reason given').replace(/[^.!?]$/, '$&.')}`,
  );
  return reasons.length === 1
    ? [`${which} could not be enrolled: ${reasons.join('')}`]
    : [`${which} could not be enrolled.`, ...reasons];
}

/** Throws if a workload or a namespace failed, with the command line that repeats only these. */
export function failIfAny(wanted: Wanted, outcomes: readonly Outcome[], namespaces: FailedNamespaces): void {
  const failed = outcomes.filter((outcome) => outcome.result === 'failed');
  if (failed.length === 0 && namespaces.incomplete === null) return;
  const repeat = repeatHint(repeatCommands(wanted, failed, namespaces.repeatable));
  const isUnknown = failed.some(({ kind }) => kind === null);
  const others = failed.length < outcomes.length ? 'The other workloads are enrolled.' : undefined;
  const list = `To list the workloads that can be enrolled: trimtab candidates ${scopeOption(wanted.namespaces, wanted.clusters)}`;
  const lines = failedLines(outcomes, failed);
  const sentences = [lines, namespaces.incomplete ?? []].flat();
  // If at most one workload failed, there are at most two sentences, which are printed in one line.
  const [message = '', ...details] = lines.length > 1 ? sentences : [sentences.join(' ')];
  const steps = joinSteps(others, namespaces.next, repeat);
  throw new CliError(
    message,
    exitCode.partial,
    isUnknown && repeat === undefined ? joinSteps(steps, list) : steps,
    details,
  );
}
