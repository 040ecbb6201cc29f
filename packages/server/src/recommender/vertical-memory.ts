import { type BinnedSeries, binsPerDay } from './bins.ts';
import { type EarlierDay, memoryStatistics } from './memory-statistics.ts';
import { prepareDay, type UsageDay, unusedShare } from './usage-day.ts';
import {
  fullDaySamples,
  memoryCeiling,
  multipliers,
  priorDays,
  priorOver,
  requestFloor,
  type Statistic,
  sizedDays,
} from './vertical-rules.ts';

/** A memory request is a statistic of the past times a multiplier. */
export type MemoryRule = {
  readonly statistic: Statistic;
  /** The value of the statistic now, in bytes. */
  readonly statisticValue: number;
  readonly multiplier: number;
  /** The number of days on which the rules were replayed. With 0, only the prior decided. */
  readonly replayedDays: number;
};

export type MemoryPast = {
  /** The bins since midnight UTC at the end of the usage, 0 to 287. */
  readonly binsToday?: number;
  /** Sketches of the days before the usage begins, newest last. They are the past of its first days. */
  readonly earlier?: readonly EarlierDay[];
};

/** The rule with the lowest cost. `over` includes the prior. */
type BestRule = { readonly rule: MemoryRule; readonly ceiling: number; readonly slack: number; readonly over: number };

/** A day on which rules are replayed, with the inputs of the replay. */
type ReplayedDay = { readonly day: UsageDay; readonly index: number; readonly weight: number };

/**
 * Replays 28 simple rules for memory on the container's own history. A rule is a statistic of the past times a
 * multiplier. Each rule is replayed on the last 14 UTC days, each day with the statistic of the days before it. The
 * rule with the lowest cost is used:
 *
 * cost = slack + lambda × (sum w·over + n0·prior) / (sum w + n0), w = 2^(-age in days / 7)
 *
 * `over` is 1 on a day on which the request was exceeded, and 0 on other days. Unlike a constant, a rule grows with the
 * usage, because exceeding a memory limit once means a kill. Days begin at midnight, so the rule changes at most once a
 * day. Its statistic includes the samples of today. Null without samples.
 */
export function bestMemoryRule(
  usage: BinnedSeries,
  lambda: number,
  { binsToday = 0, earlier = [] }: MemoryPast,
): BestRule | null {
  const midnight = Math.max(0, usage.length - binsToday);
  const days = daysUntil(usage, midnight);
  const { before, now } = memoryStatistics(days, prepareDay(usage.subarray(midnight)), earlier);
  const replayed = replayedDays(days, before);
  const ceiling = memoryCeiling * now.peak;
  let best: BestRule | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const statistic of ['peak', 'p98'] as const) {
    const statisticValue = now[statistic];
    if (Number.isNaN(statisticValue)) continue;
    // Start with the largest multiplier, because the full cost of small ones then rarely has to be computed.
    for (let index = multipliers.length - 1; index >= 0; index--) {
      const rule = { statistic, statisticValue, multiplier: multipliers[index] ?? 1, replayedDays: replayed.length };
      const over = overWithPrior(rule, priorOver[statistic][index] ?? 1, replayed, before[statistic]);
      if (lambda * over > bestCost) continue;
      const slack = slackWithPrior(rule, replayed, before[statistic]);
      if (slack + lambda * over > bestCost) continue;
      bestCost = slack + lambda * over;
      best = { rule, ceiling, slack, over };
    }
  }
  return best;
}

/** The days that end at a bin, oldest first. The beginning of the first day may be unknown. */
function daysUntil(usage: BinnedSeries, midnight: number): readonly (UsageDay | null)[] {
  const days: (UsageDay | null)[] = [];
  for (let end = midnight; end > 0; end -= binsPerDay) {
    days.push(prepareDay(usage.subarray(Math.max(0, end - binsPerDay), end)));
  }
  return days.toReversed();
}

/** The weight of a day halves with every seven days of age. */
const halfLifeDays = 7;

/** The last 14 days, without those that have no samples or no earlier days. */
function replayedDays(
  days: readonly (UsageDay | null)[],
  { peak }: Record<Statistic, Float64Array>,
): readonly ReplayedDay[] {
  const first = Math.max(0, days.length - sizedDays);
  return days.slice(first).flatMap((day, at) => {
    const index = first + at;
    if (day === null || Number.isNaN(peak[index] ?? Number.NaN)) return [];
    const recency = 2 ** ((index - days.length + 1) / halfLifeDays);
    return [{ day, index, weight: recency * Math.min(1, day.samples / fullDaySamples) }];
  });
}

const requestOn = (statistic: number, multiplier: number): number =>
  Math.max(statistic * multiplier, requestFloor.memory);

/** The weighted share of days on which a rule was exceeded. The prior counts as additional days. */
function overWithPrior(
  { multiplier }: MemoryRule,
  prior: number,
  replayed: readonly ReplayedDay[],
  before: Float64Array,
): number {
  let over = priorDays * prior;
  let weights = priorDays;
  for (const { day, index, weight } of replayed) {
    if (day.maximum > requestOn(before[index] ?? Number.NaN, multiplier)) over += weight;
    weights += weight;
  }
  return over / weights;
}

/** The weight, in days, of the slack that is assumed when no day was replayed yet. */
const assumedSlackDays = 0.5;

/** The weighted mean of the unused share of a rule, with the assumed slack. */
function slackWithPrior({ multiplier }: MemoryRule, replayed: readonly ReplayedDay[], before: Float64Array): number {
  let slack = assumedSlackDays * (1 - 0.5 / Math.max(multiplier, 1));
  let weights = assumedSlackDays;
  for (const { day, index, weight } of replayed) {
    slack += weight * unusedShare(day, requestOn(before[index] ?? Number.NaN, multiplier));
    weights += weight;
  }
  return slack / weights;
}
