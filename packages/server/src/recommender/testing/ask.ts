import { aWorkload } from '@trimtab/testing';
import type { WorkloadHistory } from '../../ports/index.ts';
import { recommend } from '../recommend.ts';

export const both = { horizontal: true, vertical: true };
/** Calls the recommender for `aWorkload` in balanced mode. All of its pods are ready, unless `changes` has a workload. */
export function ask(history: WorkloadHistory, changes: Partial<Parameters<typeof recommend>[0]> = {}) {
  const { currentReplicas = 2 } = changes;
  const workload = aWorkload({ replicas: currentReplicas, readyReplicas: currentReplicas });
  return recommend({ history, workload, currentReplicas, mode: 'balanced', directions: both, ...changes });
}
