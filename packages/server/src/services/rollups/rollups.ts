import { createLimiter, dayMs, defaultNodeSettings, hourMs } from '@trimtab/core';
import {
  type AppDeps,
  commonWork,
  holdOn,
  isAbort,
  type Shared,
  type Store,
  serverContext,
  storeTime,
  type TargetRecord,
} from '../../ports/index.ts';
import { waitAtMost } from '../../wait.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import type { WorkScope } from '../sources/work-scope.ts';
import type { Snapshots } from '../targets/snapshot.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { archivedHistory } from './archived-history.ts';
import { type Backfill, createBackfill, lastFinishedHour, storedDays } from './backfill.ts';
import type { CostHistory } from './cost-history.ts';
import { podAdvice } from './past-advice.ts';
import { noAdvice } from './past-hours.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { storedHistory } from './stored-history.ts';

export type Rollups = {
  readonly history: CostHistory;
  /** Records every hour that has ended since the last call, and deletes hours older than 400 days. */
  catchUp(signal?: AbortSignal): Promise<void>;
};

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clock' | 'logger' | 'archive'>;
  readonly store: Pick<Store, 'rollups'> & {
    readonly shared?: Pick<Shared, 'hold' | 'now' | 'revision' | 'revisions'> | undefined;
  };
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Pick<Snapshots, 'ofWork'>;
  readonly sources: Pick<Sources, 'workloads'>;
  readonly workScope: WorkScope;
  /** Null without a source of history. */
  readonly usageHistory: Pick<UsageHistory, 'histories'> | null;
};

/** The hourly history of targets: recorded by this server, or read from an `ArchiveSource`. */
export function createRollups(dependencies: Dependencies): Rollups {
  const { deps, store, stored, snapshots, sources, workScope, usageHistory } = dependencies;
  const { clock, logger, archive } = deps;
  if (archive !== undefined) {
    return { history: archivedHistory({ archive, stored, clock }), catchUp: async () => undefined };
  }
  const recorder = createRecorder(store, logger);
  const recorded = storedHistory(store.rollups, recorder);
  if (usageHistory === null) return { history: recorded, catchUp: async () => undefined };
  const backfill = createBackfill({
    histories: usageHistory.histories,
    recorder,
    workloads: async (namespace, signal) =>
      (await sources.workloads(await workScope(namespace), serverContext(signal))).byKey,
    async adviceNow(record, signal) {
      const snapshot = await snapshots.ofWork(record.namespace, signal);
      const row = snapshot.row(record);
      return row?.workload == null || row.advice === null ? noAdvice : podAdvice(row.workload, row.advice);
    },
    settings: async () => (await stored()).settings ?? defaultNodeSettings,
  });
  const fill = filling(backfill, store.shared, logger);
  let pruned = Number.NaN;
  return {
    history: {
      ...recorded,
      async figures(targets, window, visit, signal) {
        const behind = await lagging(recorder, targets, clock.now());
        await waitAtMost(
          waitMs,
          Promise.all(
            [...Map.groupBy(behind, ({ namespace }) => namespace)].map((group) => fill(...group, clock.now())),
          ),
        );
        return recorded.figures(targets, window, visit, signal);
      },
    },
    async catchUp(signal) {
      const now = clock.now();
      for (const [namespace, targets] of (await stored()).byNamespace) {
        signal?.throwIfAborted();
        await fill(namespace, targets, now, signal);
      }
      const oldest = Math.floor(storeTime(store.shared, clock) / dayMs) - storedDays;
      if (oldest === pruned || holdOn(store.shared, commonWork) === null) return;
      await recorder.prune(oldest);
      pruned = oldest;
    },
  };
}

/** A request for past costs waits at most this long for hours that are not recorded yet. */
const waitMs = 5_000;

type Fill = (namespace: string, targets: readonly TargetRecord[], now: number, signal?: AbortSignal) => Promise<void>;

/** More parallel backfills would wait for each other until their queries time out. */
const parallelFills = 2;

/** Runs one backfill per namespace at a time for all callers, unless another replica does the work of the namespace. A failure is logged; the next call tries again. */
function filling(backfill: Backfill, shared: Pick<Shared, 'hold'> | undefined, logger: AppDeps['logger']): Fill {
  const running = new Map<string, Promise<void>>();
  const limiter = createLimiter(parallelFills);
  const attempt: Fill = async (namespace, targets, now, signal) => {
    try {
      const hold = holdOn(shared, namespace);
      if (hold !== null) await backfill(targets, now, hold, signal);
    } catch (error) {
      if (isAbort(error)) return;
      logger('warn', 'hours could not be recorded; the server tries again', { namespace, error });
    } finally {
      running.delete(namespace);
    }
  };
  return (namespace, targets, now, signal) => {
    const current = running.get(namespace) ?? limiter(() => attempt(namespace, targets, now, signal));
    running.set(namespace, current);
    return current;
  };
}

async function lagging(recorder: Recorder, targets: readonly TargetRecord[], now: number) {
  const coveredOf = await recorder.covered(targets);
  const until = lastFinishedHour(now) - hourMs;
  return targets.filter((target) => (coveredOf(target)?.coveredTo ?? 0) < until);
}
