import {
  CanceledError,
  type Client,
  createLimiter,
  deriveScaleTargetRef,
  type EnhancedTarget,
  type Severity,
  type Suggestion,
  severities,
  type TargetListItem,
  type TargetName,
  yearlyFigure,
} from '@trimtab/core';
import type { PatchPlan } from '@trimtab/core/patch';
import { CliError, UsageError } from '../failure.ts';
import type { RepositoryFile } from '../manifests/manifest-file.ts';
import type { Change, EnrolledWorkload, Left, Repository } from '../manifests/repository.ts';
import { targetTitle } from '../target-title.ts';
import { readPatch } from './patch-read.ts';
import type { Unread } from './repository-read.ts';
import { readTargetList } from './targets-list.ts';
import { refuseUnknownNamespace } from './unknown-namespace.ts';

const pageSize = 250;
const maxParallelReads = 6;

/** A changed workload with what the pull request says about it. */
export type ProposedChange = Change & {
  readonly why: string;
  readonly severity: Severity;
  /** Dollars a year that all suggestions for the workload save in total; null if unknown. */
  readonly yearly: number | null;
  readonly replicas: number | null;
};

export type Proposal = {
  readonly changes: readonly ProposedChange[];
  /** The new texts. */
  readonly files: readonly RepositoryFile[];
  readonly left: readonly Left[];
  /** Enrolled workloads, and those of them that have a manifest. */
  readonly enrolled: number;
  readonly found: number;
  /** Which figures are missing, and why. */
  readonly lacks: readonly string[];
  /** Why some workloads could not be examined; null if all of them were. */
  readonly incomplete: string | null;
};

type Request = {
  readonly files: readonly RepositoryFile[];
  readonly unread: readonly Unread[];
  /** Only files in this folder of the repository are changed; empty for all. */
  readonly folder: string;
  /** Null for every namespace. */
  readonly namespace: string | null;
  readonly maxChanges: number | null;
};

type Enrolled = EnrolledWorkload & { readonly id: TargetName };

async function readEnrolled(client: Client, { namespace }: Request) {
  const enrolled: Enrolled[] = [];
  let incomplete = false;
  for await (const page of client.targets.pages({ limit: pageSize })) {
    for (const { namespace: own, name, spec } of page.items) {
      const ref = deriveScaleTargetRef(spec);
      if (namespace !== null && own !== namespace) continue;
      enrolled.push({ namespace: own, name: ref?.name ?? name, kind: ref?.kind ?? null, id: { namespace: own, name } });
    }
    incomplete = page.incomplete;
  }
  if (namespace !== null && enrolled.length === 0) await refuseUnknownNamespace(client, namespace);
  return { enrolled, incomplete };
}

type Read = {
  readonly id: TargetName;
  readonly found: EnhancedTarget;
  readonly suggestion: Suggestion;
  readonly plan: PatchPlan;
};

/** Reads the plans of the workloads. Those without a plan come with the reason; other errors are counted. */
async function readPlans(client: Client, workloads: readonly Enrolled[]) {
  const limiter = createLimiter(maxParallelReads);
  const left: Left[] = [];
  const failures: string[] = [];
  const read = async ({ id }: Enrolled): Promise<Read[]> => {
    try {
      return [{ id, ...(await readPatch(client, id)) }];
    } catch (error) {
      if (error instanceof CanceledError || !(error instanceof Error)) throw error;
      const reason = error.message.replace(/[.]$/, '');
      if (error instanceof CliError && !(error instanceof UsageError))
        left.push({ target: `${id.namespace}/${id.name}`, file: null, reason });
      else failures.push(reason);
      return [];
    }
  };
  const plans = (await Promise.all(workloads.map((one) => limiter(() => read(one))))).flat();
  return { plans, left, failures };
}

