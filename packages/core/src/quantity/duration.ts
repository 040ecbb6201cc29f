import { dayMs, hourMs } from '../domain/windows.ts';

/** Duration units of Go and Prometheus, in milliseconds. A year is 365 days, as in Prometheus. */
const unitMs: ReadonlyMap<string, number> = new Map([
  ['y', 31_536_000_000],
  ['w', 604_800_000],
  ['d', dayMs],
  ['h', hourMs],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ns', 1e-6],
]);

const longestDuration = 64;
const whole = /^(?:\d+(?:\.\d+)?(?:ms|us|µs|ns|[smhdwy]))+$/;
const part = /(\d+(?:\.\d+)?)(ms|us|µs|ns|[smhdwy])/g;

/**
 * Parses a duration to milliseconds: `5m`, `1h30m`, `1.5h`, `2d`, `250ms`. `0` needs no unit. Null for any other text,
 * including a number without a unit and a negative duration.
 */
export function parseDuration(text: string | null | undefined): number | null {
  if (text === '0') return 0;
  if (!text || text.length > longestDuration || !whole.test(text)) return null;
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(part)) sum += Number(amount) * (unitMs.get(unit) ?? Number.NaN);
  return Number.isFinite(sum) ? sum : null;
}
