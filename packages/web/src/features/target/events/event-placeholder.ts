import { hourMs } from '@trimtab/core';
import type { UsageRow } from '../../../charts/usage-row.ts';

/** The fixed figures of the event simulator. It is a preview and calls no server. */
export const placeholder = {
  metric: 'total_users',
  min: 197,
  max: 23_104,
  average: 3_088,
  prediction: 1_234,
  memory: '3.5 GiB',
  pods: '50 Pods',
  /** From 0 to 100. */
  confidence: 90,
  /** A fraction. */
  delta: 2.04,
} as const;

/** Hourly values before and after now, as fractions between the minimum (0) and the maximum (1). */
const before = [0.05, 0.03, 0.01, 0, 0.02, 0.06, 0.1, 0.14, 0.15, 0.13, 0.12, 0.13];
const after = [0.16, 0.24, 0.4, 0.62, 0.85, 1, 0.94, 0.72, 0.48, 0.3, 0.2, 0.14];

const amount = (share: number) => placeholder.min + share * (placeholder.max - placeholder.min);

/** The rows of the chart: twelve hours before now and twelve hours of the event. */
export function placeholderRows(now: number): UsageRow[] {
  const at = (hour: number) => now + (hour - before.length) * hourMs;
  return [
    ...before.map((share, hour) => ({ at: at(hour), actual: amount(share), predicted: null, band: null })),
    ...after.map((share, hour) => ({
      at: at(before.length + hour),
      actual: null,
      predicted: amount(share),
      band: [amount(share * 0.9), amount(share * 1.1)] as const,
    })),
  ];
}
