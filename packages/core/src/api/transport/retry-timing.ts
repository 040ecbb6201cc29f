/** How often a GET is tried again, and for which answers (reliability.md, "Retry discipline"). */
export const maxRetries = 2;
const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const baseMs = 300;
const capMs = 5_000;

/** Whether a status may go away by itself. 500 is not among them: the API uses it as a business answer. */
export const isRetriedStatus = (status: number): boolean => retriedStatuses.has(status);

/** Full jitter: anything up to 300 ms doubled per retry, at most 5 s. `retry` counts from 0, `random` is in [0, 1). */
export const backoffMs = (retry: number, random: () => number): number =>
  random() * Math.min(capMs, baseMs * 2 ** retry);

/**
 * What `Retry-After` asks for, in milliseconds from now; null when it is absent, not a time to come, or unreadable.
 * A date is measured from the server's own `Date`, where that is readable, so that a wrong client clock does not matter.
 */
export function retryAfterMs(value: string | null, serverDate: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) > 0 ? Number(text) * 1_000 : null;
  // Date.parse takes "-1" and other scraps for years: an HTTP date begins with the name of a day.
  if (!/^[A-Za-z]{3,}, /.test(text)) return null;
  const serverNow = Date.parse(serverDate ?? '');
  const wait = Date.parse(text) - (Number.isNaN(serverNow) ? now : serverNow);
  return wait > 0 ? wait : null;
}

/**
 * How long to wait before a retry; null when the call fails now, because that is more than is left of its deadline. The
 * deadline is 30 s, so that no longer `Retry-After` is ever obeyed.
 */
export function retryWaitMs(asked: number | null, retry: number, leftMs: number, random: () => number): number | null {
  const wait = asked ?? backoffMs(retry, random);
  return wait < leftMs ? wait : null;
}
