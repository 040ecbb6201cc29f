import { secondMs } from '@trimtab/core';
import { serverContext, type TargetRecord } from '../../ports/index.ts';
import { workloadKey } from '../sources/workload-key.ts';
import type { Snapshots } from '../targets/snapshot.ts';
import type { TargetRow } from '../targets/target-row.ts';

/** There can be no advice now. `message` is a sentence for an operator. */
export class AdviceError extends Error {
  override readonly name = 'AdviceError';
}

/** So often a job looks whether two weeks of usage have been read. */
export const patientAttempts = 60;
const attemptEveryMs = secondMs;

/**
 * Brings the advice for a target up to date, with everyone else's, which also keeps it as the suggestion of the day.
 * Rejects with `AdviceError` when there can be none; that there is too little to advise from is an answer.
 */
export const adviseFrom =
  (snapshots: Snapshots) =>
  async (record: TargetRecord, attempts: number, signal?: AbortSignal): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const snapshot = await snapshots.current(serverContext(signal), [record.namespace]);
      const row = snapshot.inNamespace(record.namespace).find((one) => workloadKey(one.record) === workloadKey(record));
      if (row?.recommendation.type === 'error') throw new AdviceError(row.status.tooltip ?? row.status.label);
      if (row === undefined || !isComputing(row)) return;
      if (attempt >= attempts) throw new AdviceError(reasonOf(row));
      await later(signal);
    }
  };

const reasonOf = ({ evaluation, status }: TargetRow): string =>
  evaluation.kind === 'none' ? evaluation.reason : status.label;

const isComputing = ({ evaluation }: TargetRow): boolean => evaluation.kind === 'none' && evaluation.computing;

const later = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    }, attemptEveryMs);
  });
