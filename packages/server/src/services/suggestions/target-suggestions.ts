import { type Suggestion, workloadKey } from '@trimtab/core';
import {
  type Clock,
  holdOn,
  type Shared,
  SourceError,
  type TargetRecord,
  type Window,
  type Workload,
} from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import type { Evaluation } from './evaluation.ts';
import { type Evaluations, reevaluateEveryMs } from './evaluations.ts';
import type { NamespaceRefresh } from './namespace-refresh.ts';
import type { PublishedSuggestions } from './published-suggestions.ts';
import type { RequestPriority } from './request-priority.ts';
import { suggestionOf } from './suggestion-view.ts';

/** A target with its current suggestion and the samples in memory. */
type EvaluatedTarget = {
  readonly evaluation: Evaluation;
  /** Null if the samples are not in memory. */
  readonly usage: TargetUsage | null;
};

export type TargetSuggestions = ReturnType<typeof createTargetSuggestions>;

/** The first request for a target waits this long for its history. Without the wait, it would find no suggestion. */
const firstReadWaitMs = 5_000;

type Dependencies = {
  readonly clock: Clock;
  readonly shared: Shared | undefined;
  readonly stored: () => Promise<StoredState>;
  readonly usageHistory: UsageHistory;
  readonly published: PublishedSuggestions;
  readonly evaluations: Evaluations;
  readonly refresh: NamespaceRefresh;
  readonly priority: RequestPriority;
};

/** The suggestions of one target, for a request. */
export function createTargetSuggestions(deps: Dependencies) {
  const { clock, shared, usageHistory, published, evaluations } = deps;
  const usageOf = (record: TargetRecord): TargetUsage | null =>
    usageHistory.peek(record.namespace)?.targets.get(workloadKey(record)) ?? null;
  /** Evaluates a target now, from the newest samples. Rejects with `SourceError` if they cannot be read. */
  const compute = async (record: TargetRecord, workload: Workload): Promise<EvaluatedTarget> => {
    await published.load([record.namespace]);
    const history = await usageHistory.update(record.namespace, { urgent: true });
    const before = evaluations.newest(record);
    // Without new samples the result would be the same.
    const force = evaluations.checkedTo(record) !== history.end * binMs;
    const evaluation = evaluations.evaluate(record, workload, history, { force });
    if (evaluation !== before) evaluations.ofNamespace(record.namespace).version += 1;
    await published.flush();
    // Another replica may have published a suggestion first.
    return { evaluation: evaluations.newest(record), usage: usageOf(record) };
  };
  return {
    compute,
    /** The newest evaluation with the samples in memory, if it included the samples of the last hour; null otherwise. */
    recent(record: TargetRecord): EvaluatedTarget | null {
      const checkedTo = evaluations.checkedTo(record);
      if (checkedTo === null || clock.now() - checkedTo >= reevaluateEveryMs) return null;
      // The replica that evaluates the target has its samples in memory.
      if (holdOn(shared, record.namespace) === null) return null;
      return { evaluation: evaluations.newest(record), usage: usageOf(record) };
    },
    inForceDuring: published.inForceDuring,
    /** The current suggestion with the newest readable samples. Evaluates only a target that never was. */
    async current(record: TargetRecord, workload: Workload): Promise<EvaluatedTarget> {
      await published.load([record.namespace]);
      const evaluation = evaluations.newest(record);
      if (evaluation.kind === 'none') return compute(record, workload);
      // The suggestion is explained even if the source of samples does not answer.
      await usageHistory.update(record.namespace, { urgent: true }).catch(ignoreSourceError);
      return { evaluation, usage: usageOf(record) };
    },
    /**
     * The suggestions that were published in a window, newest first. The current one is included if the window contains
     * now. `activeOnly`: only the current one.
     */
    async list(
      record: TargetRecord,
      workload: Workload | null,
      window: Window,
      options?: { readonly activeOnly: boolean },
    ): Promise<readonly Suggestion[]> {
      if (workload !== null) await waitForEvaluation(deps, record);
      // A workload that is not in the cluster has no current suggestion.
      const evaluation = workload === null ? null : evaluations.newest(record);
      const active = evaluation?.kind === 'advised' ? evaluation : null;
      const isInWindow =
        active !== null &&
        active.publishedAt < window.end &&
        (active.publishedAt >= window.start || clock.now() < window.end);
      const current = isInWindow ? [suggestionOf(active, usageOf(record))] : [];
      if (options?.activeOnly) return current;
      const all = await published.list(record, window);
      return [...current, ...all.filter(({ id }) => id !== active?.id)];
    },
  };
}

/** Waits for a target's first evaluation, but only briefly for later ones. */
async function waitForEvaluation(
  { shared, stored, usageHistory, published, evaluations, refresh, priority }: Dependencies,
  record: TargetRecord,
): Promise<void> {
  const { namespace } = record;
  await published.load([namespace]);
  if (holdOn(shared, namespace) === null) {
    await refresh.adopt();
    const isDue = usageHistory.isDue(namespace, [record]);
    const reading = isDue ? usageHistory.update(namespace, { urgent: true }) : null;
    return priority.waitBriefly(Promise.resolve(reading).catch(ignoreSourceError), firstReadWaitMs);
  }
  const evaluation = evaluations.newest(record);
  const isFirst = evaluation.kind === 'none' && evaluation.computing;
  if (!isFirst && !refresh.isDue(namespace, await stored())) return;
  await priority.waitBriefly(refresh.refresh(namespace, { urgent: true }), isFirst ? firstReadWaitMs : undefined);
}

/** The next evaluation logs why the samples could not be read. */
function ignoreSourceError(error: unknown): void {
  if (!(error instanceof SourceError)) throw error;
}
