import { missingMark } from '@trimtab/core';
import type { Column } from '../../output/table.ts';
import type { Outcome } from '../../services/workloads-enroll.ts';

const words = { created: 'enrolled', exists: 'already enrolled', failed: 'failed' } as const;
const styles = { created: 'good', exists: 'dim', failed: 'bad' } as const;

export const outcomeColumns: readonly Column<Outcome>[] = [
  { id: 'name', header: 'NAME', text: (outcome) => outcome.name, minimum: 16 },
  { id: 'kind', header: 'KIND', text: (outcome) => outcome.kind ?? missingMark, value: (outcome) => outcome.kind },
  {
    id: 'result',
    header: 'RESULT',
    text: (outcome) => words[outcome.result],
    value: (outcome) => outcome.result,
    style: (outcome) => styles[outcome.result],
  },
  {
    id: 'reason',
    header: 'REASON',
    text: (outcome) => outcome.reason ?? missingMark,
    value: (outcome) => outcome.reason,
    minimum: 20,
    wraps: true,
  },
];

/** One enrollment without a failure needs no column of dashes. */
export function columnsFor(outcomes: readonly Outcome[]): readonly Column<Outcome>[] {
  return outcomes.some((outcome) => outcome.reason !== null) ? outcomeColumns : outcomeColumns.slice(0, -1);
}
