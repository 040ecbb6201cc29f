import { type ModelMode, withinTolerance } from '@trimtab/core';
import { binSeconds } from '../ports/index.ts';
import { type BinnedSeries, binsPerDay, binsPerHour, highestUsage } from './bins.ts';
import { forecast } from './forecast.ts';
import { quantile } from './quantile.ts';

/**
 * The replicas that a workload needs: the maximum of a floor from the forecast, and the result of Kubernetes'
 * HorizontalPodAutoscaler rule for the newest sample. Source: docs/recommender.md.
 */
export type ReplicaPolicy = {
  /** The quantile of the forecast for the floor. Lower under an HPA, which adds pods above the floor. */
  readonly quantile: { readonly hpa: number; readonly alone: number };
  /** Without an HPA: the share of the last week for which the replicas must suffice. */
  readonly ofLastWeek: number;
  /** Without an HPA: the utilization at which the reactive rule adds replicas. */
  readonly reactiveTarget: number;
  readonly leastReplicas: number;
};

export const replicaPolicies: Record<ModelMode, ReplicaPolicy> = {
  cost_savings: { quantile: { hpa: 0.3, alone: 0.75 }, ofLastWeek: 0.95, reactiveTarget: 0.77, leastReplicas: 1 },
  balanced: { quantile: { hpa: 0.85, alone: 0.9 }, ofLastWeek: 0.99, reactiveTarget: 0.7, leastReplicas: 2 },
  max_assurance: { quantile: { hpa: 0.98, alone: 0.97 }, ofLastWeek: 1, reactiveTarget: 0.7, leastReplicas: 2 },
};

/**
 * The horizons of the floor, in bins. Under an HPA ten minutes, because the floor is computed every five minutes.
 * Without an HPA the next hour, where every third bin represents its neighbors.
 */
const horizons = { hpa: [1, 2], alone: [3, 6, 9, 12] } as const;

/** The horizons of the floor, and the quantile of the forecast for which it is computed. */
export function planAhead(mode: ModelMode, hasHpa: boolean) {
  const scaling = hasHpa ? 'hpa' : 'alone';
  const bins: readonly number[] = horizons[scaling];
  return { bins, minutes: (Math.max(...bins) * binSeconds) / 60, quantile: replicaPolicies[mode].quantile[scaling] };
}

/**
 * The minimum replicas. Some modes keep two pods. Without an HPA, they do not add a second pod to a target that should
 * run one, because that would double the price, and not every program can run twice.
 */
export function leastReplicas(mode: ModelMode, desired: number, hasHpa: boolean): number {
  const least = replicaPolicies[mode].leastReplicas;
  return hasHpa ? least : Math.max(1, Math.min(least, desired));
}

/** The target utilization without an HPA. */
export const plannedTarget = 0.7;
/** The HPA does not scale while usage is within a tenth of its target. */
const tolerance = 0.1;
/** Keeps rounding errors of a division from adding a replica. */
const rounding = 1e-9;

const ceil = (value: number): number => Math.max(0, Math.ceil(value - rounding));

export type ReplicaQuestion = {
  readonly mode: ModelMode;
  /** The workload's total usage on the five-minute grid, ending now: the resource that its scaling follows. */
  readonly usage: BinnedSeries;
  /** The request of one pod for that resource; above 0. */
  readonly requestPerPod: number;
  /** Ready pods. */
  readonly currentReplicas: number;
  /** The pods that should run, which may not be ready yet. Absent: the same number. */
  readonly desiredReplicas?: number;
  /** The HPA's target utilization as a fraction, and its bounds; null without an HPA. */
  readonly hpa: { readonly target: number | null; readonly minReplicas: number; readonly maxReplicas: number } | null;
  /** The result of `usageAhead`, if the caller already has it. */
  readonly expectedUsage?: number | null;
  /**
   * Without an HPA: whether the requests are sized for the usage of the running pods. In that case the pods may use 110
   * % of their requests before a pod is added. A target of 70 % would include the reserve for peaks twice.
   */
  readonly hasSizedRequests?: boolean;
};

export type ReplicaSuggestion = {
  readonly suggested: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** From the forecast; null without a forecast. */
  readonly floor: ReplicaFloor | null;
  /** The result of the HPA's rule for the newest sample; null without a sample. */
  readonly reactive: number | null;
  /** Without an HPA: for the busy times of the last week. Null under an HPA, which adds pods itself. */
  readonly lastWeek: WeekUsage | null;
  readonly target: number;
  /** The inputs of the numbers above. Absent in suggestions that older versions stored. */
  readonly inputs?: {
    readonly leastReplicas: number;
    /** The newest sample, and the utilization at which `reactive` adds replicas. */
    readonly newestUsage: number;
    readonly reactiveTarget: number;
    /** The usage was below this value for 5 % of the last week. */
    readonly lowUsage: number;
    /** The highest sample of the last two weeks. */
    readonly highestUsage: number;
  };
};

/** The usage not exceeded for this share of the last week, or of the `hours` since the first sample. */
type WeekUsage = {
  readonly quantile: number;
  readonly usage: number;
  readonly needed: number;
  readonly hours: number;
};

/** The HPA's rule: ceil(replicas × ratio), or the current replicas while the ratio is within a tenth of 1. */
export function reactiveReplicas(usage: number, requestPerPod: number, target: number, replicas: number): number {
  if (replicas <= 0) return ceil(usage / (requestPerPod * target));
  const ratio = usage / (replicas * requestPerPod * target);
  return Math.abs(ratio - 1) <= tolerance ? replicas : Math.max(1, ceil(replicas * ratio));
}

