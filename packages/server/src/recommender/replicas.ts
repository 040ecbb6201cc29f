import { type BinnedSeries, binsPerDay, binsPerHour } from './bins.ts';
import { forecast } from './forecast.ts';
import { quantile } from './quantile.ts';
import type { ModelMode } from './vertical-rules.ts';

/**
 * The replicas that a workload needs: the maximum of a floor from the forecast of the next ten minutes and the rule of
 * Kubernetes' horizontal pod autoscaler for the newest sample. Source: docs/recommender.md.
 */
export type ReplicaPolicy = {
  /** The quantile of the forecast that the floor can carry. */
  readonly quantile: number;
  /** The utilization at which the reactive rule adds replicas. */
  readonly reactiveTarget: number;
  /** Replicas are removed after this many minutes of lower need; 0: immediately. */
  readonly scaleInMinutes: number;
  readonly leastReplicas: number;
};

export const replicaPolicies: Record<ModelMode, ReplicaPolicy> = {
  cost_savings: { quantile: 0.3, reactiveTarget: 0.77, scaleInMinutes: 0, leastReplicas: 1 },
  balanced: { quantile: 0.75, reactiveTarget: 0.7, scaleInMinutes: 0, leastReplicas: 2 },
  max_assurance: { quantile: 0.97, reactiveTarget: 0.7, scaleInMinutes: 5, leastReplicas: 2 },
};

/** The target utilization without an HPA. */
const plannedTarget = 0.7;
/** The HPA does not scale while usage is within a tenth of its target. */
const tolerance = 0.1;
/** Keeps rounding errors of a division from adding a replica. */
const rounding = 1e-9;

const ceil = (value: number): number => Math.ceil(value - rounding);

export type ReplicaQuestion = {
  readonly mode: ModelMode;
  /** The workload's total usage on the five-minute grid, ending now: the resource that its scaling follows. */
  readonly usage: BinnedSeries;
  /** The request of one pod for that resource; above 0. */
  readonly requestPerPod: number;
  readonly currentReplicas: number;
  /** The HPA's target utilization as a fraction, and its bounds; null without an HPA. */
  readonly hpa: { readonly target: number | null; readonly minReplicas: number; readonly maxReplicas: number } | null;
};

export type ReplicaSuggestion = {
  readonly suggested: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** From the forecast; null without a forecast. */
  readonly floor: number | null;
  /** The result of the HPA's rule for the newest sample; null without a sample. */
  readonly reactive: number | null;
  readonly target: number;
  /** The usage that the floor carries, in cores or bytes; null without a forecast. */
  readonly expectedUsage: number | null;
};

/** The HPA's rule: ceil(replicas × ratio), or the current replicas while the ratio is within a tenth of 1. */
export function reactiveReplicas(usage: number, requestPerPod: number, target: number, replicas: number): number {
  if (replicas <= 0) return ceil(usage / (requestPerPod * target));
  const ratio = usage / (replicas * requestPerPod * target);
  return Math.abs(ratio - 1) <= tolerance ? replicas : Math.max(1, ceil(replicas * ratio));
}

/** Null without a sample in the last hour. */
export function suggestReplicas(question: ReplicaQuestion): ReplicaSuggestion | null {
  const { usage, requestPerPod, currentReplicas, hpa } = question;
  const policy = replicaPolicies[question.mode];
  const target = hpa?.target ?? plannedTarget;
  const newest = newestSample(usage);
  if (newest === null || requestPerPod <= 0) return null;
  const ahead = forecast(usage, [1, 2], [policy.quantile]).points.flatMap(({ quantiles }) => quantiles[0] ?? []);
  const expectedUsage = ahead.length > 0 ? Math.max(...ahead) : null;
  const floor = expectedUsage === null ? null : ceil(expectedUsage / (requestPerPod * target));
  const reactive = reactiveReplicas(newest, requestPerPod, hpa?.target ?? policy.reactiveTarget, currentReplicas);
  const needed = usage.map((value) => value / (requestPerPod * target));
  const week = needed.subarray(Math.max(0, needed.length - 7 * binsPerDay));
  const fortnight = needed.subarray(Math.max(0, needed.length - 14 * binsPerDay));
  const usualLow = ceil(quantile(week, 0.05));
  const highest = fortnight.reduce((most, value) => (value > most ? value : most), 0);
  const least = hpa?.minReplicas ?? 1;
  const most = hpa?.maxReplicas ?? Number.POSITIVE_INFINITY;
  const clamped = (value: number): number => Math.min(Math.max(value, least), most);
  const minReplicas = clamped(Math.max(1, policy.leastReplicas, usualLow));
  const suggested = clamped(Math.max(floor ?? 0, reactive, policy.leastReplicas, 1));
  const maxReplicas = clamped(Math.max(ceil(1.25 * highest), minReplicas, suggested));
  return { suggested, minReplicas, maxReplicas, floor, reactive, target, expectedUsage };
}

/** The newest sample of the last hour; null without one. */
function newestSample(usage: BinnedSeries): number | null {
  for (let index = usage.length - 1; index >= Math.max(0, usage.length - binsPerHour); index--) {
    const value = usage[index] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
}
