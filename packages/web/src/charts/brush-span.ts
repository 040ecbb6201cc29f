import type { TimeSpan } from './usage-row.ts';

/** How many of the newest points are shown at first. */
const brushPoints = 500;
/** A shorter press is a click, which shows the whole range. */
export const brushClickMs = 200;

/** The time shown before and after a single point. */
const singlePointMs = 60_000;

/** The span from the first row to the last; null if there are no rows. */
export function wholeSpan(moments: readonly number[]): TimeSpan | null {
  const [from, to] = [moments[0], moments.at(-1)];
  if (from === undefined || to === undefined) return null;
  return to > from ? { from, to } : { from: from - singlePointMs, to: from + singlePointMs };
}

/** The span that is shown at first: the newest points. */
export function newestSpan(moments: readonly number[]): TimeSpan | null {
  return wholeSpan(moments.slice(-brushPoints));
}

/** Clips a span to `whole` and extends it to at least `least` milliseconds; null if the two do not overlap. */
export function clampSpan(span: TimeSpan, whole: TimeSpan, least = 0): TimeSpan | null {
  const [a, b] = span.from <= span.to ? [span.from, span.to] : [span.to, span.from];
  if (!(b >= whole.from && a <= whole.to)) return null;
  const shortest = Math.min(least, whole.to - whole.from);
  const from = Math.min(Math.max(a, whole.from), whole.to - shortest);
  return { from, to: Math.max(Math.min(b, whole.to), from + shortest) };
}

/** Moves a span, at most to the edge of `whole`. */
export function moveSpan({ from, to }: TimeSpan, by: number, whole: TimeSpan): TimeSpan {
  const shift = Math.max(whole.from - from, Math.min(by, whole.to - to));
  return { from: from + shift, to: to + shift };
}

const named = /^(\d{1,11})-(\d{1,11})$/;

/** The start of the span in the address, in epoch milliseconds; null if the address has none. */
export function startOf(text: string | null): number | null {
  const from = named.exec(text ?? '')?.[1];
  return from === undefined ? null : Number(from) * 1_000;
}

/** Reads the span of an address: `all`, or two times in epoch seconds; null for any other text. */
export function parseSpan(text: string | null, whole: TimeSpan): TimeSpan | null {
  if (text === 'all') return whole;
  const [, from, to] = named.exec(text ?? '') ?? [];
  if (from === undefined || to === undefined) return null;
  const span = clampSpan({ from: Number(from) * 1_000, to: Number(to) * 1_000 }, whole);
  return span !== null && span.to > span.from ? span : null;
}

/** Writes a span for the address. */
export function printSpan({ from, to }: TimeSpan, whole: TimeSpan): string {
  return from <= whole.from && to >= whole.to ? 'all' : `${Math.floor(from / 1_000)}-${Math.ceil(to / 1_000)}`;
}
