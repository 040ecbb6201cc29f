import { basesBefore, type EarlierDay, highestBefore } from './base-values.ts';
import { type BinnedSeries, binsPerDay, binsPerHour, trailingDays } from './bins.ts';
import { type ObservedReplay, observeDays } from './observed-replay.ts';
import { quantile } from './quantile.ts';
import { afterOutOfMemory, prepareDay, replayDay, type UsageDay, withOutOfMemory } from './usage-day.ts';
import {
  type BaseName,
  cpuCeiling,
  levelShiftGuard,
  type ModelMode,
  multipliers,
  outOfMemoryHoldDays,
  overCost,
  priorBlockCount,
  priorOver,
  type Resource,
  replayedBlocks,
  replayHalfLifeBlocks,
  requestFloor,
  sizingBases,
} from './vertical-rules.ts';

/**
 * Sizes a container by replaying simple rules on its own history.
 *
 * The history is cut into 24-hour blocks that end now. A rule is a base statistic of the past times a multiplier. Each
 * rule is replayed on the last 14 blocks, on each with the statistic of the blocks before it. The rule with the lowest
 *
 *     cost = slack + lambda × (sum w·over + n0·prior) / (sum w + n0),   w = 2^(-age in blocks / 7)
 *
 * is used. `lambda` is the model mode's cost of an hour above the request. Unlike a fitted model, a rule can be
 * explained: the replay shows how much it left unused and how often it was exceeded.
 */
export type VerticalQuestion = {
  readonly resource: Resource;
  readonly mode: ModelMode;
  /** Usage of the busiest pods, in cores or bytes, on the five-minute grid and ending now. */
  readonly usage: BinnedSeries;
  /** Sketches of the days before `usage` begins, newest last: the past of its first days. */
  readonly earlier?: readonly EarlierDay[];
  /** Memory only: out-of-memory kills, as bins before now, with the memory limit at that time. */
  readonly outOfMemory?: readonly { readonly binsAgo: number; readonly limitBytes: number }[];
};

/** Weighted means over the replayed blocks. `over` includes the pseudo-blocks of the prior. */
type ReplayResult = { readonly slack: number; readonly over: number };

export type VerticalSuggestion = {
  /** Cores or bytes. */
  readonly value: number;
  readonly base: BaseName;
  readonly baseValue: number;
  readonly multiplier: number;
  /** Of the chosen rule; the cost is computed from these. */
  readonly replay: ReplayResult;
  /** The same replay as plain means, without a prior; null when no day could be replayed. */
  readonly observed: ObservedReplay | null;
  readonly lambda: number;
  /** CPU: the highest suggestion, unless a guard raises it; null for memory. */
  readonly ceiling: number | null;
  /** Why the value is not base × multiplier: the ceiling was lower, or a guard was higher; null when it is. */
  readonly clamp: 'floor' | 'ceiling' | 'level shift' | 'out of memory' | null;
};

type Rule = { base: BaseName; multiplier: number; prior: number; slack: number; over: number; weight: number };

function rulesOf(resource: Resource): Rule[] {
  return sizingBases[resource].flatMap((base) =>
    multipliers.map((multiplier, index) => ({
      base,
      multiplier,
      prior: priorOver[resource][base]?.[index] ?? 1,
      slack: 0,
      over: 0,
      weight: 0,
    })),
  );
}

/** The weighted means of a rule, steadied by half a pseudo-block of guessed slack and by the prior of `over`. */
function replayResult(rule: Rule, resource: Resource): ReplayResult {
  const guessedSlack = 1 - 0.5 / Math.max(rule.multiplier, 1);
  if (rule.weight === 0) return { slack: guessedSlack, over: rule.prior };
  const priorBlocks = priorBlockCount[resource];
  return {
    slack: (rule.slack + 0.5 * guessedSlack) / (rule.weight + 0.5),
    over: (rule.over + priorBlocks * rule.prior) / (rule.weight + priorBlocks),
  };
}

/** The prepared days of a history, oldest first; null for a day with too few samples. */
export function usageDays(question: Pick<VerticalQuestion, 'usage' | 'resource' | 'outOfMemory'>): (UsageDay | null)[] {
  const days = trailingDays(question.usage);
  if (question.resource === 'memory') {
    for (const { binsAgo, limitBytes } of question.outOfMemory ?? []) {
      const index = days.length - 1 - Math.floor(binsAgo / binsPerDay);
      const day = days[index];
      if (day) days[index] = withOutOfMemory(day, limitBytes);
    }
  }
  return days.map(prepareDay);
}

