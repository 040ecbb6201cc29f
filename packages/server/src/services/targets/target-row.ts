import {
  assessStatus,
  costGap,
  deriveDirection,
  deriveMode,
  type Health,
  type HealthRisk,
  hourMs,
  hoursBeforeAdvice,
  type Mode,
  type NodeSettings,
  type RecommendationFacts,
  type ResourceName,
  recommendationType,
  type TargetChange,
  type TargetRecommendation,
  type TargetStatus,
} from '@trimtab/core';
import type { TargetRecord, Workload, WorkloadUsage } from '../../ports/index.ts';
import type { Advice, SizedRequest } from '../../recommender/recommendation.ts';
import type { CostSides } from '../costs/cost-response.ts';
import { recentSides } from '../costs/recent-costs.ts';
import type { Evaluation } from '../suggestions/evaluation.ts';
import { currentReplicas, runsNothing, specView } from './spec-view.ts';
import { changeOf, lacksMemory } from './suggested-change.ts';
import { hourlyWasteSavings, type TargetCosts, targetCosts } from './target-costs.ts';
import { unknownRequestsText, workloadHealth } from './utilization.ts';

/** The figures of one target in lists, KPIs and comparisons. */
export type ListRow = {
  readonly record: TargetRecord;
  readonly mode: Mode;
  readonly scaling: string;
  readonly health: Pick<Health, 'utilization' | 'averageUtilization'> & {
    readonly risks: readonly Pick<HealthRisk, 'type' | 'weight'>[];
  };
  /** The part of the last 24 hours that the figures cover; undefined when unknown. */
  readonly observed: number | undefined;
  /** Why the source failed for only this workload; null if it did not. */
  readonly problem: string | null;
  readonly status: TargetStatus;
  /** `tooltip`: the reason why there is no suggestion. */
  readonly recommendation: TargetRecommendation & { readonly tooltip?: string };
  readonly costs: TargetCosts;
  /** Dollars per hour. */
  readonly hourlyWasteSavings: number | null;
  /** What all suggestions together save, in dollars per hour; null in autonomous mode and when unknown. */
  readonly netHourlySavings: number | null;
  /** Both sides of the comparison of costs. */
  readonly sides: CostSides;
  /** Whether its suggestion is still being computed. */
  readonly isComing: boolean;
  /** Whether its past usage could not be read, so that nothing could be suggested. */
  readonly hasFailed: boolean;
  /** When its suggestion was published; null without one. */
  readonly publishedAt: number | null;
  /** Whether the suggested memory is more than 10 % above the request of a container, or above its limit. */
  readonly lacksMemory: boolean;
  /** What the suggestion changes; null unless the badge names a change. */
  readonly change: TargetChange | null;
};

/** One target with everything that is known about it. */
export type TargetRow = Omit<ListRow, 'health'> & {
  /** Null: not in the cluster, or unknown because the source failed. */
  readonly workload: Workload | null;
  readonly health: Health;
  readonly evaluation: Evaluation;
  readonly advice: Advice | null;
};

export type RowInput = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly usage: WorkloadUsage | null;
  readonly evaluation: Evaluation;
  /** For each source, a sentence if it did not answer; null if it answered. */
  readonly failure: { readonly cluster: string | null; readonly metrics: string | null };
  readonly settings: NodeSettings;
  readonly now: number;
};

const noHealth: Health = {
  utilization: { cpu: null, memory: null },
  averageUtilization: null,
  replicas: null,
  risks: [],
};

