import { expect, test } from 'vitest';
import { inBatches, partsOf } from './declared-owners.ts';

test.each([
  [1, 5, [1]],
  [10, 5, [5, 5]],
  [11, 5, [4, 4, 3]],
  [5, 1, [1, 1, 1, 1, 1]],
])('a span of %d steps has parts of at most %d steps and of similar length', (steps, most, expected) => {
  const span = { start: 3600, end: 3600 * steps, step: 3600 };
  const parts = [...partsOf(span, most)];
  expect(parts.map(({ start, end, step }) => (end - start) / step + 1)).toEqual(expected);
  expect(parts.map(({ start }) => start).slice(1)).toEqual(parts.map(({ end }) => end + 3600).slice(0, -1));
  expect([parts.at(0)?.start, parts.at(-1)?.end]).toEqual([span.start, span.end]);
});

test.each([
  ['no pods need no query', 0, 2000, []],
  ['a query names 500 pods', 501, 2000, [500, 1]],
  ['few pods are named', 500, 500, [500]],
  ['more than half of many pods are read with all others', 501, 1000, ['all']],
])('%s', (_, names, count, expected) => {
  const batches = inBatches(new Set(Array.from({ length: names }, (__, index) => `web-${index}`)), count);
  expect(batches.map((batch) => batch?.length ?? 'all')).toEqual(expected);
  expect(new Set(batches.flat()).size).toBe(expected[0] === 'all' ? 1 : names);
});
