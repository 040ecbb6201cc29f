import type { FetchLike } from '@trimtab/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitLine, withWaiting } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const url = 'http://127.0.0.1:4400/v1/views/kpis';
const init = { method: 'GET', headers: {}, redirect: 'error', signal: new AbortController().signal } as const;
const answer = { status: 200, headers: new Headers(), body: null };

/** A request that the test ends. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<typeof answer>();
  const fetch: FetchLike = () => promise;
  return { fetch, answer: () => resolve(answer), fail: () => reject(new Error('reset')) };
}

test('a fast answer prints no waiting line', async () => {
  const shown: (string | null)[] = [];
  const { fetch, answer: give } = held();
  const call = withWaiting(fetch, { afterMs: 1_000, show: (line) => shown.push(line) })(url, init);
  vi.advanceTimersByTime(900);
  give();
  await call;
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual([]);
});

test('a slow answer prints the seconds, and the line is removed first', async () => {
  const shown: (string | null)[] = [];
  const { fetch, fail } = held();
  const waiting = withWaiting(fetch, { afterMs: 1_000, show: (line) => shown.push(line) });
  const calls = [waiting(url, init), waiting(url, init)];
  vi.advanceTimersByTime(2_000);
  fail();
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual(['Waiting for 127.0.0.1:4400 … 1 s', 'Waiting for 127.0.0.1:4400 … 2 s', null]);
});

test('no waiting line is printed over the live view', async () => {
  const shown: (string | null)[] = [];
  const line = { afterMs: 1_000, show: (text: string | null) => void shown.push(text) };
  const { fetch, answer: give } = held();
  const call = withWaiting(fetch, Object.assign(line, { show: null }))(url, init);
  vi.advanceTimersByTime(3_000);
  give();
  await call;
  expect(shown).toEqual([]);
});

test('a wait because of a limit of the server counts down, and is removed when no call waits', async () => {
  const shown: (string | null)[] = [];
  const line = { afterMs: 1_000, show: (text: string | null) => void shown.push(text) };
  const limit = limitLine(line);
  const { fetch, answer: give } = held();
  const call = withWaiting(fetch, line)(url, init);
  limit(1_900);
  vi.advanceTimersByTime(3_000);
  give();
  await call;
  limit(null);
  vi.advanceTimersByTime(5_000);
  const [two, one] = ['Waiting 2 s: the server limits requests', 'Waiting 1 s: the server limits requests'];
  expect(shown).toEqual([two, one, one, one, null]);
});
