import { describe, expect, it } from 'vitest';
import { runPaced } from './paced.ts';

/** A clock that jumps to whatever is slept for. */
function jumpingClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

describe('runPaced', () => {
  it('keeps at most six in flight and runs everything', async () => {
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
    await runPaced(tasks, new AbortController().signal, { width: 6, perSecond: 1_000_000, ...jumpingClock() });
    expect({ most, done }).toEqual({ most: 6, done: 50 });
  });

  it('starts at most forty a second', async () => {
    const clock = jumpingClock();
    const starts: number[] = [];
    const tasks = Array.from({ length: 120 }, () => () => {
      starts.push(clock.now());
      return Promise.resolve();
    });
    await runPaced(tasks, new AbortController().signal, { width: 1, perSecond: 40, ...clock });
    for (const from of starts)
      expect(starts.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(40);
    expect(clock.now()).toBe(119 * 25);
  });

  it('starts nothing more once aborted', async () => {
    const abort = new AbortController();
    let started = 0;
    const tasks = Array.from({ length: 10 }, () => () => {
      started += 1;
      if (started === 3) abort.abort();
      return Promise.resolve();
    });
    await runPaced(tasks, abort.signal, { width: 1, perSecond: 1_000, ...jumpingClock() });
    expect(started).toBe(3);
  });
});
