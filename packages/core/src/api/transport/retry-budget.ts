const windowMs = 60_000;
const retryShare = 0.1;
/** A client that sent a single request may still retry it; from 20 requests a minute on the share alone decides. */
const always = 2;

export type RetryBudget = {
  /** Counts a request that is sent for the first time. */
  sent(now: number): void;
  /** Whether a retry may be sent now; if so, it is counted. */
  take(now: number): boolean;
};

const recent = (times: number[], now: number) => times.filter((time) => time <= now && now - time < windowMs);

/** Keeps a client's retries within a tenth of its requests over the past minute, so that an outage is not made worse. */
export function createRetryBudget(): RetryBudget {
  let requests: number[] = [];
  let retries: number[] = [];
  return {
    sent: (now) => {
      // Forgotten in batches: a walk over thousands of pages must not copy the list on each of them.
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