export type ReplicaFloor = {
  /** The `minReplicas` for the HPA, at least the minimum of the mode and at most the `maxReplicas` of the HPA. */
  readonly replicas: number;
  /** The replicas that the expected usage needs. */
  readonly needed: number;
  /** In cores or bytes. */
  readonly expectedUsage: number;
};

/** The usage for which the floor is computed: a quantile of the forecast; null without a forecast. */
export function usageAhead(
  mode: ModelMode,
  usage: BinnedSeries,
  hasHpa: boolean,
  forecastBy = forecast,
): number | null {
  const plan = planAhead(mode, hasHpa);
  const ahead = forecastBy(usage, plan.bins, [plan.quantile]).points.flatMap(({ quantiles }) => quantiles[0] ?? []);
  return ahead.length === 0 ? null : Math.max(...ahead);
}

/**
 * The replicas for the expected usage. Under an HPA: its `minReplicas` until the next call, five minutes later. Without
 * one: the replicas for the coming hour. Null without a forecast. A pure function that takes a few milliseconds.
 */
export function replicaFloor(
  question: Omit<ReplicaQuestion, 'currentReplicas' | 'desiredReplicas'>,
  forecastBy = forecast,
): ReplicaFloor | null {
  const { mode, usage, requestPerPod, hpa } = question;
  if (requestPerPod <= 0) return null;
  const expectedUsage =
    question.expectedUsage === undefined ? usageAhead(mode, usage, hpa !== null, forecastBy) : question.expectedUsage;
  if (expectedUsage === null) return null;
  const needed = ceil(expectedUsage / (requestPerPod * (hpa?.target ?? plannedTarget)));
  return {
    replicas: Math.min(
      Math.max(needed, replicaPolicies[mode].leastReplicas),
      hpa?.maxReplicas ?? Number.POSITIVE_INFINITY,
    ),
    needed,
    expectedUsage,
  };
}

/** The replicas that a usage needs at the target utilization: at least one, within the bounds of the HPA. */
export function neededReplicas(
  usage: number,
  requestPerPod: number,
  target: number,
  bounds: { readonly minReplicas: number; readonly maxReplicas: number } | null,
): number {
  const needed = Math.max(1, ceil(usage / (requestPerPod * target)));
  return bounds === null ? needed : Math.min(Math.max(needed, bounds.minReplicas), bounds.maxReplicas);
}

/** Null without a sample in the last hour. */
export function suggestReplicas(question: ReplicaQuestion, forecastBy = forecast): ReplicaSuggestion | null {
  const { usage, requestPerPod, currentReplicas, desiredReplicas = currentReplicas, hpa } = question;
  const policy = replicaPolicies[question.mode];
  const isSized = hpa === null && question.hasSizedRequests === true;
  const target = isSized ? 1 : (hpa?.target ?? plannedTarget);
  const newest = newestSample(usage);
  if (newest === null || requestPerPod <= 0) return null;
  const reactiveTarget = isSized ? 1 : (hpa?.target ?? policy.reactiveTarget);
  const reactive = reactiveReplicas(newest, requestPerPod, reactiveTarget, currentReplicas);
  const perPod = requestPerPod * target;
  const neededFor = (used: number): number =>
    isSized && withinTolerance(used, desiredReplicas * perPod) ? desiredReplicas : ceil(used / perPod);
  const ahead = replicaFloor(question, forecastBy);
  const floor = ahead === null ? null : { ...ahead, needed: neededFor(ahead.expectedUsage) };
  // The replicas stay until someone changes them, so they must also suffice for the busy times of a week. A saving on a
  // quiet Sunday would not last until Monday.
  const lastWeek = hpa === null ? usageOfLastWeek(usage, policy.ofLastWeek, neededFor) : null;
  const lowUsage = quantile(usage.subarray(-7 * binsPerDay), 0.05);
  const highest = highestUsage(usage.subarray(-14 * binsPerDay));
  const least = leastReplicas(question.mode, desiredReplicas, hpa !== null);
  const clamped = (value: number): number =>
    Math.min(Math.max(value, hpa?.minReplicas ?? 1), hpa?.maxReplicas ?? Number.POSITIVE_INFINITY);
  const suggested = clamped(Math.max(floor?.needed ?? 0, reactive, lastWeek?.needed ?? 0, least));
  // The lowest need of the last week may be higher than the need now. The minimum must not contradict the suggestion.
  const minReplicas = Math.min(clamped(Math.max(least, neededFor(lowUsage))), suggested);
  const maxReplicas = clamped(Math.max(ceil((1.25 * highest) / perPod), suggested));
  const inputs = { leastReplicas: least, newestUsage: newest, reactiveTarget, lowUsage, highestUsage: highest };
  return { suggested, minReplicas, maxReplicas, floor, reactive, lastWeek, target, inputs };
}

/** `neededFor`: returns how many pods a usage needs. */
function usageOfLastWeek(usage: BinnedSeries, share: number, neededFor: (used: number) => number): WeekUsage {
  const week = usage.subarray(-7 * binsPerDay);
  const highest = quantile(week, share);
  const first = week.findIndex((value) => !Number.isNaN(value));
  const hours = Math.round((week.length - first) / binsPerHour);
  return { quantile: share, usage: highest, needed: neededFor(highest), hours };
}

/** The newest sample of the last hour; null without one. */
function newestSample(usage: BinnedSeries): number | null {
  for (let index = usage.length - 1; index >= Math.max(0, usage.length - binsPerHour); index--) {
    const value = usage[index] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
}
