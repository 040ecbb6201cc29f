import type { Sleep } from './clock.ts';
import type { Deadline } from './deadline.ts';

/** How long a call without an answer keeps the next one waiting, so that one slow call does not stop all others. */
const turnMs = 1_000;

type Sent = { isAnswered: boolean; readonly answered: Promise<void> };

/** The order of the calls of a client after a rate limit. */
export type Turns = {
  /** Whether calls are waiting for their turn or using it. */
  isTaken(): boolean;
  /**
   * Resolves when this call may be sent: after `ready`, and when the call before it has been answered or has been
   * waiting for a second. The returned function ends the turn.
   */
  take(deadline: Deadline, sleep: Sleep, ready: () => Promise<void>): Promise<() => void>;
};

/** Lets calls through one after the other, because the server would refuse most of them again if all were sent at once. */
export function createTurns(): Turns {
  let taken = 0;
  let last: Promise<Sent> = Promise.resolve({ isAnswered: true, answered: Promise.resolve() });
  return {
    isTaken: () => taken > 0,
    take: async (deadline, sleep, ready) => {
      const before = last;
      const mine = Promise.withResolvers<Sent>();
      const answer = Promise.withResolvers<void>();
      last = mine.promise;
      taken += 1;
      const timer = new AbortController();
      try {
        const { isAnswered, answered } = await deadline.race(before);
        if (!isAnswered) await deadline.race(Promise.race([answered, sleep(turnMs, timer.signal)]));
        await ready();
      } catch (error) {
        taken -= 1;
        // The next call waits for the one before this one.
        mine.resolve(before);
        throw error;
      } finally {
        timer.abort();
      }
      const sent = { isAnswered: false, answered: answer.promise };
      mine.resolve(sent);
      return () => {
        taken -= 1;
        sent.isAnswered = true;
        answer.resolve();
      };
    },
  };
}
