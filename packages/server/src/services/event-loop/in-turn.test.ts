import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

it('computations run one after the other, each in a task of its own, also after one that fails', async () => {
  let microtasks = 0;
  const countMicrotasks = () => {
    microtasks += 1;
    if (microtasks < 1_000) queueMicrotask(countMicrotasks);
  };
  queueMicrotask(countMicrotasks);
  const seen: number[] = [];
  const compute = () => {
    seen.push(microtasks);
    microtasks = 0;
    queueMicrotask(countMicrotasks);
  };
  const failing = inTurn(() => {
    throw new Error('no');
  });
  const both = Promise.all([inTurn(compute), inTurn(compute)]);
  await expect(failing).rejects.toThrow('no');
  await both;
  // All microtasks of a task end before the next one begins.
  expect(seen).toEqual([1_000, 1_000]);
});
