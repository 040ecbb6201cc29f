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
 * Sizing a container by a tournament of simple rules, replayed on its own history.
 *
 * The history is cut into 24-hour blocks that end now. A rule is a base statistic of the past times a multiplier. Each
 * is replayed on the last 14 blocks, every time with the statistic of the blocks before, and the one with the lowest
 *
 *     cost = slack + lambda × (sum w·over + n0·prior) / (sum w + n0),   w = 2^(-age in blocks / 7)
 *
 * wins, lambda being the model mode's price of an hour over the request. A rule stays explainable where a fitted model
 * would not: the winner, what it left unused and how often it was exceeded are all facts of the replay.
 */
export type VerticalQuestion = {
  readonly resource: Resource;
  readonly mode: ModelMode;
  /** Usage of the busiest pods, in cores or bytes, on the five-minute grid and ending now. */
  readonly usage: BinnedSeries;
  /** Days before `usage` begins, by the latest last: what the rules of its first days would have known. */
  readonly earlier?: readonly EarlierDay[];
  /** Memory only: kills for lack of memory, as the number of bins before now, and the limit then in bytes. */
  readonly outOfMemory?: readonly { readonly binsAgo: number; readonly limitBytes: number }[];
};

/** How a request did over the replayed blocks: weighted means. `over` adds the prior's pseudo-blocks. */
export type ReplayResult = { readonly slack: number; readonly over: number };

export type VerticalSuggestion = {
  /** Cores or bytes. */
  readonly value: number;
  readonly base: BaseName;
  readonly baseValue: number;
  readonly multiplier: number;
  /** Of the winning rule, as the tournament judged it. */
  readonly replay: ReplayResult;
  /** What happened in that replay, day by day: plain means, without any prior; null when nothing was replayed. */
  readonly observed: ObservedReplay | null;
  readonly lambda: number;
  /** CPU: the most that is advised, unless a guard raises it; null for memory. */
  readonly ceiling: number | null;
  /** What stands in place of base × multiplier: the ceiling where that is less, and a guard where that is more. */
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

/** Judges one rule: a slack that half a pseudo-block of a guess steadies, and an over that the prior does. */
function judge(rule: Rule, resource: Resource): ReplayResult {
  const guessedSlack = 1 - 0.5 / Math.max(rule.multiplier, 1);
  if (rule.weight === 0) return { slack: guessedSlack, over: rule.prior };
  const priorBlocks = priorBlockCount[resource];
  return {
    slack: (rule.slack + 0.5 * guessedSlack) / (rule.weight + 0.5),
    over: (rule.over + priorBlocks * rule.prior) / (rule.weight + priorBlocks),
  };
}

/** The prepared blocks of a history, oldest first; null for a day with too few samples to be judged. */
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
 * The request to advise for one resource of one container, or null when there is not one whole block of history
 * (less than 24 hours, or too many gaps). `days` are the question's own blocks, for who has prepared them already.
 * Source: design page "recommender", section 4a.
 */
export function suggestVertical(
  question: VerticalQuestion,
  days: readonly (UsageDay | null)[] = usageDays(question),
): VerticalSuggestion | null {
  const { resource, mode, usage } = question;
  const earlier = question.earlier ?? [];
  const bases = basesBefore(days, resource, earlier);
  const floor = requestFloor[resource];
  const lambda = overCost[resource][mode];
  const rules = rulesOf(resource);
  const first = Math.max(earlier.length > 0 ? 0 : 1, days.length - replayedBlocks);
  for (let index = first; index < days.length; index++) {
    const day = days[index];
    if (!day) continue;
    const weight = 2 ** ((index - days.length + 1) / replayHalfLifeBlocks);
    for (const rule of rules) {
      const before = bases.get(rule.base)?.[index] ?? Number.NaN;
      if (Number.isNaN(before)) continue;
      const { slack, over } = replayDay(day, Math.max(before * rule.multiplier, floor), resource);
      rule.slack += weight * slack;
      rule.over += weight * over;
      rule.weight += weight;
    }
  }
  const anyReplayed = rules.some((rule) => rule.weight > 0);
  let best: { rule: Rule; replay: ReplayResult; cost: number; baseValue: number } | null = null;
  for (const rule of rules) {
    const baseValue = bases.get(rule.base)?.[days.length] ?? Number.NaN;
    if (Number.isNaN(baseValue) || (anyReplayed && rule.weight === 0)) continue;
    const replay = judge(rule, resource);
    const cost = replay.slack + lambda * replay.over;
    if (!best || cost < best.cost) best = { rule, replay, cost, baseValue };
  }
  if (!best) return null;
  const { rule, replay, baseValue } = best;
  const lastHour = quantile(usage.subarray(Math.max(0, usage.length - binsPerHour)), 0.5) * levelShiftGuard[resource];
  const killed = resource === 'memory' ? neededAfterKills(question.outOfMemory ?? []) : 0;
  const ruled = baseValue * rule.multiplier;
  const ceiling = resource === 'cpu' ? cpuCeiling * highestBefore(days, days.length, earlier) : null;
  const { value, clamp } = [
    { value: floor, clamp: 'floor' } as const,
    { value: lastHour, clamp: 'level shift' } as const,
    { value: killed, clamp: 'out of memory' } as const,
  ].reduce<Pick<VerticalSuggestion, 'value' | 'clamp'>>(
    (high, one) => (one.value > high.value ? one : high),
    atMost(ruled, ceiling),
  );
  const before = bases.get(rule.base) ?? new Float64Array(0);
  const observed = observeDays(
    days
      .slice(first)
      .map((day, index) => ({ day, request: Math.max((before[first + index] ?? 0) * rule.multiplier, floor) })),
  );
  return {
    value,
    base: rule.base,
    baseValue,
    multiplier: rule.multiplier,
    replay,
    observed,
    lambda,
    ceiling,
    clamp,
  };
}

const atMost = (ruled: number, ceiling: number | null): Pick<VerticalSuggestion, 'value' | 'clamp'> =>
  ceiling !== null && ceiling < ruled ? { value: ceiling, clamp: 'ceiling' } : { value: ruled, clamp: null };

/** A kill of the last week keeps the request above what the container would have used then. */
export const isRecentKill = ({ binsAgo }: { readonly binsAgo: number }): boolean =>
  binsAgo < outOfMemoryHoldDays * binsPerDay;

function neededAfterKills(kills: NonNullable<VerticalQuestion['outOfMemory']>): number {
  return kills
    .filter(isRecentKill)
    .reduce((highest, { limitBytes }) => Math.max(highest, afterOutOfMemory(limitBytes)), 0);
}
