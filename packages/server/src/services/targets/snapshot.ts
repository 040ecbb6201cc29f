import { dayMs, defaultNodeSettings } from '@trimtab/core';
import {
  type AppDeps,
  type Clock,
  isAbort,
  type Listing,
  type RequestContext,
  SourceError,
  type TargetRecord,
  type Workload,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { PerPrincipal } from '../cache/per-principal.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { RecentUsage, Sources } from '../sources/sources.ts';
import { byKey, usageByKey } from '../sources/workload-index.ts';
import { workloadKey } from '../sources/workload-key.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import { createRowCache, type RowCache } from './row-cache.ts';
import type { TargetRow } from './target-row.ts';

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
  current(context: RequestContext, wanted?: readonly string[]): Promise<Snapshot>;
};

/** So many that a first page can wait a moment for all of them. */
const fewNamespaces = 12;

/** Rows that are kept for all principals together, two to three kilobytes each. */
const mostKeptRows = 40_000;

type Outcome<T> = { readonly value: T | null; readonly failure: string | null };
type Inputs = {
  readonly stored: StoredState;
  readonly workloads: Outcome<Listing<Workload>>;
  readonly usage: Outcome<RecentUsage>;
};

/**
 * Joins what is enrolled with what the sources answered the context; again only when one of these inputs is another, and
 * then only the rows that it changes: judging 10,000 costs a hundred milliseconds.
 */
export function createSnapshots(
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
  stored: () => Promise<StoredState>,
  sources: Sources,
  suggestions: Suggestions,
): Snapshots {
  const principals = new PerPrincipal(clock, () => new LastSnapshot(clock, suggestions), {
    weigh: ({ rows }) => rows,
    mostWeight: mostKeptRows,
  });
  const outcome = outcomes(logger);
  return {
    async current(context, wanted) {
      const now = await stored();
      const namespaces = [...now.byNamespace.keys()];
      if (namespaces.length === 0)
        return { all: async () => [], inNamespace: () => [], problems: [], end: clock.now() };
      const [workloads, usage] = await Promise.all([
        outcome('cluster', sources.workloads(namespaces, context)),
        outcome('metrics', sources.usage(namespaces, dayMs, context)),
      ]);
      const few = namespaces.length <= fewNamespaces ? namespaces : [];
      if (byKey(workloads.value).size > 0) await suggestions.prepare(wanted ?? few);
      const snapshot = principals.of(context.principal).of({ stored: now, workloads, usage });
      principals.trim();
      return snapshot;
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

/** The newest snapshot of one principal, and the rows that the next one may take from it. */
class LastSnapshot {
  readonly #clock: Clock;
  readonly #suggestions: Suggestions;
  readonly #rowCache = createRowCache();
  #last: { readonly inputs: Inputs; readonly snapshot: Snapshot } | null = null;

  constructor(clock: Clock, suggestions: Suggestions) {
    this.#clock = clock;
    this.#suggestions = suggestions;
  }

  get rows(): number {
    return this.#last?.inputs.stored.records.length ?? 0;
  }

  of(inputs: Inputs): Snapshot {
    if (this.#last !== null && sameInputs(this.#last.inputs, inputs)) return this.#last.snapshot;
    const snapshot = assemble(inputs, {
      now: this.#clock.now(),
      suggestions: this.#suggestions,
      rowCache: this.#rowCache,
    });
    this.#last = { inputs, snapshot };
    return snapshot;
  }
}

/** What is kept is compared by identity; a failure is a new object every time, so by its sentence. */
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

type With = { readonly now: number; readonly suggestions: Suggestions; readonly rowCache: RowCache };

/** Rows are judged when they are first asked for, a namespace at a time: one table must not wait for 10,000 rows. */
function assemble({ stored, workloads, usage }: Inputs, { now, suggestions, rowCache }: With): Snapshot {
  const settings = stored.settings ?? defaultNodeSettings;
  const end = usage.value?.end ?? now;
  const found = byKey(workloads.value);
  const used = usageByKey(usage.value?.listing ?? null);
  const failure = {
    cluster: sentence('cluster', workloads.failure),
    metrics: sentence('metrics', usage.failure),
  };
  const row = (record: TargetRecord): TargetRow => {
    const key = workloadKey(record);
    return rowCache.row(key, {
      record,
      workload: found.get(key) ?? null,
      usage: used.get(key) ?? null,
      evaluation: suggestions.evaluation(record),
      failure,
      settings,
      now: end,
    });
  };
  const spaces = new Map<string, { readonly version: number; readonly judged: readonly TargetRow[] }>();
  const known = (namespace: string): readonly TargetRow[] | null => {
    const space = spaces.get(namespace);
    return space?.version === suggestions.version(namespace) ? space.judged : null;
  };
  const keep = (namespace: string, version: number, judged: readonly TargetRow[]): readonly TargetRow[] => {
    spaces.set(namespace, { version, judged });
    return judged;
  };
  const recordsOf = (namespace: string): readonly TargetRecord[] => stored.byNamespace.get(namespace) ?? [];
  const buildNamespace = async (namespace: string, yieldIfDue: () => Promise<void>): Promise<readonly TargetRow[]> => {
    const version = suggestions.version(namespace);
    const judged: TargetRow[] = [];
    for (const record of recordsOf(namespace)) {
      judged.push(row(record));
      await yieldIfDue();
    }
    return keep(namespace, version, judged);
  };
  const namespaces = [...stored.byNamespace.keys()];
  // Versions only grow, so that their sum is another as soon as one of them is.
  const version = (): number => namespaces.reduce((sum, namespace) => sum + suggestions.version(namespace), 0);
  const judgeAll = async (): Promise<readonly TargetRow[]> => {
    const yieldIfDue = createTimeSlices();
    const judged: TargetRow[] = [];
    for (const namespace of namespaces)
      judged.push(...(known(namespace) ?? (await buildNamespace(namespace, yieldIfDue))));
    rowCache.retain(new Set(stored.records.map(workloadKey)));
    return judged;
  };
  let whole: { readonly version: number; readonly judged: Promise<readonly TargetRow[]> } | null = null;
  return {
    inNamespace: (namespace) =>
      known(namespace) ?? keep(namespace, suggestions.version(namespace), recordsOf(namespace).map(row)),
    all() {
      const before = version();
      // Whoever comes while they are judged waits for the same rows.
      if (whole?.version !== before) whole = { version: before, judged: judgeAll() };
      return whole.judged;
    },
    problems: [...new Set(problemsOf(workloads, usage))],
    end,
  };
}

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
