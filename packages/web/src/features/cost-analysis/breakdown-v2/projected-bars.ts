import { type ForecastSums, formatDateBucket, monthsPerYear } from '@trimtab/core';
import type { StackedBar } from '../charts/StackedBars.tsx';

/** The twelve UTC months from `start` (first day of a month, epoch milliseconds), each with a twelfth of the annual sums. */
export function projectedBars({ savings, waste }: ForecastSums, start: number): StackedBar[] {
  const first = new Date(start);
  return Array.from({ length: monthsPerYear }, (_, ahead) => {
    const month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead);
    return {
      key: String(month),
      label: formatDateBucket(month, 'Month'),
      savings: savings && savings / monthsPerYear,
      waste: waste && waste / monthsPerYear,
      explanation: 'A twelfth of the projected annual sums.',
    };
  });
}
