import { describe, expect, it } from 'vitest';
import { createRequestThrottle, runConcurrently } from './rate-limit.ts';

const neverAborted = new AbortController().signal;

/** A clock that advances only by sleeping. */
function fakeClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

describe('createRequestThrottle', () => {
  it('starts at most forty calls per second', async () => {
    const clock = fakeClock();
    const waitForSlot = createRequestThrottle({ perSecond: 40, ...clock });
    const starts: number[] = [];
    for (let call = 0; call < 120; call += 1) {
      await waitForSlot(neverAborted);
      starts.push(clock.now());
    }
    for (const from of starts)
      expect(starts.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(40);
    expect(clock.now()).toBe(119 * 25);
  });

  it('rejects when the signal aborts during the wait', async () => {
    const abort = new AbortController();
    const waitForSlot = createRequestThrottle({
      perSecond: 40,
      now: () => 0,
      sleep: () => {
        abort.abort(new Error('left'));
        return Promise.resolve();
      },
    });
    await waitForSlot(abort.signal);
    await expect(waitForSlot(abort.signal)).rejects.toThrow('left');
  });
});

describe('runConcurrently', () => {
  it('runs all tasks, at most six in parallel', async () => {
    let inFlight = 0;
    let most = 0;
    let done = 0;
    const tasks = Array.from({ length: 50 }, () => async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      done += 1;
    });
    await runConcurrently(tasks, neverAborted, 6);
    expect({ most, done }).toEqual({ most: 6, done: 50 });
  });

  it('starts no further task after an abort', async () => {
    const abort = new AbortController();
    let started = 0;
    const tasks = Array.from({ length: 10 }, () => () => {
      started += 1;
      if (started === 3) abort.abort();
      return Promise.resolve();
    });
    await runConcurrently(tasks, abort.signal, 1);
    expect(started).toBe(3);
  });
});
