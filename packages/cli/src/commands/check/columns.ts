import { formatCount, formatMoney } from '@trimtab/core';
import type { Column } from '../../output/table.ts';
import type { Check, Verdict } from '../../services/check-run.ts';

const TONE = { low: 'plain', medium: 'warn', high: 'bad' } as const;

export const verdictColumns: readonly Column<Verdict>[] = [
  { id: 'severity', header: 'SEVERITY', text: ({ severity }) => severity, tone: ({ severity }) => TONE[severity] },
  { id: 'rule', header: 'RULE', text: ({ rule }) => rule },
  { id: 'target', header: 'TARGET', text: ({ target }) => target ?? 'all', value: ({ target }) => target, minimum: 16 },
  { id: 'message', header: 'FINDING', text: ({ message }) => message, minimum: 24 },
];

/** What was looked at, in a sentence. */
export function summary({ figures, verdicts }: Check): string {
  const { targets, underprovisioned, yearlyWaste } = figures;
  const facts = `${formatCount(targets)} targets, ${formatCount(underprovisioned)} underprovisioned, ${formatMoney(yearlyWaste)} wasted a year`;
  return `Looked at ${formatCount(verdicts.length)} things: ${facts}.`;
}
