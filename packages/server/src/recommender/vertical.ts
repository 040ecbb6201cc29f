import type { ModelMode, ResourceName } from '@trimtab/core';
import { type BinnedSeries, binsPerDay, binsPerHour, countSamples } from './bins.ts';
import { type Kill, type ObservedReplay, replayRequest } from './observed-replay.ts';
import { quantile } from './quantile.ts';
import { leastCostRequest } from './vertical-cpu.ts';
import { bestMemoryRule, type MemoryPast, type MemoryRule } from './vertical-memory.ts';
import {
  leastSamples,
  levelShiftGuard,
  neededAfterKill,
  outOfMemoryHoldDays,
  overCost,
  requestFloor,
  sizedDays,
} from './vertical-rules.ts';

export type VerticalQuestion = {
  readonly resource: ResourceName;
  readonly mode: ModelMode;
  /** Usage of the busiest pods, in cores or bytes, on the five-minute grid and ending now. */
  readonly usage: BinnedSeries;
  /** Memory only: out-of-memory kills. */
  readonly outOfMemory?: readonly Kill[];
} & MemoryPast;

export type VerticalSuggestion = {
  /** Cores or bytes. */
  readonly value: number;
  /** The result of the method, before any bound is applied. */
  readonly computed: number;
  /** Memory: the rule with which `computed` = statistic × multiplier. Null for CPU, which uses no rule. */
  readonly rule: MemoryRule | null;
  /** The weighted means that the method compares: cost = slack + lambda × over. They are those of `computed`. */
  readonly judged: { readonly slack: number; readonly over: number };
  /** The plain replay of `value` on the last 14 days. */
  readonly observed: ObservedReplay;
  readonly lambda: number;
  /** Memory: the upper limit of a suggestion, which only a guard may exceed; null for CPU. */
  readonly ceiling: number | null;
  /** Why the value differs from `computed`: the ceiling was lower or a guard was higher; null if it does not differ. */
  readonly clamp: 'floor' | 'ceiling' | 'level shift' | 'out of memory' | null;
};

/** Whether a request can be computed: the first sample is a day old, and six hours have samples. */
export function hasEnoughSamples(usage: BinnedSeries): boolean {
  const first = usage.findIndex((value) => !Number.isNaN(value));
  const recent = usage.subarray(-sizedDays * binsPerDay);
  return first >= 0 && usage.length - first >= binsPerDay && countSamples(recent) >= leastSamples;
}

/**
 * The suggested request for one resource of one container, in cores or bytes. CPU: the constant request that would have
 * had about the lowest cost over the last 14 days. Memory: the best of several simple rules that were replayed
 * day by day. Null if the first sample is less than a day old or if there are samples of less than six hours. Source:
 * docs/recommender.md.
 */
export function suggestVertical(question: VerticalQuestion): VerticalSuggestion | null {
  const { resource, mode, usage, outOfMemory = [] } = question;
  if (!hasEnoughSamples(usage)) return null;
  const lambda = overCost[resource][mode];
  const sized = resource === 'cpu' ? sizeCpu(usage, lambda) : sizeMemory(question, lambda);
  if (sized === null) return null;
  const { value, clamp } = bounded(sized.computed, sized.ceiling, question);
  const observed = replayRequest(usage, value, outOfMemory);
  return observed === null ? null : { ...sized, value, clamp, observed, lambda };
}

type Sized = Pick<VerticalSuggestion, 'computed' | 'rule' | 'judged' | 'ceiling'>;

function sizeCpu(usage: BinnedSeries, lambda: number): Sized | null {
  const least = leastCostRequest(usage, lambda);
  if (least === null) return null;
  const { value, ...judged } = least;
  return { computed: value, rule: null, judged, ceiling: null };
}

function sizeMemory(question: VerticalQuestion, lambda: number): Sized | null {
  const best = bestMemoryRule(question.usage, lambda, question);
  if (best === null) return null;
  const { rule, ceiling, ...judged } = best;
  return { computed: rule.statisticValue * rule.multiplier, rule, judged, ceiling };
}

type Bounded = Pick<VerticalSuggestion, 'value' | 'clamp'>;

/** Applies the ceiling, then the highest guard if it is above the value. */
function bounded(
  computed: number,
  ceiling: number | null,
  { resource, usage, outOfMemory = [] }: VerticalQuestion,
): Bounded {
  const lastHour = quantile(usage.subarray(-binsPerHour), 0.5);
  const limited: Bounded =
    ceiling !== null && ceiling < computed ? { value: ceiling, clamp: 'ceiling' } : { value: computed, clamp: null };
  return [
    { value: requestFloor[resource], clamp: 'floor' } as const,
    { value: lastHour * levelShiftGuard[resource], clamp: 'level shift' } as const,
    { value: resource === 'memory' ? neededAfterKills(outOfMemory) : 0, clamp: 'out of memory' } as const,
  ].reduce<Bounded>((high, guard) => (guard.value > high.value ? guard : high), limited);
}

/** Whether a kill is so recent that the request must stay above what the container would have used. */
export const isRecentKill = ({ binsAgo }: Pick<Kill, 'binsAgo'>): boolean => binsAgo < outOfMemoryHoldDays * binsPerDay;

/**
 * The samples cannot show how much a container needed beyond its limit. A kill therefore sets a lower bound. It does
 * not count as usage, because rules would multiply it again.
 */
const neededAfterKills = (kills: readonly Kill[]): number =>
  kills.filter(isRecentKill).reduce((highest, { limitBytes }) => Math.max(highest, neededAfterKill(limitBytes)), 0);
