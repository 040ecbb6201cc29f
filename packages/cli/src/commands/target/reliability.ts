import { missingMark, type ReliabilityRow, reliabilityRows } from '@trimtab/core';
import { type Fact, figure } from '../../output/facts.ts';
import type { TextStyle } from '../../output/style.ts';
import { type Block, column, type TextColumn, table } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';

const styles: Readonly<Record<ReliabilityRow['tone'], TextStyle>> = {
  good: 'plain',
  warning: 'warn',
  danger: 'bad',
  unknown: 'dim',
};

const columns: readonly TextColumn<ReliabilityRow>[] = [
  column('figure', 'FIGURE', ({ label }) => label, { minimum: 12 }),
  column('value', 'VALUE', ({ text }) => text, { style: ({ tone }) => styles[tone] }),
  column('window', 'WINDOW', ({ window }) => window),
  column('last', 'LAST', ({ last }) => last ?? missingMark),
];

const rowsOf = ({ reliability }: TargetDetail) => (reliability === null ? [] : reliabilityRows(reliability));

/** Kills, restarts, throttling, exceeded requests and leaks. Empty if the server does not know them. */
export function reliabilityBlocks(detail: TargetDetail): Block[] {
  const rows = rowsOf(detail);
  const notes = rows.flatMap(({ label, note }) => (note === null ? [] : [`${label}: ${note}`]));
  return [
    ...(rows.length === 0 ? [] : [table(rows, columns, 'Reliability')]),
    ...(notes.length === 0
      ? []
      : [{ kind: 'paragraph', title: 'About these figures', text: notes.join(' ') } as const]),
  ];
}

/** The same for a pipe, one figure per line. */
export const reliabilityFacts = (detail: TargetDetail): Fact[] =>
  rowsOf(detail).map(({ id, text, value }) =>
    figure(`reliability.${id.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}`, text, value),
  );
