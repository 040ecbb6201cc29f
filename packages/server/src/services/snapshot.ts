import { DEFAULT_NODE_SETTINGS, dayMs } from '@trimtab/core';
import type { AppDeps } from '../app.ts';
import { isAbort } from '../http/errors.ts';
import type { Listing, TargetRecord, Workload } from '../ports/index.ts';
import { SourceError } from '../ports/index.ts';
import type { Stored } from './observed-store.ts';
import type { RecentUsage, Sources } from './sources.ts';
import type { Suggestions } from './suggestions.ts';
import { type TargetRow, targetRow } from './target-row.ts';
import { byKey } from './workload-index.ts';
import { workloadKey } from './workload-key.ts';

/** All targets as of one instant. */
export type Snapshot = {
  /** Ordered by namespace, then name. Other requests are answered while many rows are judged. */
  readonly all: () => Promise<readonly TargetRow[]>;
  readonly inNamespace: (namespace: string) => readonly TargetRow[];
  /** What was incomplete: sentences for an operator. */
  readonly problems: readonly string[];
  /** The end of the 24 hours that the figures speak of. */
  readonly end: number;
};

export type Snapshots = {
  /** `wanted`: the namespaces whose suggestions are waited for a moment where there are none yet. */
  current(signal?: AbortSignal, wanted?: readonly string[]): Promise<Snapshot>;
};

/** So many that a first page can wait a moment for all of them. */
const fewNamespaces = 12;

type Outcome<T> = { readonly value: T | null; readonly failure: string | null };
type Inputs = {
  readonly stored: Stored;
  readonly workloads: Outcome<Listing<Workload>>;
  readonly usage: Outcome<RecentUsage>;
};

/**
 * Joins what is enrolled with what the sources answered; again only when one of these inputs is another, because
 * judging 10,000 rows costs a hundred milliseconds.
 */
export function createSnapshots(
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
  stored: () => Promise<Stored>,
  sources: Sources,
  suggestions: Suggestions,
): Snapshots {
  const remember = rememberLast(() => clock.now(), suggestions);
  const outcome = outcomes(logger);
  return {
    async current(signal, wanted) {
      const now = await stored();
      const namespaces = [...now.byNamespace.keys()];
      if (namespaces.length === 0)
        return { all: async () => [], inNamespace: () => [], problems: [], end: clock.now() };
      const [workloads, usage] = await Promise.all([
        outcome('cluster', sources.workloads(namespaces, signal)),
        outcome('metrics', sources.usage(namespaces, dayMs, signal)),
      ]);
      const found = byKey(workloads.value);
      const few = namespaces.length <= fewNamespaces ? namespaces : [];
      if (found.size > 0) await suggestions.prepare(found, wanted ?? few);
      return remember({ stored: now, workloads, usage });
    },
  };
}

function outcomes(logger: AppDeps['logger']) {
  return async <T>(source: string, answer: Promise<T>): Promise<Outcome<T>> => {
    try {
      return { value: await answer, failure: null };
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('warn', `${source} source failed`, { error });
      return { value: null, failure: error instanceof SourceError ? error.message : 'It failed unexpectedly.' };
    }
  };
}

function rememberLast(now: () => number, suggestions: Suggestions): (inputs: Inputs) => Snapshot {
  let last: { readonly inputs: Inputs; readonly snapshot: Snapshot } | null = null;
  return (inputs) => {
    if (last === null || !sameInputs(last.inputs, inputs))
      last = { inputs, snapshot: assemble(inputs, now(), suggestions) };
    return last.snapshot;
  };
}

/** Everything that is shared is compared by identity; a failure is a new object every time, so by its sentence. */
function sameInputs(a: Inputs, b: Inputs): boolean {
  return (
    a.stored === b.stored &&
    a.workloads.value === b.workloads.value &&
    // The same figures asked for again: they still speak of when they were first told.
    a.usage.value?.listing === b.usage.value?.listing &&
    a.workloads.failure === b.workloads.failure &&
    a.usage.failure === b.usage.failure
  );
}

/** Rows are judged when they are first asked for, a namespace at a time: one table must not wait for 10,000 rows. */
function assemble({ stored, workloads, usage }: Inputs, now: number, suggestions: Suggestions): Snapshot {
  const settings = stored.settings ?? DEFAULT_NODE_SETTINGS;
  const end = usage.value?.end ?? now;
  const found = byKey(workloads.value);
  const used = new Map(usage.value?.listing.items.map((entry) => [workloadKey(entry), entry]));
  const failure = {
    cluster: sentence('cluster', workloads.failure),
    metrics: sentence('metrics', usage.failure),
  };
  const row = (record: TargetRecord): TargetRow => {
    const key = workloadKey(record);
    return targetRow({
      record,
      workload: found.get(key) ?? null,
      usage: used.get(key) ?? null,
      verdict: suggestions.verdict(record),
      failure,
      settings,
      now: end,
    });
  };
  const rows = new Map<string, { readonly version: number; readonly judged: readonly TargetRow[] }>();
  const inNamespace = (namespace: string): readonly TargetRow[] => {
    const version = suggestions.version(namespace);
    const known = rows.get(namespace);
    if (known?.version === version) return known.judged;
    const judged = (stored.byNamespace.get(namespace) ?? []).map(row);
    rows.set(namespace, { version, judged });
    return judged;
  };
  const namespaces = [...stored.byNamespace.keys()];
  // Versions only grow, so that their sum is another as soon as one of them is.
  const version = (): number => namespaces.reduce((sum, namespace) => sum + suggestions.version(namespace), 0);
  let whole: { readonly version: number; readonly judged: readonly TargetRow[] } | null = null;
  return {
    inNamespace,
    async all() {
      const before = version();
      if (whole?.version === before) return whole.judged;
      const judged: TargetRow[] = [];
      let sincePause = 0;
      for (const namespace of namespaces) {
        const known = rows.get(namespace)?.judged;
        const own = inNamespace(namespace);
        judged.push(...own);
        if (own !== known) sincePause += own.length;
        if (sincePause < rowsBetweenPauses) continue;
        await pause();
        sincePause = 0;
      }
      if (version() === before) whole = { version: before, judged };
      return judged;
    },
    problems: [...new Set(problemsOf(workloads, usage))],
    end,
  };
}

/** A few milliseconds of work. */
const rowsBetweenPauses = 250;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

const sentence = (source: string, failure: string | null): string | null =>
  failure === null ? null : `The ${source} source failed: ${failure}`;

function problemsOf(workloads: Inputs['workloads'], usage: Inputs['usage']): readonly string[] {
  return [
    sentence('cluster', workloads.failure) ?? [],
    sentence('metrics', usage.failure) ?? [],
    ...(workloads.value?.problems ?? []),
    ...(usage.value?.listing.problems ?? []),
  ].flat();
}
