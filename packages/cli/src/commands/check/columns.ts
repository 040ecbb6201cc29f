import { formatCount, formatMoney } from '@trimtab/core';
import type { Column } from '../../output/table.ts';
import type { Check, CheckResult } from '../../services/thresholds-check.ts';

const severityStyle = { low: 'plain', medium: 'warn', high: 'bad' } as const;

/** The message without the target, which has its own column. */
export const withoutTarget = ({ target, message }: CheckResult): string =>
  target !== null && message.startsWith(`${target}: `) ? message.slice(target.length + 2) : message;

export const resultColumns: readonly Column<CheckResult>[] = [
  {
    id: 'severity',
    header: 'SEVERITY',
    text: ({ severity }) => severity,
    style: ({ severity }) => severityStyle[severity],
  },
  { id: 'rule', header: 'RULE', text: ({ rule }) => rule, optional: true },
  { id: 'target', header: 'TARGET', text: ({ target }) => target ?? 'all', value: ({ target }) => target, minimum: 16 },
  { id: 'message', header: 'FINDING', text: withoutTarget, minimum: 24, wraps: true },
];

export function summary({ figures: { targets, underprovisioned, yearlyWaste } }: Check): string {
  const count = targets === 1 ? '1 target' : `${formatCount(targets)} targets`;
  return `Checked ${count}: ${formatCount(underprovisioned)} underprovisioned, ${formatMoney(yearlyWaste)} of waste per year.`;
}
