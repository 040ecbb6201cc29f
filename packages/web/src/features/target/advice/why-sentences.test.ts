import { expect, it } from 'vitest';
import { whySentences } from './why-sentences.ts';

it('parts a reason into its sentences, also where one begins with a container', () => {
  const why =
    'Balanced: app CPU 1.1 cores = 1.1 × busy level 1. Replayed on the last 3 days; your request leaves 9% unused. side-car memory 64 MiB = 1 × 64 MiB.';
  expect(whySentences(why)).toEqual([
    'Balanced: app CPU 1.1 cores = 1.1 × busy level 1.',
    'Replayed on the last 3 days; your request leaves 9% unused.',
    'side-car memory 64 MiB = 1 × 64 MiB.',
  ]);
});

it('leaves a text without sentences whole', () => {
  expect(whySentences('approx. 2 pods e.g. at night')).toEqual(['approx. 2 pods e.g. at night']);
});
