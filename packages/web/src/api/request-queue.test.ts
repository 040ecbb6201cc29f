import { expect, it } from 'vitest';
import { createRequestQueue } from './request-queue.ts';

const neverAborted = new AbortController().signal;

it('runs at most `concurrency` calls in parallel and all of them in the end', async () => {
  const enqueue = createRequestQueue(2);
  const open: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const calls = [1, 2, 3, 4, 5].map((n) =>
    enqueue(neverAborted, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => open.push(resolve));
      running -= 1;
      return n;
    }),
  );
  const drain = setInterval(() => open.shift()?.(), 0);
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5]);
  clearInterval(drain);
  expect(most).toBe(2);
});

it('starts the next call after one has failed', async () => {
  const enqueue = createRequestQueue(1);
  await expect(enqueue(neverAborted, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(enqueue(neverAborted, async () => 'next')).resolves.toBe('next');
});

it('never starts a call that was aborted while it waited', async () => {
  const enqueue = createRequestQueue(1);
  let release: (() => void) | undefined;
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = enqueue(neverAborted, () => pending);
  const caller = new AbortController();
  let started = false;
  const second = enqueue(caller.signal, async () => {
    started = true;
  });
  caller.abort(new Error('left the page'));
  await expect(second).rejects.toThrow('left the page');
  release?.();
  await first;
  expect(started).toBe(false);
});

it('runs one background call beside a visible one, and several once no visible one runs', async () => {
  const enqueue = createRequestQueue(3);
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const call = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => end.set(name, resolve));
  };
  const row = enqueue(neverAborted, call('row'));
  const pages = ['page 1', 'page 2', 'page 3'].map((name) => enqueue(neverAborted, call(name), 'background'));
  await Promise.resolve();
  expect(started).toEqual(['row', 'page 1']);
  end.get('row')?.();
  await row;
  await Promise.resolve();
  expect(started).toEqual(['row', 'page 1', 'page 2', 'page 3']);
  end.forEach((release) => release());
  await Promise.all(pages);
});

it('starts visible calls before background calls, and each kind in its order', async () => {
  const enqueue = createRequestQueue(1);
  const started: string[] = [];
  const call = (name: string) => async () => void started.push(name);
  await Promise.all([
    enqueue(neverAborted, call('first')),
    enqueue(neverAborted, call('page 1'), 'background'),
    enqueue(neverAborted, call('page 2'), 'background'),
    enqueue(neverAborted, call('row 1')),
    enqueue(neverAborted, call('row 2')),
  ]);
  expect(started).toEqual(['first', 'row 1', 'row 2', 'page 1', 'page 2']);
});
