import { describe, expect, it } from 'vitest';
import { createPacer, runAll } from './rate-limit.ts';

const still = new AbortController().signal;

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

describe('createPacer', () => {
  it('lets forty a second start, whoever asks', async () => {
    const clock = jumpingClock();
    const turn = createPacer({ perSecond: 40, ...clock });
    const starts: number[] = [];
    for (let call = 0; call < 120; call += 1) {
      await turn(still);
      starts.push(clock.now());
    }
    for (const from of starts)
      expect(starts.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(40);
    expect(clock.now()).toBe(119 * 25);
  });

  it('gives no turn to whom has left', async () => {
    const abort = new AbortController();
    const turn = createPacer({
      perSecond: 40,
      now: () => 0,
      sleep: () => {
        abort.abort(new Error('left'));
        return Promise.resolve();
      },
    });
    await turn(abort.signal);
    await expect(turn(abort.signal)).rejects.toThrow('left');
  });
});

describe('runAll', () => {
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
    await runAll(tasks, still, 6);
    expect({ most, done }).toEqual({ most: 6, done: 50 });
  });

  it('starts nothing more once aborted', async () => {
    const abort = new AbortController();
    let started = 0;
    const tasks = Array.from({ length: 10 }, () => () => {
      started += 1;
      if (started === 3) abort.abort();
      return Promise.resolve();
    });
    await runAll(tasks, abort.signal, 1);
    expect(started).toBe(3);
  });
});
