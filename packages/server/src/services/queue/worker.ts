import { secondMs } from '@trimtab/core';
import { type AppDeps, isAbort, type Job } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { pause } from '../event-loop/pause.ts';
import type { Snapshot, Snapshots } from '../targets/snapshot.ts';
import { adviseFrom, patientAttempts } from './advise.ts';
import type { Queue } from './queue.ts';

/** So many jobs of a namespace in a row are judged by one snapshot of it. */
const snapshotUses = 50;

/** A worker from outside has this long to take a job before the server does it itself. */
const headStartMs = 20 * secondMs;

type Dependencies = {
  readonly queue: Queue;
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Snapshots;
  readonly logger: AppDeps['logger'];
};

/** The server's own worker: takes what nobody else took, from the same queue and by the same rules. */
export function createWorker({
  queue,
  stored,
  snapshots,
  logger,
}: Dependencies): (signal: AbortSignal) => Promise<void> {
  const attempt = async ({ namespace, name }: Job, advise: ReturnType<typeof adviseFrom>, signal: AbortSignal) => {
    const record = (await stored()).byNamespace.get(namespace)?.find((one) => one.name === name);
    if (record === undefined) return 'failed' as const;
    try {
      await advise(record, patientAttempts, signal);
      return 'completed' as const;
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('info', 'a forecast job failed; there is a new one in an hour', { namespace, name, error });
      return 'failed' as const;
    }
  };
  return async (signal) => {
    const advise = adviseFrom(rememberedFor(snapshotUses, snapshots));
    let job = await queue.pop({ olderThanMs: headStartMs });
    while (job !== null && !signal.aborted) {
      await queue.finish(job.id, await attempt(job, advise, signal), 'ourselves');
      await pause(0, signal);
      job = await queue.pop({ olderThanMs: headStartMs });
    }
  };
}

/** Making a snapshot of 10,000 targets costs milliseconds, and every one of them has a job. */
function rememberedFor(uses: number, snapshots: Snapshots): Snapshots {
  let kept: { readonly namespace: string; readonly snapshot: Snapshot; left: number } | null = null;
  return {
    async current(context, wanted) {
      const namespace = wanted?.[0] ?? '';
      if (kept === null || kept.namespace !== namespace || kept.left === 0) {
        kept = { namespace, snapshot: await snapshots.current(context, wanted), left: uses };
      }
      kept.left -= 1;
      return kept.snapshot;
    },
  };
}
