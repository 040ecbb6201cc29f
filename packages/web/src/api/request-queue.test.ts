import { expect, it } from 'vitest';
import { createGate } from './request-queue.ts';

const still = new AbortController().signal;

it('runs at most its width at once and everything in the end', async () => {
  const pass = createGate(2);
  const open: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const calls = [1, 2, 3, 4, 5].map((n) =>
    pass(still, async () => {
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

it('frees its place when a call fails', async () => {
  const pass = createGate(1);
  await expect(pass(still, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(pass(still, async () => 'next')).resolves.toBe('next');
});

it('never starts a call that was given up while it waited', async () => {
  const pass = createGate(1);
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = pass(still, () => held);
  const caller = new AbortController();
  let started = false;
  const second = pass(caller.signal, async () => {
    started = true;
  });
  caller.abort(new Error('left the page'));
  await expect(second).rejects.toThrow('left the page');
  release?.();
  await first;
  expect(started).toBe(false);
});

it('leaves the background one place while something visible runs, and all of them after it', async () => {
  const pass = createGate(3);
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const call = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => end.set(name, resolve));
  };
  const row = pass(still, call('row'));
  const walks = ['walk 1', 'walk 2', 'walk 3'].map((name) => pass(still, call(name), 'background'));
  await Promise.resolve();
  expect(started).toEqual(['row', 'walk 1']);
  end.get('row')?.();
  await row;
  await Promise.resolve();
  expect(started).toEqual(['row', 'walk 1', 'walk 2', 'walk 3']);
  end.forEach((release) => release());
  await Promise.all(walks);
});

it('starts what is visible before what runs in the background, and each kind in its order', async () => {
  const pass = createGate(1);
  const started: string[] = [];
  const call = (name: string) => async () => void started.push(name);
  await Promise.all([
    pass(still, call('first')),
    pass(still, call('walk 1'), 'background'),
    pass(still, call('walk 2'), 'background'),
    pass(still, call('row 1')),
    pass(still, call('row 2')),
  ]);
  expect(started).toEqual(['first', 'row 1', 'row 2', 'walk 1', 'walk 2']);
});
