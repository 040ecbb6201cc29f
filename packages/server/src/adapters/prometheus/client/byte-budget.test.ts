import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

function settled(work: Promise<unknown>) {
  const late = new Promise((resolve) => void setImmediate(resolve, 'waits'));
  return Promise.race([work.then(() => 'goes on'), late]);
}

test('above the budget only the oldest response is read on, until it is closed', async () => {
  const open = createByteBudget(100);
  const { signal } = new AbortController();
  const [first, second, third] = [open(signal), open(signal), open(signal)];
  expect(await settled(first.take(60))).toBe('goes on');
  expect(await settled(second.take(40))).toBe('goes on');
  const waiting = [second.take(10), third.take(10)];
  expect(await settled(Promise.race(waiting))).toBe('waits');
  expect(await settled(first.take(500))).toBe('goes on');
  first.close();
  expect(await settled(Promise.all(waiting))).toBe('goes on');
});

test('the next response becomes the oldest one', async () => {
  const open = createByteBudget(100);
  const { signal } = new AbortController();
  const [first, second, third] = [open(signal), open(signal), open(signal)];
  await first.take(10);
  const [big, other] = [second.take(200), third.take(200)];
  first.close();
  expect(await settled(big)).toBe('goes on');
  expect(await settled(other)).toBe('waits');
  second.close();
  expect(await settled(other)).toBe('goes on');
});

test('a response that waits ends when its query does', async () => {
  const open = createByteBudget(100);
  const query = new AbortController();
  open(new AbortController().signal);
  const share = open(query.signal);
  const waiting = share.take(101);
  query.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
});
