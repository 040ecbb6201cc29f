import { binsPerDay, binsPerHour } from '../../recommender/bins.ts';
import type { TargetUsage } from './target-usage.ts';

/** The bins from `start` to before `end`. */
export type Stretch = { readonly start: number; readonly end: number };

/** An agent that could not reach its Prometheus delivers samples late. They are read up to this many bins later. */
const lateBins = binsPerDay;
/** Shorter stretches are read twice anyway, or the samples are taken so seldom that bins have none. */
const shortestBins = 3;
/** An agent delivers the series in parallel, so those of some targets arrive minutes after the first ones. */
const settleBins = 3;

/**
 * The stretches of the last day in which no target of a namespace has a sample, up to where the samples begin again. While
 * there are none, nothing is to be read: the pods may be gone, and a cache of query results would keep empty answers.
 */
export function silentStretches(usages: Iterable<TargetUsage>, now: number): readonly Stretch[] {
  let silent = Array.from({ length: lateBins }, (_, index) => now - lateBins + index);
  for (const usage of usages) {
    silent = silent.filter((bin) => !usage.hasSample(bin));
    if (silent.length === 0) return [];
  }
  const stretches: { start: number; end: number }[] = [];
  for (const bin of silent) {
    const last = stretches.at(-1);
    if (last?.end === bin) last.end += 1;
    else stretches.push({ start: bin, end: bin + 1 });
  }
  return stretches.filter(({ start, end }) => end - start >= shortestBins && end <= now - settleBins);
}

/** Joins stretches that are less than an hour apart, because each one takes several queries. */
export function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last === undefined || start - last.end >= binsPerHour) all.push({ start, end });
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return all;
}

/** What was read again, and when. Not stored: after a restart, the stretches of the last day are read again at once. */
export type LateReading = { readonly at: number; readonly stretches: readonly Stretch[] };

export const nothingRead: LateReading = { at: Number.NEGATIVE_INFINITY, stretches: [] };

/**
 * What to read again now, and the state after that: stretches that have ended since, and once an hour all of them. Those
 * that the last reading may have filled are read once more, because it may have come before the samples of some targets.
 */
export function nextReading(
  { at, stretches: before }: LateReading,
  found: readonly Stretch[],
  now: number,
): { readonly again: readonly Stretch[]; readonly reading: LateReading } | null {
  const isNew = found.some(({ end }) => before.every((one) => one.end !== end));
  if (!isNew && now - at < binsPerHour) return null;
  return { again: joined([...before, ...found]), reading: { at: now, stretches: found } };
}
