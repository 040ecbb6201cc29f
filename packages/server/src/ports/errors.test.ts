import { getEventListeners } from 'node:events';
import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { untilAborted } from './errors.ts';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

it('parallel work leaves no listener on its signal, even after a garbage collection', async () => {
  const { signal } = new AbortController();
  const work = Promise.withResolvers<string>();
  const both = Promise.all([untilAborted(work.promise, signal), untilAborted(work.promise, signal)]);
  // Weak references are kept until the task ends.
  await nextTask();
  collectGarbage();
  work.resolve('done');
  expect(await both).toEqual(['done', 'done']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
