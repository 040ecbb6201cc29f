import { type BinnedSeries, binsPerDay, binsPerHour } from './bins.ts';
import { forecast } from './forecast.ts';
import { quantile } from './quantile.ts';
import type { ModelMode } from './vertical-rules.ts';

/**
 * How many replicas a workload needs: a floor from the forecast of the next ten minutes, and the rule of Kubernetes'
 * horizontal pod autoscaler on top for what no forecast saw. Source: design page "recommender", section 4c.
 */
export type ReplicaPolicy = {
  /** The quantile of the forecast that the floor must carry. */
  readonly quantile: number;
  /** The utilization at which the reactive rule adds replicas. */
  readonly reactiveTarget: number;
  /** Replicas are only taken away when this many minutes agree; 0 takes them away at once. */
  readonly scaleInMinutes: number;
  readonly leastReplicas: number;
};

export const replicaPolicies: Record<ModelMode, ReplicaPolicy> = {
  cost_savings: { quantile: 0.3, reactiveTarget: 0.77, scaleInMinutes: 0, leastReplicas: 1 },
  balanced: { quantile: 0.75, reactiveTarget: 0.7, scaleInMinutes: 0, leastReplicas: 2 },
  max_assurance: { quantile: 0.97, reactiveTarget: 0.7, scaleInMinutes: 5, leastReplicas: 2 },
};

/** The utilization that planned replicas are to run at, unless an autoscaler names one. */
const plannedTarget = 0.7;
/** The autoscaler leaves a workload alone while usage is within a tenth of its target. */
const tolerance = 0.1;
/** Ceilings forgive the last bits of a floating-point division. */
const rounding = 1e-9;

const ceil = (value: number): number => Math.ceil(value - rounding);

export type ReplicaQuestion = {
  readonly mode: ModelMode;
  /** The workload's total usage on the five-minute grid, ending now: the resource that its scaling follows. */
  readonly usage: BinnedSeries;
  /** What one pod requests of that resource; > 0. */
  readonly requestPerPod: number;
  readonly currentReplicas: number;
  /** The autoscaler's target utilization as a fraction, and its bounds, where there is one. */
  readonly hpa: { readonly target: number | null; readonly minReplicas: number; readonly maxReplicas: number } | null;
};

export type ReplicaSuggestion = {
  readonly suggested: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** From the forecast; null where none could be made. */
  readonly floor: number | null;
  /** What the autoscaler's rule gives for the newest sample; null without one. */
  readonly reactive: number | null;
  readonly target: number;
  /** The usage that the floor carries, in the resource's unit. */
  readonly expectedUsage: number | null;
};

/** ceil(replicas × ratio), or the current number while the ratio is within a tenth of 1. */
export function reactiveReplicas(usage: number, requestPerPod: number, target: number, replicas: number): number {
  if (replicas <= 0) return ceil(usage / (requestPerPod * target));
  const ratio = usage / (replicas * requestPerPod * target);
  return Math.abs(ratio - 1) <= tolerance ? replicas : Math.max(1, ceil(replicas * ratio));
}

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

/** The youngest sample of the last hour; older ones say nothing about now. */
function newestSample(usage: BinnedSeries): number | null {
  for (let index = usage.length - 1; index >= Math.max(0, usage.length - binsPerHour); index--) {
    const value = usage[index] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
}
