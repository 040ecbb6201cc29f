import type { Reading } from '@trimtab/core';
import { type AppDeps, holdOn, type TargetRecord } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import type { WorkScope } from '../sources/work-scope.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { createBackgroundRefresh } from './background-refresh.ts';
import { type Evaluation, noHistorySource } from './evaluation.ts';
import { Evaluations } from './evaluations.ts';
import { createNamespaceRefresh } from './namespace-refresh.ts';
import { createPublishedSuggestions, type PublishedSuggestions } from './published-suggestions.ts';
import { createRequestPriority } from './request-priority.ts';
import { createTargetSuggestions, type TargetSuggestions } from './target-suggestions.ts';

/** Suggestions for targets. Lists read the current suggestion and never wait for the next one. */
export type Suggestions = TargetSuggestions & {
  /** The current suggestion, or why there is none. Computes nothing. */
  evaluation(record: TargetRecord): Evaluation;
  /** The end of the samples that were last compared with the current suggestion, in milliseconds. */
  checkedTo(record: TargetRecord): number | null;
  /** Increases when an evaluation of the namespace may have changed. */
  version(namespace: string): number;
  /**
   * Starts to evaluate everything that is due, in the background. Waits briefly for the wanted namespaces that were
   * never evaluated. Some of their targets may still be `beingComputed` afterwards. `read`: if none is wanted, the
   * namespaces whose suggestions will be read; by default those of which this replica does the work.
   */
  prepare(wanted: readonly string[], read?: readonly string[]): Promise<void>;
  /** How many minutes remain until all targets are evaluated; null if unknown. */
  readonly minutesLeft: () => number | null;
  /** The progress of the first reading of past usage since the start; null when it is done. */
  readonly reading: () => Promise<Reading | null>;
};

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clock' | 'logger' | 'store' | 'limitPolicy'> & { readonly ending: AbortSignal };
  readonly stored: () => Promise<StoredState>;
  /** Null without a source of past usage. */
  readonly usageHistory: UsageHistory | null;
  readonly sources: Pick<Sources, 'workloads'>;
  readonly workScope: WorkScope;
  readonly stopping: AbortSignal | undefined;
};

export function createSuggestions({ usageHistory, ...others }: Dependencies): Suggestions {
  const published = createPublishedSuggestions(others.deps.store, others.deps);
  return usageHistory === null ? withoutHistory(published) : withHistory({ ...others, usageHistory }, published);
}

function withoutHistory(published: PublishedSuggestions): Suggestions {
  const evaluated = { evaluation: noHistorySource, usage: null };
  return {
    evaluation: () => noHistorySource,
    checkedTo: () => null,
    version: () => 0,
    prepare: async () => undefined,
    minutesLeft: () => null,
    reading: async () => null,
    compute: async () => evaluated,
    recent: () => evaluated,
    current: async () => evaluated,
    inForceDuring: published.inForceDuring,
    list: async (record, _workload, window, options) => (options?.activeOnly ? [] : published.list(record, window)),
  };
}

function withHistory(
  { deps, stored, usageHistory, sources, workScope, stopping }: Dependencies & { readonly usageHistory: UsageHistory },
  published: PublishedSuggestions,
): Suggestions {
  const { clock, logger, ending } = deps;
  const evaluations = new Evaluations(published, deps.limitPolicy);
  const priority = createRequestPriority(clock);
  const { shared } = deps.store;
  const refresh = createNamespaceRefresh({
    shared,
    clock,
    logger,
    stored,
    usageHistory,
    sources,
    workScope,
    evaluations,
    published,
    ending,
  });
  const background = createBackgroundRefresh({ refresh, stored, priority, logger, clock, stopping, ending });
  return {
    evaluation: (record) => evaluations.newest(record),
    checkedTo: (record) => evaluations.checkedTo(record),
    version: (namespace) => (evaluations.peek(namespace)?.version ?? 0) + published.version(namespace),
    async prepare(wanted, read) {
      priority.requestReceived();
      const enrolled = await stored();
      const own = () => enrolled.namespaces.filter((namespace) => holdOn(shared, namespace) !== null);
      // A list of some namespaces must not wait for thousands of suggestions of other namespaces.
      await published.load(wanted.length > 0 ? wanted : (read ?? own()));
      await refresh.adopt();
      const started = wanted
        .filter((namespace) => refresh.isDue(namespace, enrolled))
        .map((namespace) => ({ namespace, done: refresh.refresh(namespace, { urgent: true }) }));
      const first = started.filter(({ namespace }) => (evaluations.peek(namespace)?.refreshedFor ?? null) === null);
      if (first.length > 0) await priority.waitBriefly(Promise.all(first.map(({ done }) => done)));
      void background.run();
    },
    minutesLeft: background.minutesLeft,
    async reading() {
      const { byNamespace, records } = await stored();
      let read = 0;
      for (const [namespace, targets] of byNamespace)
        if ((evaluations.peek(namespace)?.refreshedFor ?? null) !== null) read += targets.length;
      if (read === records.length) return null;
      const minutes = background.minutesLeft();
      return { targets: records.length, read, minutes_left: minutes === null ? null : Math.ceil(minutes) };
    },
    ...createTargetSuggestions({ clock, shared, stored, usageHistory, published, evaluations, refresh, priority }),
  };
}

/** Background work of a running server that keeps the suggestions for all enrolled targets current. */
export async function keepCurrent(suggestions: Suggestions, stored: () => Promise<StoredState>): Promise<void> {
  if ((await stored()).records.length > 0) await suggestions.prepare([]);
}
