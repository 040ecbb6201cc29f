import { formatCount, formatMoneyShort } from '@trimtab/core';
import { severityStyle } from '../../output/style.ts';
import { column, type TextColumn } from '../../output/table.ts';
import type { Check, CheckResult } from '../../services/thresholds-check.ts';

/** The message without the target, because the target has its own column. */
export const withoutTarget = ({ target, message }: CheckResult): string =>
  target !== null && message.startsWith(`${target}: `) ? message.slice(target.length + 2) : message;

export const resultColumns: readonly TextColumn<CheckResult>[] = [
  column('severity', 'SEVERITY', ({ severity }) => severity, { style: ({ severity }) => severityStyle[severity] }),
  column('rule', 'RULE', ({ rule }) => rule, { optional: true }),
  column('target', 'TARGET', ({ target }) => target ?? 'all', { value: ({ target }) => target, minimum: 16 }),
  column('message', 'FINDING', withoutTarget, { minimum: 24, wraps: true }),
];

export function checkSummary({ figures: { targets, underprovisioned, yearlyWaste } }: Check): string {
  const count = targets === 1 ? '1 target' : `${formatCount(targets)} targets`;
  const under = underprovisioned === null ? 'an unknown number' : formatCount(underprovisioned);
  const waste = yearlyWaste === null ? 'an unknown waste' : `${formatMoneyShort(yearlyWaste)} of waste`;
  return `Checked ${count}: ${under} underprovisioned, ${waste} per year.`;
}
