import { describe, expect, it } from 'vitest';
import { silentTelemetry } from '../../ports/index.ts';
import { type CacheOptions, SharedCache } from './shared-cache.ts';

/** A cache with a manual clock and computations that the test completes. */
function aCache(options: CacheOptions<string> = {}) {
  const clock = { time: 0, now: () => clock.time };
  const cache = new SharedCache<string>(clock, options);
  const runs: { signal: AbortSignal; finish(value: string): void; fail(error: Error): void }[] = [];
  const compute = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      runs.push({ signal, finish, fail });
      signal.addEventListener('abort', () => fail(new Error('aborted')));
    });
  return { clock, runs, get: (signal?: AbortSignal, key = 'key') => cache.get(key, compute, signal) };
}

describe('SharedCache', () => {
  it('computes a value once for parallel callers and for 5 seconds', async () => {
    const { clock, runs, get } = aCache();
    const both = Promise.all([get(), get()]);
    runs[0]?.finish('one');
    expect(await both).toEqual(['one', 'one']);
    clock.time = 4_999;
    expect(await get()).toBe('one');
    expect(runs).toHaveLength(1);
  });

  it('separates keys', async () => {
    const { runs, get } = aCache();
    const both = Promise.all([get(undefined, 'a'), get(undefined, 'b')]);
    runs[0]?.finish('for a');
    runs[1]?.finish('for b');
    expect(await both).toEqual(['for a', 'for b']);
  });

  it('serves a stale value while a new one is computed, for a limited time', async () => {
    const { clock, runs, get } = aCache();
    const first = get();
    runs[0]?.finish('old');
    await first;
    clock.time = 6_000;
    expect(await Promise.all([get(), get()])).toEqual(['old', 'old']);
    expect(runs).toHaveLength(2);
    runs[1]?.finish('new');
    await Promise.resolve();
    expect(await get()).toBe('new');
    clock.time = 60_000;
    const late = get();
    runs[2]?.finish('newest');
    expect(await late).toBe('newest');
  });

  it('serves a stale value at least until a computation that takes minutes has replaced it', async () => {
    const { clock, runs, get } = aCache();
    const minute = 60_000;
    const first = get();
    clock.time = 2 * minute;
    runs[0]?.finish('old');
    await first;
    clock.time += 2 * minute - 1;
    expect(await get()).toBe('old');
    expect(runs).toHaveLength(1);
    clock.time += 1;
    expect(await get()).toBe('old');
    clock.time += 3 * minute;
    expect(await get()).toBe('old');
    expect(runs).toHaveLength(2);
    runs[1]?.finish('new');
    await Promise.resolve();
    expect(await get()).toBe('new');
  });

  it('continues the computation when one of several callers leaves', async () => {
    const { runs, get } = aCache();
    const impatient = new AbortController();
    const leaves = get(impatient.signal);
    const stays = get(new AbortController().signal);
    impatient.abort();
    await expect(leaves).rejects.toThrow('aborted');
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.finish('done');
    expect(await stays).toBe('done');
  });

  it('aborts the computation when the last caller leaves; the next caller starts a new one', async () => {
    const { runs, get } = aCache();
    const [one, two] = [new AbortController(), new AbortController()];
    const both = [get(one.signal), get(two.signal)];
    one.abort();
    two.abort();
    await Promise.allSettled(both);
    expect(runs[0]?.signal.aborted).toBe(true);
    const next = get(new AbortController().signal);
    runs[1]?.finish('anew');
    expect(await next).toBe('anew');
  });

  it('continues the computation when the time of its last caller is over', async () => {
    const { runs, get } = aCache();
    const slow = new AbortController();
    const first = get(slow.signal);
    slow.abort(new DOMException('The handler took too long.', 'TimeoutError'));
    await expect(first).rejects.toThrow('too long');
    const next = get(new AbortController().signal);
    runs[0]?.finish('done');
    expect(await next).toBe('done');
    expect(runs).toHaveLength(1);
  });

  it('does not store failures', async () => {
    const { runs, get } = aCache();
    const failing = get();
    runs[0]?.fail(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    const next = get();
    runs[1]?.finish('up');
    expect(await next).toBe('up');
  });

  it('gives a failure to all callers for a time, if it is told to', async () => {
    const { clock, runs, get } = aCache({ failureMs: 1_000 });
    const failing = get();
    runs[0]?.fail(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    clock.time = 999;
    await expect(get()).rejects.toThrow('down');
    expect(runs).toHaveLength(1);
    clock.time = 1_000;
    const next = get();
    runs[1]?.finish('up');
    expect(await next).toBe('up');
    // A refresh that fails replaces the stale value in the same way.
    clock.time = 6_000;
    expect(await get()).toBe('up');
    runs[2]?.fail(new Error('down again'));
    await Promise.resolve();
    await expect(get()).rejects.toThrow('down again');
    expect(runs).toHaveLength(3);
  });

  it('drops a stale value when its refresh fails', async () => {
    const { clock, runs, get } = aCache();
    const first = get();
    runs[0]?.finish('old');
    await first;
    clock.time = 6_000;
    expect(await get()).toBe('old');
    runs[1]?.fail(new Error('down'));
    await Promise.resolve();
    await Promise.resolve();
    const next = get();
    runs[2]?.fail(new Error('still down'));
    await expect(next).rejects.toThrow('still down');
  });

  it('drops values when the clock is set back', async () => {
    const { clock, runs, get } = aCache();
    clock.time = 1_000_000;
    const first = get();
    runs[0]?.finish('old');
    await first;
    clock.time = 0;
    const next = get();
    runs[1]?.finish('new');
    expect(await next).toBe('new');
  });

  it('serves expensive values longer if allowed, and reports hits, stale hits and misses', async () => {
    const clock = { time: 0, now: () => clock.time };
    const told: string[] = [];
    const telemetry = { ...silentTelemetry, cache: (name: string, result: string) => told.push(`${name} ${result}`) };
    const cache = new SharedCache<string>(clock, { name: 'dear', telemetry, longestStaleMs: 300_000 });
    let runs = 0;
    const ask = (tookMs: number) =>
      cache.get('key', async () => {
        await Promise.resolve();
        clock.time += tookMs;
        runs += 1;
        return `run ${runs}`;
      });
    await ask(6_000);
    clock.time += 320_000;
    expect(await ask(0)).toBe('run 1');
    expect(await ask(0)).toBe('run 2');
    clock.time += 60_000;
    expect(await ask(0)).toBe('run 3');
    expect(told).toEqual(['dear miss', 'dear stale', 'dear hit', 'dear miss']);
  });
});
