import { expect, test } from 'vitest';
import { groupMarks, type TimeMark } from './mark-groups.ts';

const span = { from: 1_000, to: 2_000 };
const mark = (at: number, tone: TimeMark['tone'] = 'quiet'): TimeMark => ({ at, text: `at ${at}`, tone });

test('marks are where they happened, and those outside the span are left out', () => {
  const groups = groupMarks([mark(500), mark(1_000), mark(1_500), mark(2_000), mark(2_001)], span, 200);
  expect(groups.map(({ x }) => x)).toEqual([0, 100, 200]);
});

test('marks that would overlap are one, with the most severe tone', () => {
  expect(groupMarks([mark(1_000), mark(1_010, 'danger'), mark(1_020, 'warning'), mark(1_900)], span, 200)).toEqual([
    { x: 0, texts: ['at 1000', 'at 1010', 'at 1020'], tone: 'danger' },
    { x: 180, texts: ['at 1900'], tone: 'quiet' },
  ]);
});

test('a thousand marks are at most as many as fit beside each other', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => mark(1_000 + index));
  expect(groupMarks(many, span, 900).length).toBeLessThanOrEqual(100);
});
