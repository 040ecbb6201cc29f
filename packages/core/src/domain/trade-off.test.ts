import { expect, test } from 'vitest';
import { markedPoints } from './trade-off.ts';

const point = (request: number) => ({
  request,
  slack: 0,
  minutesAbovePerDay: 0,
  daysAbove: 0,
  dollarsUnusedPerYear: null,
});
const mark = (name: 'current' | 'balanced' | 'max_assurance', request: number) => ({
  mark: name,
  request,
  computed: null,
  reason: null,
});

test('marked points are in the order of their requests, and a mark beside the curve is left out', () => {
  const marks = [mark('current', 0.5), mark('balanced', 0.2), mark('max_assurance', 0.3)];
  const found = markedPoints({ points: [0.1, 0.2, 0.5].map(point), marks });
  expect(found.map((one) => [one.mark, one.request])).toEqual([
    ['balanced', 0.2],
    ['current', 0.5],
  ]);
});