/**
 * The suggested request for one resource of one container, in cores or bytes. Null without one whole day of history:
 * less than 24 hours, or too many gaps. `days` are the days of the question, if the caller has prepared them already.
 * Source: docs/recommender.md.
 */
export function suggestVertical(
  question: VerticalQuestion,
  days: readonly (UsageDay | null)[] = usageDays(question),
): VerticalSuggestion | null {
  const { resource, mode } = question;
  const earlier = question.earlier ?? [];
  const bases = basesBefore(days, resource, earlier);
  const first = Math.max(earlier.length > 0 ? 0 : 1, days.length - replayedBlocks);
  const lambda = overCost[resource][mode];
  const best = cheapestRule(replayRules(resource, days, bases, first), bases, days.length, { resource, lambda });
  if (best === null) return null;
  const { rule, replay, baseValue } = best;
  const ceiling = resource === 'cpu' ? cpuCeiling * highestBefore(days, days.length, earlier) : null;
  const before = bases.get(rule.base) ?? new Float64Array(0);
  const requestOn = (index: number): number => Math.max((before[index] ?? 0) * rule.multiplier, requestFloor[resource]);
  return {
    ...clamped(baseValue * rule.multiplier, ceiling, question),
    base: rule.base,
    baseValue,
    multiplier: rule.multiplier,
    replay,
    observed: observeDays(days.slice(first).map((day, index) => ({ day, request: requestOn(first + index) }))),
    lambda,
    ceiling,
  };
}

/** All rules of a resource, replayed on the days from index `first` on. */
function replayRules(
  resource: Resource,
  days: readonly (UsageDay | null)[],
  bases: ReadonlyMap<BaseName, Float64Array>,
  first: number,
): readonly Rule[] {
  const rules = rulesOf(resource);
  for (let index = first; index < days.length; index++) {
    const day = days[index];
    if (!day) continue;
    const weight = 2 ** ((index - days.length + 1) / replayHalfLifeBlocks);
    for (const rule of rules) {
      const before = bases.get(rule.base)?.[index] ?? Number.NaN;
      if (Number.isNaN(before)) continue;
      const { slack, over } = replayDay(day, Math.max(before * rule.multiplier, requestFloor[resource]), resource);
      rule.slack += weight * slack;
      rule.over += weight * over;
      rule.weight += weight;
    }
  }
  return rules;
}

/** The rule with the lowest cost; null when no rule has a base value now. */
function cheapestRule(
  rules: readonly Rule[],
  bases: ReadonlyMap<BaseName, Float64Array>,
  now: number,
  { resource, lambda }: { readonly resource: Resource; readonly lambda: number },
) {
  const anyReplayed = rules.some((rule) => rule.weight > 0);
  let best: { rule: Rule; replay: ReplayResult; cost: number; baseValue: number } | null = null;
  for (const rule of rules) {
    const baseValue = bases.get(rule.base)?.[now] ?? Number.NaN;
    if (Number.isNaN(baseValue) || (anyReplayed && rule.weight === 0)) continue;
    const replay = replayResult(rule, resource);
    const cost = replay.slack + lambda * replay.over;
    if (!best || cost < best.cost) best = { rule, replay, cost, baseValue };
  }
  return best;
}

type Clamped = Pick<VerticalSuggestion, 'value' | 'clamp'>;

/** Applies the ceiling, then the highest of the guards that is above the value. */
function clamped(
  ruled: number,
  ceiling: number | null,
  { resource, usage, outOfMemory = [] }: VerticalQuestion,
): Clamped {
  const lastHour = quantile(usage.subarray(Math.max(0, usage.length - binsPerHour)), 0.5);
  const limited: Clamped =
    ceiling !== null && ceiling < ruled ? { value: ceiling, clamp: 'ceiling' } : { value: ruled, clamp: null };
  return [
    { value: requestFloor[resource], clamp: 'floor' } as const,
    { value: lastHour * levelShiftGuard[resource], clamp: 'level shift' } as const,
    { value: resource === 'memory' ? neededAfterKills(outOfMemory) : 0, clamp: 'out of memory' } as const,
  ].reduce<Clamped>((high, guard) => (guard.value > high.value ? guard : high), limited);
}

/** A kill of the last week keeps the request above what the container would have used. */
export const isRecentKill = ({ binsAgo }: { readonly binsAgo: number }): boolean =>
  binsAgo < outOfMemoryHoldDays * binsPerDay;

function neededAfterKills(kills: NonNullable<VerticalQuestion['outOfMemory']>): number {
  return kills
    .filter(isRecentKill)
    .reduce((highest, { limitBytes }) => Math.max(highest, afterOutOfMemory(limitBytes)), 0);
}
