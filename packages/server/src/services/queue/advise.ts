import { secondMs } from '@trimtab/core';
import type { TargetRecord } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';
import type { Snapshots } from '../targets/snapshot.ts';
import type { TargetRow } from '../targets/target-row.ts';

/** No suggestion is possible now. `message` is a sentence for an operator. */
export class AdviceError extends Error {
  override readonly name = 'AdviceError';
}

/** How often a job checks whether the two weeks of usage have been read. */
export const workerAttempts = 60;
const attemptEveryMs = secondMs;

/**
 * Evaluates a target, and publishes its suggestion if it must replace the current one. Rejects with `AdviceError` if no
 * suggestion is possible. Too few samples are not an error.
 */
export const adviseFrom =
  (snapshots: Pick<Snapshots, 'ofWork'>) =>
  async (record: TargetRecord, attempts: number, signal?: AbortSignal): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const snapshot = await snapshots.ofWork(record.namespace, signal);
      const row = snapshot.row(record);
      if (row?.recommendation.type === 'error') throw new AdviceError(reasonOf(row));
      if (row === undefined || !isComputing(row)) return;
      if (attempt >= attempts) throw new AdviceError(reasonOf(row));
      await pause(attemptEveryMs, signal);
    }
  };

const reasonOf = ({ evaluation, status }: TargetRow): string =>
  status.tooltip ?? (evaluation.kind === 'none' ? evaluation.reason : status.label);

const isComputing = ({ evaluation }: TargetRow): boolean => evaluation.kind === 'none' && evaluation.computing;