/** The rows of the target lists by namespace and name. If they cannot be read, a note replaces the figures. */
async function readRows(client: Client, namespaces: ReadonlySet<string>) {
  const limiter = createLimiter(maxParallelReads);
  const rows = new Map<string, TargetListItem>();
  const lacks: string[] = [];
  const readNamespace = async (namespace: string) => {
    try {
      const answer = await readTargetList(client, { namespace, mode: null, sort: 'name', limit: null });
      for (const row of answer.items) rows.set(targetTitle(row), row);
      if (answer.computing) lacks.push(`Some yearly figures of ${namespace} are still being computed.`);
    } catch (error) {
      if (error instanceof CanceledError || !(error instanceof Error)) throw error;
      lacks.push(`The yearly figures of ${namespace} could not be read: ${error.message.replace(/[.]$/, '')}.`);
    }
  };
  await Promise.all([...namespaces].map((one) => limiter(() => readNamespace(one))));
  return { rows, lacks };
}

/** Workloads at risk first, then those whose figure is largest. */
const byUrgency = (a: ProposedChange, b: ProposedChange): number =>
  severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
  Math.abs(b.yearly ?? 0) - Math.abs(a.yearly ?? 0) ||
  (targetTitle(a.plan) < targetTitle(b.plan) ? -1 : 1);

function describe({ id, found, suggestion }: Read, rows: ReadonlyMap<string, TargetListItem>) {
  const row = rows.get(targetTitle(id));
  // In autonomous mode the figure is the savings of past changes.
  const waste = row?.mode === 'Autonomous' ? null : row?.hourly_waste_savings;
  return {
    why: suggestion.why,
    severity: row?.status.severity ?? 'low',
    yearly: yearlyFigure(row?.net_hourly_savings ?? waste),
    replicas: found.target.current_replicas,
  };
}

const unreadFile = ({ path, reason }: Unread): Left => ({ target: null, file: path, reason });

type Manifests = typeof import('../manifests/repository.ts');

function openRepository(manifests: Manifests, request: Request, enrolled: readonly Enrolled[]): Repository {
  const kinds = new Set(enrolled.flatMap(({ kind }) => kind ?? []));
  try {
    return manifests.openRepository(request.files, { ...request, kinds });
  } catch (error) {
    if (!(error instanceof manifests.InvalidMapping)) throw error;
    throw new UsageError(`.trimtab.yaml cannot be used: ${error.message}.`, 'Nothing was written.');
  }
}

/** The changes that the suggestions make in the manifests. Writes nothing. */
export async function proposeChanges(client: Client, request: Request): Promise<Proposal> {
  const { maxChanges } = request;
  const isInFolder = ({ path }: { readonly path: string }) => path.startsWith(request.folder);
  const manifests = await import('../manifests/repository.ts');
  const { enrolled, incomplete } = await readEnrolled(client, request);
  const repository = openRepository(manifests, request, enrolled);
  const { found, left } = manifests.findWorkloads(repository, enrolled);
  const [read, { rows, lacks }] = await Promise.all([
    readPlans(client, found),
    readRows(client, new Set(found.map((one) => one.namespace))),
  ]);
  const { placed, left: unplaced } = manifests.placePlans(
    repository,
    read.plans.map(({ plan }) => plan),
  );
  const facts = new Map(read.plans.map((one) => [one.plan, describe(one, rows)]));
  const candidates = placed.flatMap((one) => {
    const fact = facts.get(one.plan);
    return fact === undefined ? [] : [{ ...one, ...fact }];
  });
  const chosen = candidates.toSorted(byUrgency);
  const postponed = maxChanges === null ? [] : chosen.splice(maxChanges);
  const changed = manifests.changedFiles(chosen);
  const later = postponed.map(({ plan }) => ({
    target: targetTitle(plan),
    file: null,
    reason: `--max-changes ${maxChanges}: it is left for the next run`,
  }));
  return {
    changes: chosen.filter((one) => changed.changes.includes(one)),
    files: changed.files,
    left: [
      ...request.unread.filter(isInFolder).map(unreadFile),
      ...left,
      ...read.left,
      ...unplaced,
      ...changed.left,
      ...later,
    ],
    enrolled: enrolled.length,
    found: found.length,
    lacks,
    incomplete: whyIncomplete(incomplete, read.failures),
  };
}

function whyIncomplete(ended: boolean, failures: readonly string[]): string | null {
  const [failure] = failures;
  if (failure !== undefined)
    return `${failures.length === 1 ? 'A suggestion' : `${failures.length} suggestions`} could not be read: ${failure}.`;
  return ended ? 'The API ended the list of targets before all were sent.' : null;
}
