import {
  type Change,
  changedBy,
  changeText,
  currentCheck,
  formatAge,
  missingMark,
  verificationText,
} from '@trimtab/core';
import type { TextStyle } from '../../output/style.ts';
import { type Block, column, type TextColumn, table } from '../../output/table.ts';

type ChangeColumn = TextColumn<Change>;

const styles: Readonly<Record<string, TextStyle>> = { better: 'good', worse: 'bad' };

function verdictOf({ verification }: Change): string | null {
  if (verification === null) return null;
  const { check } = currentCheck(verification);
  return check.verdict ?? check.state;
}

/** The id without its target. `--undo` accepts it too. */
const shortId = ({ id }: Change): string => id.split('.').slice(0, 2).join('.');

const sentence = (now: number): ChangeColumn =>
  column(
    'sentence',
    'RESULT',
    ({ verification }) =>
      verification === null ? missingMark : verificationText(currentCheck(verification).check, now),
    {
      value: ({ verification }) =>
        verification === null ? null : verificationText(currentCheck(verification).check, now),
    },
  );

/** The columns in a pipe. */
export const changeColumns = (now: number): ChangeColumn[] => [
  column('at', 'WHEN', ({ at }) => formatAge(at, now), { value: ({ at }) => at }),
  column('namespace', 'NAMESPACE', ({ namespace }) => namespace, { minimum: 8 }),
  column('name', 'NAME', ({ name }) => name, { minimum: 12 }),
  column('event', 'WHAT', ({ event }) => event),
  column('verdict', 'VERDICT', (change) => verdictOf(change) ?? missingMark, {
    value: verdictOf,
    style: (change) => styles[verdictOf(change) ?? ''] ?? 'dim',
  }),
  column('change', 'CHANGE', (change) => changeText(change) || missingMark, {
    value: (change) => changeText(change) || null,
    minimum: 16,
  }),
  column('by', 'BY', (change) => changedBy(change) ?? missingMark, { value: ({ by }) => by }),
  column('id', 'ID', shortId, { value: ({ id }) => id }),
  sentence(now),
];

export const changeCsvColumns = (now: number): ChangeColumn[] => [
  column('kind', 'KIND', ({ kind }) => kind),
  column('suggestion', 'SUGGESTION', ({ suggestion }) => suggestion ?? missingMark, {
    value: ({ suggestion }) => suggestion,
  }),
  column(
    'verified_after',
    'VERIFIED AFTER',
    ({ verification }) => (verification === null ? missingMark : currentCheck(verification).after),
    { value: ({ verification }) => (verification === null ? null : currentCheck(verification).after) },
  ),
  ...changeColumns(now),
];

const optional = new Set(['by', 'id']);

/** One table on a terminal, without BY if nobody is known. -o wide adds the result in a sentence. */
export function changeBlocks(changes: readonly Change[], now: number): Block[] {
  const isAnyoneKnown = changes.some((change) => changedBy(change) !== null);
  const columns = changeColumns(now)
    .filter(({ id }) => id !== 'sentence' && (id !== 'by' || isAnyoneKnown))
    .map((each) => (optional.has(each.id) ? { ...each, optional: true } : each));
  return changes.length === 0 ? [] : [table(changes, columns)];
}
