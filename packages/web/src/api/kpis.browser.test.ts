import { QueryObserver } from '@tanstack/react-query';
import { createClient } from '@trimtab/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../app/query-client.ts';
import { kpisQuery } from './kpis.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Polls the KPIs from a server that still computes, and answers every call after the first with `later`. */
async function poll(later: () => Response) {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return calls === 1 ? Response.json({ items: [], computing: true }) : later();
  };
  const client = createClient({ baseUrl: '', fetch, random: () => 0 });
  const queryClient = createQueryClient();
  const options = kpisQuery(client);
  const stop = new QueryObserver(queryClient, { ...options, meta: { silent: true } }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toBe(1);
  /** How many calls are sent in the next seconds. */
  const callsWithin = async (seconds: number) => {
    const before = calls;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return calls - before;
  };
  return { callsWithin, stop };
}

const failure = (status: number, retryAfter?: string) => () =>
  Response.json(
    { errors: ['no'] },
    { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) },
  );

it('asks every two seconds while the server computes', async () => {
  const { callsWithin, stop } = await poll(() => Response.json({ items: [], computing: true }));
  expect(await callsWithin(10)).toBe(5);
  stop();
});

it('asks again after 30 seconds if a call failed', async () => {
  const { callsWithin, stop } = await poll(failure(500));
  expect(await callsWithin(3)).toBe(1);
  expect(await callsWithin(28)).toBe(0);
  expect(await callsWithin(2)).toBe(1);
  stop();
});

it.each([
  ['60', 58],
  // Longer than the longest timer of a browser (2^31 - 1 ms).
  ['9999999', 3_600],
])('asks nothing while a Retry-After of %s seconds lasts', async (retryAfter, seconds) => {
  const { callsWithin, stop } = await poll(failure(429, retryAfter));
  expect(await callsWithin(3)).toBe(1);
  expect(await callsWithin(seconds)).toBe(0);
  stop();
});

it('asks every two seconds again after the server has recovered', async () => {
  let isFailing = true;
  const { callsWithin, stop } = await poll(() =>
    isFailing ? failure(429, '60')() : Response.json({ items: [], computing: true }),
  );
  expect(await callsWithin(3)).toBe(1);
  isFailing = false;
  expect(await callsWithin(60)).toBe(1);
  expect(await callsWithin(4)).toBe(2);
  stop();
});
