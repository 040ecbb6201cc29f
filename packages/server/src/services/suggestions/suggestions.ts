import { type Suggestion, workloadKey } from '@trimtab/core';
import type { AppDeps, TargetRecord, Workload } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { createBackgroundRefresh } from './background-refresh.ts';
import { createDailySuggestions, type DailySuggestions } from './daily-suggestions.ts';
import { type Evaluation, noHistorySource } from './evaluation.ts';
import { Evaluations } from './evaluations.ts';
import { createNamespaceRefresh } from './namespace-refresh.ts';
import { createRequestPriority } from './request-priority.ts';
import { type EvaluatedTarget, suggestionOf } from './suggestion-view.ts';

/** Suggestions for targets. Lists look up the newest evaluation and never wait for the next. */
export type Suggestions = {
  /** The newest evaluation of a target, without computing anything. */
  evaluation(record: TargetRecord): Evaluation;
  /** Grows when an evaluation of the namespace may have changed. */
  version(namespace: string): number;
  /**
   * Starts to evaluate everything that is due, in the background. Waits for the wanted namespaces that were never
   * evaluated, but only briefly: some of their targets may still be `beingComputed` afterwards.
   */
  prepare(wanted: readonly string[]): Promise<void>;
  /** Evaluates a target now, from the newest samples. Rejects with `SourceError` when they cannot be read. */
  compute(record: TargetRecord, workload: Workload): Promise<EvaluatedTarget>;
  /** The suggestions of a window, newest first: one for each day, and the current one. */
  list(record: TargetRecord, workload: Workload | null, window: TimeRange): Promise<readonly Suggestion[]>;
};

/** In milliseconds; both ends may be infinite. */
type TimeRange = { readonly start: number; readonly end: number };

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
  const dailySuggestions = createDailySuggestions(deps.store.suggestions, deps);
  return usageHistory === null
    ? withoutHistory(dailySuggestions)
    : withHistory({ deps, stored, usageHistory, sources }, dailySuggestions);
}

function withoutHistory(dailySuggestions: DailySuggestions): Suggestions {
  return {
    evaluation: () => noHistorySource,
    version: () => 0,
    prepare: async () => undefined,
    compute: async (record, workload) => ({ record, workload, evaluation: noHistorySource, usage: null }),
    list: async (record, _workload, window) => newestFirst(await dailySuggestions.list(record, window), window),
  };
}

function withHistory(
  { deps, stored, usageHistory, sources }: Dependencies & { readonly usageHistory: UsageHistory },
  dailySuggestions: DailySuggestions,
): Suggestions {
  const { clock, logger, ending } = deps;
  const evaluations = new Evaluations();
  const priority = createRequestPriority(clock);
  const refresh = createNamespaceRefresh({
    clock,
    logger,
    stored,
    usageHistory,
    sources,
    evaluations,
    dailySuggestions,
    ending,
  });
  const refreshInBackground = createBackgroundRefresh({ refresh, stored, priority, logger, ending });

  const waitForHistory = async (namespace: string, workload: Workload | null): Promise<void> => {
    const isFirstRead = usageHistory.peek(namespace) === null && workload !== null;
    if (!isFirstRead && !usageHistory.isDue(namespace)) return;
    // A failure is logged by the refresh that needs the history; this request uses what there is.
    const updating = usageHistory.update(namespace, { urgent: isFirstRead }).catch(() => null);
    await priority.waitBriefly(updating, isFirstRead ? firstReadWaitMs : undefined);
  };

  return {
    evaluation: (record) => evaluations.newest(record),
    version: (namespace) => evaluations.peek(namespace)?.version ?? 0,
    async prepare(wanted) {
      priority.requestReceived();
      const enrolled = await stored();
      const started = wanted
        .filter((namespace) => refresh.isDue(namespace, enrolled))
        .map((namespace) => ({ namespace, done: refresh.refresh(namespace, { urgent: true }) }));
      const first = started.filter(({ namespace }) => (evaluations.peek(namespace)?.refreshedFor ?? null) === null);
      if (first.length > 0) await priority.waitBriefly(Promise.all(first.map(({ done }) => done)));
      void refreshInBackground();
    },
    async compute(record, workload) {
      const history = await usageHistory.update(record.namespace, { urgent: true });
      const evaluation = evaluations.evaluate(record, workload, history, { force: true });
      evaluations.ofNamespace(record.namespace).version += 1;
      const evaluated = { record, workload, evaluation, usage: history.targets.get(workloadKey(record)) ?? null };
      if (evaluation.kind === 'advised') dailySuggestions.record(record, () => suggestionOf(evaluated));
      return evaluated;
    },
    async list(record, workload, window) {
      await waitForHistory(record.namespace, workload);
      const history = usageHistory.peek(record.namespace);
      const usage = history?.targets.get(workloadKey(record)) ?? null;
      // The workload was read on behalf of one caller, so the result is not stored for others.
      const evaluation = workload === null ? null : evaluations.evaluate(record, workload, history, { store: false });
      const current = evaluation === null ? null : suggestionOf({ record, workload, evaluation, usage });
      const daily = await dailySuggestions.list(record, window);
      return newestFirst(current === null ? daily : [current, ...daily], window);
    },
  };
}

/** Background work of a running server: keeps the suggestions for all enrolled targets current. */
export async function keepCurrent(suggestions: Suggestions, stored: () => Promise<StoredState>): Promise<void> {
  if ((await stored()).records.length > 0) await suggestions.prepare([]);
}

/** Of two suggestions with the same creation time the first one stays: the current one carries forecasts. */
function newestFirst(items: readonly Suggestion[], { start, end }: TimeRange): readonly Suggestion[] {
  const seen = new Set<string>();
  return items
    .filter(({ created }) => {
      if (created === null || seen.has(created)) return false;
      seen.add(created);
      const at = Date.parse(created);
      return at >= start && at < end;
    })
    .toSorted((a, b) => Date.parse(b.created ?? '') - Date.parse(a.created ?? ''));
}
