import type { TargetRecord } from '../../ports/index.ts';
import type { Snapshots } from '../snapshot.ts';
import { workloadKey } from '../workload-key.ts';

/** Brings the advice for a target up to date, with everyone else's; rejects when there can be none. */
export const adviseFrom =
  (snapshots: Snapshots) =>
  async (record: TargetRecord, signal?: AbortSignal): Promise<void> => {
    const snapshot = await snapshots.current(signal);
    const row = snapshot.inNamespace(record.namespace).find((one) => workloadKey(one.record) === workloadKey(record));
    if (row?.recommendation.type === 'error') throw new AdviceError(row.status.tooltip ?? row.status.label);
  };

/** There can be no advice now. `message` is a sentence for an operator. */
export class AdviceError extends Error {
  override readonly name = 'AdviceError';
}
