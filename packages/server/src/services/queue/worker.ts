import { secondMs } from '@trimtab/core';
import { type AppDeps, isAbort, type Job } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { pause } from '../event-loop/pause.ts';
import type { Snapshot, Snapshots } from '../targets/snapshot.ts';
import { adviseFrom, workerAttempts } from './advise.ts';
import type { Queue } from './queue.ts';

/** How many consecutive jobs of one namespace share a snapshot. */
const snapshotUses = 50;

/** External workers have this much time to take a job before the server runs it. */
const headStartMs = 20 * secondMs;

type Dependencies = {
  readonly queue: Queue;
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Snapshots;
  readonly logger: AppDeps['logger'];
};

/** The server's own worker. It takes the jobs that no external worker has taken. */
export function createWorker({ queue, stored, snapshots, logger }: Dependencies) {
  const attempt = async ({ namespace, name }: Job, advise: ReturnType<typeof adviseFrom>, signal: AbortSignal) => {
    const record = (await stored()).byNamespace.get(namespace)?.find((one) => one.name === name);
    if (record === undefined) return 'failed' as const;
    try {
      await advise(record, workerAttempts, signal);
      return 'completed' as const;
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('info', 'a forecast job failed; the server tries again', { namespace, name, error });
      return 'failed' as const;
    }
  };
  return async (signal: AbortSignal): Promise<void> => {
    const advise = adviseFrom(reuseSnapshots(snapshotUses, snapshots));
    let job = await queue.pop({ olderThanMs: headStartMs, own: true });
    while (job !== null && !signal.aborted) {
      await queue.finish(job.id, await attempt(job, advise, signal), 'ourselves');
      await pause(0, signal);
      job = await queue.pop({ olderThanMs: headStartMs, own: true });
    }
  };
}

/** Shares snapshots between jobs: each target has a job, and assembling 10,000 rows takes milliseconds. */
function reuseSnapshots(uses: number, snapshots: Pick<Snapshots, 'ofWork'>): typeof snapshots {
  let cached: { readonly namespace: string; readonly snapshot: Snapshot; left: number } | null = null;
  return {
    async ofWork(namespace, signal) {
      if (cached === null || cached.namespace !== namespace || cached.left === 0) {
        cached = { namespace, snapshot: await snapshots.ofWork(namespace, signal), left: uses };
      }
      cached.left -= 1;
      return cached.snapshot;
    },
  };
}
