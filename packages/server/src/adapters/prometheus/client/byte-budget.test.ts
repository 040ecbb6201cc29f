import { expect, test } from 'vitest';
import { createByteBudget, type Take } from './byte-budget.ts';

function settled(work: Promise<unknown>) {
  const late = new Promise((resolve) => void setImmediate(resolve, 'waits'));
  return Promise.race([work.then(() => 'goes on'), late]);
}

const nothing: Take = () => Promise.resolve();

/** A call with one response that is read until `done`. */
function reading(open: ReturnType<typeof createByteBudget>, signal = new AbortController().signal) {
  const call = open();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let take = nothing;
  const response = call.response(signal, (given) => {
    take = given;
    return promise;
  });
  response.catch(() => undefined);
  const finish = (result: Promise<void>) =>
    result.then(resolve, reject).then(() => settled(response.catch(() => null)));
  return {
    take: (bytes: number) => take(bytes),
    done: () => finish(Promise.resolve()),
    fail: () => finish(Promise.reject(new Error('cut off'))),
    end: call.end,
  };
}

test('above the budget only the oldest call reads on, until it ends', async () => {
  const open = createByteBudget(100, 1000);
  const [first, second, third] = [reading(open), reading(open), reading(open)];
  expect(await settled(first.take(60))).toBe('goes on');
  expect(await settled(second.take(40))).toBe('goes on');
  const waiting = [second.take(10), third.take(10)];
  expect(await settled(Promise.race(waiting))).toBe('waits');
  expect(await settled(first.take(500))).toBe('goes on');
  await first.done();
  first.end();
  expect(await settled(Promise.all(waiting))).toBe('goes on');
});

test('the next call becomes the oldest one', async () => {
  const open = createByteBudget(100, 1000);
  const [first, second, third] = [reading(open), reading(open), reading(open)];
  await first.take(10);
  const [big, other] = [second.take(200), third.take(200)];
  await first.done();
  first.end();
  expect(await settled(big)).toBe('goes on');
  expect(await settled(other)).toBe('waits');
  await second.done();
  second.end();
  expect(await settled(other)).toBe('goes on');
});

test('results that were read stay counted until their call ends, those that failed do not', async () => {
  const open = createByteBudget(100, 1000);
  const [older, failed, held] = [reading(open), reading(open), reading(open)];
  await Promise.all([failed.take(30), held.take(60)]);
  await held.done();
  const [waiting, late] = [reading(open), reading(open)];
  const more = waiting.take(30);
  expect(await settled(more)).toBe('waits');
  await failed.fail();
  expect(await settled(more)).toBe('goes on');
  const last = late.take(30);
  expect(await settled(last)).toBe('waits');
  held.end();
  expect(await settled(last)).toBe('goes on');
  await older.done();
});

test('a call that holds results but reads nothing does not hold back the others', async () => {
  const open = createByteBudget(100, 1000);
  const [oldest, next] = [reading(open), reading(open)];
  await oldest.take(100);
  const more = next.take(100);
  expect(await settled(more)).toBe('waits');
  await oldest.done();
  expect(await settled(more)).toBe('goes on');
});

test('what a failed call is still reading is read to its end, and holds nobody back for ever', async () => {
  const open = createByteBudget(100, 1000);
  const [failed, next] = [reading(open), reading(open)];
  await failed.take(50);
  failed.end();
  const more = next.take(100);
  expect(await settled(more)).toBe('waits');
  expect(await settled(failed.take(50))).toBe('goes on');
  await failed.done();
  expect(await settled(more)).toBe('goes on');
});

test('a response that is read to its end after its call ended is not counted any more', async () => {
  const open = createByteBudget(100, 1000);
  const [left, other] = [reading(open), reading(open)];
  await left.take(100);
  left.end();
  await left.done();
  const next = reading(open);
  expect(await settled(Promise.all([other.take(40), next.take(60)]))).toBe('goes on');
});

test('a call that needs more than one call may hold fails', async () => {
  const call = createByteBudget(2 ** 20, 2 ** 21)();
  const { signal } = new AbortController();
  const answer = () => call.response(signal, (take) => take(2 ** 20));
  await Promise.all([answer(), answer()]);
  await expect(answer()).rejects.toThrow('Prometheus answered the queries of one request with more than 2 MiB');
});

test('a response that waits ends when its query does', async () => {
  const open = createByteBudget(100, 1000);
  const query = new AbortController();
  reading(open);
  const share = reading(open, query.signal);
  const waiting = share.take(101);
  query.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
});
