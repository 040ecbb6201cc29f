import type { Page } from '../ports/index.ts';
import { HttpError } from './errors.ts';
import { checkWindow, type OpenWindow } from './window.ts';

/** The maximum number of items of a list in one response, unless the call has its own limit. */
const maximumPage = 250;
/** The largest page of the list of targets, whose items are small, and its page without `limit`. */
export const listPage = { maximum: 1_000, fallback: maximumPage };
/** The largest page of enhanced targets, and their page without `limit`. */
export const enhancedPage = { maximum: maximumPage, fallback: 25 };

/**
 * Reads the parameters of a query strictly: unknown, repeated and malformed parameters are rejected. A guess could
 * return the wrong page, or turn a preview into a write.
 */
export class Query {
  readonly #values = new Map<string, string>();

  constructor(parameters: URLSearchParams, known: readonly string[]) {
    for (const [name, value] of parameters) {
      if (!known.includes(name)) throw new HttpError(400, `Unknown parameter ${quote(name)}. ${expectation(known)}`);
      if (this.#values.has(name)) throw new HttpError(400, `Parameter ${name} must be given once.`);
      this.#values.set(name, value);
    }
  }

  /** All parameters of the request. */
  pairs(): Iterable<readonly [string, string]> {
    return this.#values;
  }

  /** Identifies the list that the request reads: all parameters except those that select a page. */
  list(): string {
    const { limit: _limit, offset: _offset, ...rest } = Object.fromEntries(this.#values);
    return JSON.stringify(rest);
  }

  text(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  /** One of these values; null when absent. */
  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | null {
    const text = this.text(name);
    const value = values.find((known) => known === text);
    if (text === null || value !== undefined) return value ?? null;
    throw new HttpError(400, `Parameter ${name} must be one of ${values.join(', ')}.`);
  }

  /** Only `true` and `false` are accepted; null when absent. */
  flag(name: string): boolean | null {
    const value = this.#values.get(name);
    if (value === undefined) return null;
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw new HttpError(400, `Parameter ${name} must be exactly true or false, not ${quote(value)}.`);
  }

  whole(name: string, { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: number }): number {
    const value = this.#values.get(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new HttpError(
      400,
      `Parameter ${name} must be a whole number from ${minimum} to ${maximum}, not ${quote(value)}.`,
    );
  }

  page({ maximum, fallback } = { maximum: maximumPage, fallback: maximumPage }): Page {
    return {
      limit: this.whole('limit', { minimum: 1, maximum, fallback }),
      offset: this.whole('offset', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, fallback: 0 }),
    };
  }

  /** An RFC 3339 instant in milliseconds; null when absent. */
  instant(name: string): number | null {
    const value = this.#values.get(name);
    if (value === undefined) return null;
    const number = rfc3339.test(value) && isInCalendar(value) ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(number)) return number;
    throw new HttpError(400, `Parameter ${name} must be a time such as 2026-01-31T12:00:00Z, not ${quote(value)}.`);
  }

  /** The parameters start and end as a window. Its start is before its end. */
  window(): OpenWindow {
    const window = { start: this.instant('start'), end: this.instant('end') };
    checkWindow(window);
    return window;
  }
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** `Date.parse` accepts 30 February as 2 March, and 24:00 as midnight of the next day. */
function isInCalendar(text: string): boolean {
  const [date = '', time = ''] = text.split('T');
  const midnight = new Date(`${date}T00:00:00Z`);
  return !time.startsWith('24') && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** Quotes text from the request for an error message, shortened. */
export const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

const expectation = (known: readonly string[]): string =>
  known.length === 0 ? 'This call has no parameters.' : `This call takes ${known.join(', ')}.`;
