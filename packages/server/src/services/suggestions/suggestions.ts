import { type Suggestion, workloadKey } from '@trimtab/core';
import { type AppDeps, SourceError, type TargetRecord, type Window, type Workload } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { createBackgroundRefresh } from './background-refresh.ts';
import { type Evaluation, noHistorySource } from './evaluation.ts';
import { Evaluations } from './evaluations.ts';
import { createNamespaceRefresh } from './namespace-refresh.ts';
import { createPublishedSuggestions, type PublishedSuggestions } from './published-suggestions.ts';
import { createRequestPriority } from './request-priority.ts';
import { suggestionOf } from './suggestion-view.ts';

/** A target with its suggestion in force, and the samples in memory. */
type EvaluatedTarget = {
  readonly evaluation: Evaluation;
  /** Null where the samples are not in memory. */
  readonly usage: TargetUsage | null;
};

/** Suggestions for targets. Lists look up the suggestion in force and never wait for the next. */
export type Suggestions = {
  /** The suggestion in force, or why there is none, without computing anything. */
  evaluation(record: TargetRecord): Evaluation;
  /** The end of the samples that were last compared with the suggestion in force, in milliseconds. */
  checkedTo(record: TargetRecord): number | null;
  /** Grows when an evaluation of the namespace may have changed. */
  version(namespace: string): number;
  /**
   * Starts to evaluate everything that is due, in the background. Waits for the wanted namespaces that were never
   * evaluated, but only briefly: some of their targets may still be `beingComputed` afterwards.
   */
  prepare(wanted: readonly string[]): Promise<void>;
  /** Evaluates a target now, from the newest samples. Rejects with `SourceError` when they cannot be read. */
  compute(record: TargetRecord, workload: Workload): Promise<EvaluatedTarget>;
  /** The suggestion in force with the newest samples that can be read. Computes only what was never evaluated. */
  current(record: TargetRecord, workload: Workload): Promise<EvaluatedTarget>;
  /**
   * The suggestions that were published in a window, newest first, and the one in force if the window contains now.
   * `activeOnly`: only the one in force.
   */
  list(
    record: TargetRecord,
    workload: Workload | null,
    window: Window,
    options?: { readonly activeOnly?: boolean },
  ): Promise<readonly Suggestion[]>;
};

/** The first request for a target waits this long for its history. Otherwise it would find no suggestion. */
const firstReadWaitMs = 5_000;

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clock' | 'logger' | 'store'> & { readonly ending: AbortSignal };
  readonly stored: () => Promise<StoredState>;
  /** Null without a source of past usage. */
  readonly usageHistory: UsageHistory | null;
  readonly sources: Pick<Sources, 'workloads'>;
};

export function createSuggestions({ deps, stored, usageHistory, sources }: Dependencies): Suggestions {
  const published = createPublishedSuggestions(deps.store.suggestions, deps);
  return usageHistory === null
    ? withoutHistory(published)
    : withHistory({ deps, stored, usageHistory, sources }, published);
}

function withoutHistory(published: PublishedSuggestions): Suggestions {
  const evaluated = { evaluation: noHistorySource, usage: null };
  return {
    evaluation: () => noHistorySource,
    checkedTo: () => null,
    version: () => 0,
    prepare: async () => undefined,
    compute: async () => evaluated,
    current: async () => evaluated,
    list: async (record, _workload, window, { activeOnly = false } = {}) =>
      activeOnly ? [] : published.list(record, window),
  };
}

function withHistory(
  { deps, stored, usageHistory, sources }: Dependencies & { readonly usageHistory: UsageHistory },
  published: PublishedSuggestions,
): Suggestions {
  const { clock, logger, ending } = deps;
  const evaluations = new Evaluations(published);
  const priority = createRequestPriority(clock);
  const refresh = createNamespaceRefresh({
    clock,
    logger,
    stored,
    usageHistory,
    sources,
    evaluations,
    published,
    ending,
  });
  const refreshInBackground = createBackgroundRefresh({ refresh, stored, priority, logger, ending });

  const usageOf = (record: TargetRecord): TargetUsage | null =>
    usageHistory.peek(record.namespace)?.targets.get(workloadKey(record)) ?? null;
  const isComputing = (record: TargetRecord): boolean => {
    const evaluation = evaluations.newest(record);
    return evaluation.kind === 'none' && evaluation.computing;
  };
  /** Waits for a target's first evaluation, and only briefly for the next. */
  const waitForEvaluation = async (record: TargetRecord): Promise<void> => {
    const { namespace } = record;
    await published.load([namespace]);
    const isFirst = isComputing(record);
    if (!isFirst && !refresh.isDue(namespace, await stored())) return;
    await priority.waitBriefly(refresh.refresh(namespace, { urgent: true }), isFirst ? firstReadWaitMs : undefined);
  };
  const compute = async (record: TargetRecord, workload: Workload): Promise<EvaluatedTarget> => {
    await published.load([record.namespace]);
    const history = await usageHistory.update(record.namespace, { urgent: true });
    const evaluation = evaluations.evaluate(record, workload, history, { force: true });
    evaluations.ofNamespace(record.namespace).version += 1;
    await published.flush();
    return { evaluation, usage: usageOf(record) };
  };

  return {
    evaluation: (record) => evaluations.newest(record),
    checkedTo: (record) => evaluations.checkedTo(record),
    version: (namespace) => evaluations.peek(namespace)?.version ?? 0,
    async prepare(wanted) {
      priority.requestReceived();
      const enrolled = await stored();
      await published.load(enrolled.byNamespace.keys());
      const started = wanted
        .filter((namespace) => refresh.isDue(namespace, enrolled))
        .map((namespace) => ({ namespace, done: refresh.refresh(namespace, { urgent: true }) }));
      const first = started.filter(({ namespace }) => (evaluations.peek(namespace)?.refreshedFor ?? null) === null);
      if (first.length > 0) await priority.waitBriefly(Promise.all(first.map(({ done }) => done)));
      void refreshInBackground();
    },
    compute,
    async current(record, workload) {
      await published.load([record.namespace]);
      const evaluation = evaluations.newest(record);
      if (evaluation.kind === 'none') return compute(record, workload);
      // The suggestion is explained also while the source of samples does not answer.
      await usageHistory.update(record.namespace, { urgent: true }).catch(ignoreSourceError);
      return { evaluation, usage: usageOf(record) };
    },
    async list(record, workload, window, { activeOnly = false } = {}) {
      if (workload !== null) await waitForEvaluation(record);
      // A workload that is not in the cluster has no suggestion in force.
      const evaluation = workload === null ? null : evaluations.newest(record);
      const active = evaluation?.kind === 'advised' ? evaluation : null;
      const isInWindow =
        active !== null &&
        active.publishedAt < window.end &&
        (active.publishedAt >= window.start || clock.now() < window.end);
      const current = isInWindow ? [suggestionOf(active, usageOf(record))] : [];
      if (activeOnly) return current;
      const all = await published.list(record, window);
      return [...current, ...all.filter(({ id }) => id !== active?.id)];
    },
  };
}

/** Of the failures to read samples, the next evaluation logs and shows the reason. */
function ignoreSourceError(error: unknown): void {
  if (!(error instanceof SourceError)) throw error;
}

/** Background work of a running server: keeps the suggestions for all enrolled targets current. */
export async function keepCurrent(suggestions: Suggestions, stored: () => Promise<StoredState>): Promise<void> {
  if ((await stored()).records.length > 0) await suggestions.prepare([]);
}
