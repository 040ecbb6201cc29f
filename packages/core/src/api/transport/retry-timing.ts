/** Maximum number of retries of a GET. */
export const maxRetries = 2;
const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const baseMs = 300;
const capMs = 5_000;

/** Whether a call with this status is retried. 500 is not, because the API also uses it for permanent conditions. */
export const isRetriedStatus = (status: number): boolean => retriedStatuses.has(status);

/**
 * Full jitter: a random time up to 300 ms doubled per retry, at most 5 s. `retry` counts from 0, `random` is in [0, 1).
 */
export const backoffMs = (retry: number, random: () => number): number =>
  random() * Math.min(capMs, baseMs * 2 ** retry);

/**
 * The wait that `Retry-After` requests, in milliseconds from now; null when it is absent, unreadable or not in the future.
 * A date is compared with the `Date` header of the response if possible, so that a wrong client clock has no effect.
 */
export function retryAfterMs(value: string | null, serverDate: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) > 0 ? Number(text) * 1_000 : null;
  // Date.parse accepts "-1" as a year, so check first that the text begins with the name of a day, as HTTP dates do.
  if (!/^[A-Za-z]{3,}, /.test(text)) return null;
  const serverNow = Date.parse(serverDate ?? '');
  const wait = Date.parse(text) - (Number.isNaN(serverNow) ? now : serverNow);
  return wait > 0 ? wait : null;
}

/**
 * Milliseconds to wait before a retry; null when the wait exceeds the time left until the deadline. The
 * deadline is 30 s by default, so a longer `Retry-After` makes the call fail.
 */
export function retryWaitMs(asked: number | null, retry: number, leftMs: number, random: () => number): number | null {
  const wait = asked ?? backoffMs(retry, random);
  return wait < leftMs ? wait : null;
}
