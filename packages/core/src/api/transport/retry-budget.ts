import { createTurns, type Turns } from './turns.ts';

const windowMs = 60_000;
const retryShare = 0.1;
/**
 * This many retries per minute are always allowed. Above 20 requests per minute, a tenth of the requests is more than
 * this.
 */
const always = 2;

export type RetryBudget = {
  /** Counts a request that is sent for the first time. */
  sent(now: number): void;
  /** Whether a retry may be sent now; if so, it is counted. */
  take(now: number): boolean;
  /** A server with a rate limit has asked not to send anything before this time. */
  pausedUntil: number;
  /** Lets the calls through that have waited until then. */
  readonly turns: Turns;
};

const recent = (times: number[], now: number) => times.filter((time) => time <= now && now - time < windowMs);

/** Limits the retries of a client to a tenth of its requests in the past minute, so that retries do not make an outage worse. */
export function createRetryBudget(): RetryBudget {
  let requests: number[] = [];
  let retries: number[] = [];
  return {
    pausedUntil: 0,
    turns: createTurns(),
    sent: (now) => {
      // Old entries are removed in batches, so that reading thousands of pages does not copy the list each time.
      if (requests.length >= 1_000 && requests.length % 1_000 === 0) requests = recent(requests, now);
      requests.push(now);
    },
    take: (now) => {
      requests = recent(requests, now);
      retries = recent(retries, now);
      if (retries.length + 1 > Math.max(always, requests.length * retryShare)) return false;
      retries.push(now);
      return true;
    },
  };
}