export function targetRow({ record, workload, usage, evaluation, failure, settings, now }: RowInput): TargetRow {
  const { spec } = specView(record);
  const mode = deriveMode(spec);
  const direction = deriveDirection(spec);
  const health = workload === null ? noHealth : workloadHealth(workload, usage);
  const since = usage?.since ?? null;
  const advice = workload !== null && evaluation.kind === 'advised' ? evaluation.recommendation : null;
  // `since` covers only two days and the current pods. A workload that runs some hours a day may have older samples.
  const sampledHours = advice !== null ? hoursBeforeAdvice : since === null ? null : (now - since) / hourMs;
  const costs = targetCosts(record, workload, advice, settings);
  const unknownRequests = workload === null ? null : unknownRequestsText(workload);
  const sourceFailure = failure.cluster ?? failure.metrics ?? usage?.problem ?? unknownRequests;
  const problem = usage?.problem ?? null;
  const status = assessStatus({
    workloadMissing: workload === null && failure.cluster === null,
    sourceFailure,
    missingRequests: health.risks.filter(({ type }) => type === 'noRequest').map(({ message }) => message),
    utilization: health.utilization,
    sampledHours,
    observed: usage?.observed,
    isScaledToZero: workload !== null && runsNothing(workload),
  });
  const recommendation = recommend(record, workload, evaluation, costs, {
    sourceFailed: sourceFailure !== null,
    underProvisioned: health.risks.flatMap(({ type, resource }) => (type === 'underProvisioned' ? resource : [])),
  });
  const common = { record, mode, workload, health, observed: usage?.observed, problem, status, advice, recommendation };
  return {
    ...common,
    scaling: direction,
    evaluation,
    costs,
    sides: recentSides(common, usage),
    // No suggestion will follow if the workload is missing or the source failed for it.
    isComing: workload !== null && problem === null && evaluation.kind === 'none' && evaluation.computing,
    hasFailed: workload !== null && evaluation.kind === 'none' && evaluation.failed === true,
    publishedAt: evaluation.kind === 'advised' ? evaluation.publishedAt : null,
    lacksMemory: lacksMemory(record, workload, advice),
    change: changeOf(record, workload, advice, recommendation),
    hourlyWasteSavings: hourlyWasteSavings(record, costs, settings, { mode, direction }),
    netHourlySavings: mode === 'Recommendation' ? costGap({ raw: costs.now, withSuggestions: costs.advised }) : null,
  };
}

/** Only considers the directions of the target. */
function recommend(
  record: TargetRecord,
  workload: Workload | null,
  evaluation: Evaluation,
  costs: TargetCosts,
  {
    sourceFailed,
    underProvisioned,
  }: { readonly sourceFailed: boolean; readonly underProvisioned: readonly ResourceName[] },
): TargetRow['recommendation'] {
  if (workload === null || sourceFailed) return recommendationType({ ...nothingAdvised, failed: true });
  if (evaluation.kind === 'none') {
    const base = recommendationType({ ...nothingAdvised, failed: evaluation.failed === true });
    return { ...base, label: evaluation.label ?? base.label, tooltip: evaluation.reason };
  }
  const advice = evaluation.recommendation;
  const requested = new Map(workload.containers.map((container) => [container.name, container]));
  return recommendationType({
    failed: false,
    // With fewer hours there is no suggestion.
    sampledHours: hoursBeforeAdvice,
    replicas: record.horizontal === null ? null : { current: currentReplicas(workload), suggested: advice.replicas },
    resources:
      record.vertical === null
        ? []
        : advice.containers.flatMap(({ name, cpu, memory }): RecommendationFacts['resources'] => [
            // A missing request counts as 0, so that setting it is a change.
            { resource: 'cpu', current: requested.get(name)?.cpuRequest ?? 0, suggested: cpu },
            { resource: 'memory', current: requested.get(name)?.memoryRequest ?? 0, suggested: memory },
          ]),
    hourlyCost: { current: costs.now, suggested: costs.advised },
    needsMore: [...underProvisioned, ...(advice.sized.some(isRaisedAfterKill) ? (['memory'] as const) : [])],
  });
}

const isRaisedAfterKill = ({ kills, current, suggestion }: SizedRequest): boolean =>
  kills.some(({ recent }) => recent) && suggestion.value > (current?.request ?? 0);

const nothingAdvised = {
  failed: false,
  sampledHours: null,
  replicas: null,
  resources: [],
  hourlyCost: { current: null, suggested: null },
};
