import type { Span } from './usage-row.ts';

/** How many of the newest points are shown at first (console.md, section 9). */
export const brushPoints = 500;
/** A press shorter than this is a click, and shows everything (console.md, section 9). */
export const brushClickMs = 200;

/** A single moment is shown in the middle of so much time. */
const loneMomentMs = 60_000;

/** What a brush may cover: the first to the last moment; null without any. */
export function wholeSpan(moments: readonly number[]): Span | null {
  const [from, to] = [moments[0], moments.at(-1)];
  if (from === undefined || to === undefined) return null;
  return to > from ? { from, to } : { from: from - loneMomentMs, to: from + loneMomentMs };
}

/** What is shown as long as nobody chose: the newest points. */
export function newestSpan(moments: readonly number[]): Span | null {
  return wholeSpan(moments.slice(-brushPoints));
}

/** A span brought into another one, at least `least` long; what lies outside it altogether is null. */
export function clampSpan(span: Span, whole: Span, least = 0): Span | null {
  const [a, b] = span.from <= span.to ? [span.from, span.to] : [span.to, span.from];
  if (!(b >= whole.from && a <= whole.to)) return null;
  const shortest = Math.min(least, whole.to - whole.from);
  const from = Math.min(Math.max(a, whole.from), whole.to - shortest);
  return { from, to: Math.max(Math.min(b, whole.to), from + shortest) };
}

/** A span moved, as far as there is room. */
export function moveSpan({ from, to }: Span, by: number, whole: Span): Span {
  const shift = Math.max(whole.from - from, Math.min(by, whole.to - to));
  return { from: from + shift, to: to + shift };
}

const named = /^(\d{1,11})-(\d{1,11})$/;

/** When the span begins that an address names, in epoch milliseconds; null where it names none. */
export function startOf(text: string | null): number | null {
  const from = named.exec(text ?? '')?.[1];
  return from === undefined ? null : Number(from) * 1_000;
}

/** The span that an address names: `all`, or two moments in epoch seconds; null for anything else. */
export function parseSpan(text: string | null, whole: Span): Span | null {
  if (text === 'all') return whole;
  const [, from, to] = named.exec(text ?? '') ?? [];
  if (from === undefined || to === undefined) return null;
  const span = clampSpan({ from: Number(from) * 1_000, to: Number(to) * 1_000 }, whole);
  return span !== null && span.to > span.from ? span : null;
}

/** How an address names a span. */
export function printSpan({ from, to }: Span, whole: Span): string {
  return from <= whole.from && to >= whole.to ? 'all' : `${Math.floor(from / 1_000)}-${Math.ceil(to / 1_000)}`;
}
