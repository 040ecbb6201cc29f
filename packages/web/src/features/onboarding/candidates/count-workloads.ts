import { formatCount } from '@trimtab/core';

/** So many workloads, in words. */
export function countWorkloads(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'workload' : 'workloads'}`;
}
