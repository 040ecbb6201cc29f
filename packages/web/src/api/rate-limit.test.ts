import { describe, expect, it } from 'vitest';
import { createRequestThrottle } from './rate-limit.ts';

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
