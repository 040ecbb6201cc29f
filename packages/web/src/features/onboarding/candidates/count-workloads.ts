import { formatCount } from '@trimtab/core';

/** The text for a number of workloads, such as '3 workloads'. */
export function countWorkloads(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'workload' : 'workloads'}`;
}
