import { formatMoneyShort, formatWholePercent, missingMark, parseQuantity } from '@trimtab/core';
import type { Written } from '../../manifests/placement.ts';
import { column, optionalColumn, type TextColumn } from '../../output/table.ts';
import type { ProposedChange } from '../../services/changes-propose.ts';
import { targetTitle } from '../../target-title.ts';

export type ProposalRow = Written & { readonly change: ProposedChange };

export const proposalTitle = ({ plan }: ProposedChange): string => targetTitle(plan);

export const rowsOf = (changes: readonly ProposedChange[]): ProposalRow[] =>
  changes.flatMap((change) => change.written.map((one) => ({ ...one, change })));

/** The difference as a fraction of the old value; null if there is none, or if it is 0. */
export function relativeDifference({ before, after }: Written): number | null {
  const [old, now] = [parseQuantity(before), parseQuantity(after)];
  return old === null || old === 0 || now === null ? null : now / old - 1;
}

function difference(row: Written): string {
  const fraction = relativeDifference(row);
  if (fraction === null) return missingMark;
  return `${fraction > 0 ? '+' : ''}${formatWholePercent(fraction)}`;
}

export const proposalColumns: readonly TextColumn<ProposalRow>[] = [
  column('name', 'WORKLOAD', ({ change }) => proposalTitle(change), { minimum: 16 }),
  optionalColumn('container', 'CONTAINER', ({ container }) => container, { minimum: 9 }),
  column('field', 'FIELD', ({ field }) => field),
  optionalColumn('before', 'BEFORE', ({ before }) => before, { align: 'right' }),
  column('after', 'AFTER', ({ after }) => after, { align: 'right' }),
  column('difference', 'CHANGE', difference, { value: relativeDifference, align: 'right' }),
  column('yearly_savings', 'YEARLY', ({ change }) => formatMoneyShort(change.yearly), {
    value: ({ change }) => change.yearly,
    align: 'right',
    optional: true,
  }),
  column('file', 'FILE', ({ file }) => file, { minimum: 12, optional: true }),
];
