import { aWorkload } from '@trimtab/testing';
import type { WorkloadHistory } from '../../ports/index.ts';
import { recommend } from '../recommend.ts';

export const both = { horizontal: true, vertical: true };
/** Calls the recommender for `aWorkload` in balanced mode. */
export const ask = (history: WorkloadHistory, changes: Partial<Parameters<typeof recommend>[0]> = {}) =>
  recommend({ history, workload: aWorkload(), currentReplicas: 2, mode: 'balanced', directions: both, ...changes });
