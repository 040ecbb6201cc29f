import { getEventListeners } from 'node:events';
import { collectGarbage } from '@trimtab/testing/node';
import { expect, it } from 'vitest';
import { untilAborted } from './errors.ts';

it('parallel work leaves no listener on its signal, even after a garbage collection', async () => {
  const { signal } = new AbortController();
  const work = Promise.withResolvers<string>();
  const both = Promise.all([untilAborted(work.promise, signal), untilAborted(work.promise, signal)]);
  await collectGarbage();
  work.resolve('done');
  expect(await both).toEqual(['done', 'done']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
