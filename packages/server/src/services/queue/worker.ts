import { secondMs } from '@trimtab/core';
import type { AppDeps } from '../../app.ts';
import { isAbort } from '../../http/errors.ts';
import type { TargetRecord } from '../../ports/index.ts';
import type { Stored } from '../observed-store.ts';
import { pause } from '../rollups/pause.ts';
import { patientAttempts } from './advise.ts';
import type { Queue } from './queue.ts';

/** A worker from outside has this long to take a job before the server does it itself. */
const headStartMs = 20 * secondMs;

type Dependencies = {
  readonly queue: Queue;
  readonly stored: () => Promise<Stored>;
  readonly advise: (record: TargetRecord, attempts: number, signal: AbortSignal) => Promise<void>;
  readonly logger: AppDeps['logger'];
};

/** The server's own worker: takes what nobody else took, from the same queue and by the same rules. */
export function createWorker({ queue, stored, advise, logger }: Dependencies): (signal: AbortSignal) => Promise<void> {
  const attempt = async (namespace: string, name: string, signal: AbortSignal): Promise<'completed' | 'failed'> => {
    const record = (await stored()).byNamespace.get(namespace)?.find((one) => one.name === name);
    if (record === undefined) return 'failed';
    try {
      await advise(record, patientAttempts, signal);
      return 'completed';
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('info', 'a forecast job failed; there is a new one in an hour', { namespace, name, error });
      return 'failed';
    }
  };
  return async (signal) => {
    let job = await queue.pop({ olderThanMs: headStartMs });
    while (job !== null && !signal.aborted) {
      await queue.finish(job.id, await attempt(job.namespace, job.name, signal));
      await pause(signal);
      job = await queue.pop({ olderThanMs: headStartMs });
    }
  };
}
