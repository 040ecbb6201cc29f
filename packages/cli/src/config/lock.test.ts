import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeHome } from '../testing/home.ts';
import { staleMs, withLock } from './lock.ts';

const now = () => Date.now();
const clock = {
  elapsedMs: now,
  sleep: async (_milliseconds: number, signal: AbortSignal) => {
    await turn();
    signal.throwIfAborted();
  },
};
const { signal } = new AbortController();

function lockPath(home: { directory: string }): string {
  mkdirSync(home.directory, { recursive: true });
  return join(home.directory, 'x.lock');
}

test('only one process holds the lock, and it is released even after an error', async () => {
  using home = makeHome();
  const path = lockPath(home);
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await turn();
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, { now, clock, signal }, work)));
  await expect(withLock(path, { now, clock, signal }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect([most, existsSync(path)]).toEqual([1, false]);
});

test('the lock of a dead process is taken over', async () => {
  using home = makeHome();
  const path = lockPath(home);
  // Larger than any pid of Linux or macOS.
  writeFileSync(path, '999999999 mark\n');
  expect(await withLock(path, { now, clock, signal }, async () => 'done')).toBe('done');
});

test('a lock is taken over when it is older than the longest refresh of a sign-in, but not before', async () => {
  using home = makeHome();
  const path = lockPath(home);
  writeFileSync(path, `${process.pid} mark\n`);
  const old = new Date(Date.now() - staleMs - 1_000);
  utimesSync(path, old, old);
  expect(await withLock(path, { now, clock, signal }, async () => 'done')).toBe('done');
  writeFileSync(path, `${process.pid} mark\n`);
  // Four requests of 15 s, and three calls of the keyring of 3 s each.
  const busy = new Date(Date.now() - 70_000);
  utimesSync(path, busy, busy);
  const abort = new AbortController();
  const waiting = withLock(path, { now, clock, signal: abort.signal }, async () => 'done');
  await turn();
  abort.abort();
  await expect(waiting).rejects.toThrow('aborted');
  expect(existsSync(path)).toBe(true);
});
