import { expect, it } from 'vitest';
import { whySentences } from './why-sentences.ts';

it("splits a reason into sentences, also if one starts with a container's name", () => {
  const why =
    'Balanced: app CPU 1.1 cores = 1.1 × 1 core, the median of the last hour. Over the last 3 days; your request leaves 9% unused. side-car memory 64 MiB = 1 × 64 MiB.';
  expect(whySentences(why)).toEqual([
    'Balanced: app CPU 1.1 cores = 1.1 × 1 core, the median of the last hour.',
    'Over the last 3 days; your request leaves 9% unused.',
    'side-car memory 64 MiB = 1 × 64 MiB.',
  ]);
});

it('does not split a text without sentences', () => {
  expect(whySentences('approx. 2 pods e.g. at night')).toEqual(['approx. 2 pods e.g. at night']);
});
