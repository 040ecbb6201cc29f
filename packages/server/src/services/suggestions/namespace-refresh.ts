import { workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  type Hold,
  holdOn,
  isAbort,
  type Shared,
  serverContext,
  type Workload,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { Sources } from '../sources/sources.ts';
import type { WorkScope } from '../sources/work-scope.ts';
import { isRead, type NamespaceUsage, type UsageHistory } from '../usage-history/usage-history.ts';
import { failedUntil } from './evaluation.ts';
import { type Evaluations, reevaluateEveryMs } from './evaluations.ts';
import type { PublishedSuggestions } from './published-suggestions.ts';

const staleAfterMs = 30_000;

type Dependencies = Pick<AppDeps, 'clock' | 'logger'> & {
  readonly shared: Shared | undefined;
  readonly stored: () => Promise<StoredState>;
  readonly usageHistory: Pick<UsageHistory, 'isDue' | 'peek' | 'retryAt' | 'update'>;
  readonly sources: Pick<Sources, 'workloads'>;
  readonly workScope: WorkScope;
  readonly evaluations: Evaluations;
  readonly published: PublishedSuggestions;
  readonly ending: AbortSignal;
};

export type NamespaceRefresh = ReturnType<typeof createNamespaceRefresh>;

export function createNamespaceRefresh(deps: Dependencies) {
  const { clock, logger, shared, stored, usageHistory, sources, workScope, evaluations, published, ending } = deps;
  const running = new Map<string, Promise<void>>();
  let seenRevision: number | undefined;
  let seenRevisions: ReadonlyMap<string, number> = new Map();

  const logUnlessAborted = (event: string, namespace: string, error: unknown): void => {
    if (!isAbort(error)) logger('warn', event, { namespace, error });
  };

  /** The newest usage that can be read; null if none is in memory. */
  const updateHistory = async (namespace: string, urgent: boolean): Promise<NamespaceUsage | null> => {
    try {
      const enrolled = (await stored()).byNamespace.get(namespace) ?? [];
      if (usageHistory.isDue(namespace, enrolled)) return await usageHistory.update(namespace, { urgent });
    } catch (error) {
      logUnlessAborted('past usage could not be read; suggestions stay as they were', namespace, error);
      const retryAt = usageHistory.retryAt(namespace);
      if (retryAt !== null && !isAbort(error)) evaluations.failRefresh(namespace, failedUntil(retryAt, error));
    }
    return usageHistory.peek(namespace);
  };

  const loadPublished = async (namespace: string): Promise<boolean> => {
    try {
      await published.load([namespace]);
      return true;
    } catch (error) {
      logUnlessAborted('published suggestions could not be read; the server tries again', namespace, error);
      return false;
    }
  };

  const readWorkloads = async (namespace: string): Promise<ReadonlyMap<string, Workload>> => {
    try {
      return (await sources.workloads(await workScope(namespace), serverContext(ending))).byKey;
    } catch (error) {
      logUnlessAborted('workloads could not be read; suggestions stay as they were', namespace, error);
      return new Map();
    }
  };

  const share = async (namespace: string, hold: Hold): Promise<void> => {
    await shared
      ?.saveEvaluations(evaluations.shared(namespace), hold)
      .catch((error: unknown) => logUnlessAborted('evaluations could not be stored', namespace, error));
  };

  const evaluateNamespace = async (namespace: string, urgent: boolean): Promise<void> => {
    const hold = holdOn(shared, namespace);
    if (hold === null) return;
    // Without the stored suggestions, every suggestion would look new.
    if (!(await loadPublished(namespace))) return;
    const [workloads, history] = await Promise.all([readWorkloads(namespace), updateHistory(namespace, urgent)]);
    // Do not count this as a finished refresh, because the next one would then follow only in an hour. The history may
    // have been evicted.
    if (history === null) return share(namespace, hold);
    const records = (await stored()).byNamespace.get(namespace) ?? [];
    const yieldIfDue = createTimeSlices();
    for (const record of records) {
      const workload = workloads.get(workloadKey(record));
      // The past usage of a target that was enrolled just now is read by the next refresh.
      if (workload === undefined || !isRead(history, record)) continue;
      evaluations.evaluate(record, workload, history);
      await yieldIfDue();
    }
    published.retain(namespace, new Set(records.map(({ name }) => name)));
    evaluations.finishRefresh(namespace, records, clock.now());
    await published.flush();
    await share(namespace, hold);
  };

  return {
    /**
     * Evaluates every target of a namespace from the newest samples. A call during a refresh returns the same promise.
     * It never rejects, because not every caller waits for it. After a failure the evaluations stay as they were, and
     * the failure is logged.
     */
    refresh(namespace: string, { urgent }: { readonly urgent: boolean }): Promise<void> {
      const current = running.get(namespace);
      if (current !== undefined) return current;
      const refreshing = evaluateNamespace(namespace, urgent)
        .catch((error: unknown) => logUnlessAborted('suggestions could not be brought up to date', namespace, error))
        .finally(() => running.delete(namespace));
      running.set(namespace, refreshing);
      return refreshing;
    },
    /** Reads the evaluations of the namespaces that other replicas have evaluated since the last call. */
    async adopt(): Promise<void> {
      const revision = await shared?.revision('evaluations');
      if (shared === undefined || revision === undefined || revision === seenRevision) return;
      const revisions = await shared.revisions('evaluations');
      const changed = [...revisions].filter(([namespace, count]) => seenRevisions.get(namespace) !== count);
      const others = changed.flatMap(([namespace]) => (shared.hold(namespace) === null ? [namespace] : []));
      const { byNamespace } = await stored();
      for (const one of await shared.evaluations(others)) {
        const targets = byNamespace.get(one.namespace);
        if (targets !== undefined) evaluations.adopt(one, targets);
      }
      [seenRevision, seenRevisions] = [revision, revisions];
    },
    /** Frees the memory of namespaces that have no enrolled target. */
    retain({ byNamespace }: StoredState): void {
      evaluations.retain(byNamespace);
      published.retainNamespaces(byNamespace);
    },
    isDue(namespace: string, enrolled: StoredState): boolean {
      if (holdOn(shared, namespace) === null) return false;
      const own = evaluations.peek(namespace);
      const targets = enrolled.byNamespace.get(namespace) ?? [];
      const age = own === undefined ? Number.POSITIVE_INFINITY : clock.now() - own.refreshedAt;
      const isCurrent = own?.refreshedFor === targets;
      const isHistoryInMemory = usageHistory.peek(namespace) !== null;
      // A history that was evicted for lack of memory is read again only when the next evaluation is due.
      const wasEvicted = own !== undefined && own.version > 0 && !isHistoryInMemory;
      if (wasEvicted && isCurrent && age < reevaluateEveryMs) return false;
      return usageHistory.isDue(namespace, targets) || (isHistoryInMemory && (!isCurrent || age >= staleAfterMs));
    },
  };
}
