import {
  type AstSpecView,
  assessStatus,
  deriveDirection,
  deriveMode,
  type Health,
  hourMs,
  hoursBeforeAdvice,
  type Mode,
  type NodeSettings,
  type RecommendationFacts,
  recommendationType,
  type TargetRecommendation,
  type TargetStatus,
} from '@trimtab/core';
import type { TargetRecord, Workload, WorkloadUsage } from '../ports/index.ts';
import { type Advice, suggest } from '../recommender/suggest.ts';
import { currentReplicas, specView } from './spec-view.ts';
import { hourlyWasteSavings, type TargetCosts, targetCosts } from './target-costs.ts';
import { workloadHealth } from './utilization.ts';

/** Everything the lists and the KPIs say about one target, computed once. */
export type TargetRow = {
  readonly record: TargetRecord;
  readonly spec: AstSpecView;
  readonly mode: Mode;
  readonly scaling: string;
  /** Null: not in the cluster, or nobody knows because the source failed. */
  readonly workload: Workload | null;
  readonly health: Health;
  readonly status: TargetStatus;
  readonly advice: Advice | null;
  readonly recommendation: TargetRecommendation;
  readonly costs: TargetCosts;
  /** Dollars an hour. */
  readonly hourlyWasteSavings: number | null;
};

export type RowInput = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly usage: WorkloadUsage | null;
  /** Sentences about a source that could not be asked; null when it answered. */
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

export function targetRow({ record, workload, usage, failure, settings, now }: RowInput): TargetRow {
  const spec = specView(record);
  const mode = deriveMode(spec.spec);
  const direction = deriveDirection(spec.spec);
  const health = workload === null ? noHealth : workloadHealth(workload, usage);
  const since = usage?.since ?? null;
  const sampledHours = since === null ? null : (now - since) / hourMs;
  const advice = advise(workload, usage, sampledHours);
  const costs = targetCosts(record, workload, advice, settings);
  const sourceFailure = failure.cluster ?? failure.metrics ?? usage?.problem ?? null;
  return {
    record,
    spec,
    mode,
    scaling: direction,
    workload,
    health,
    status: assessStatus({
      workloadMissing: workload === null && failure.cluster === null,
      sourceFailure,
      missingRequests: health.risks.filter(({ type }) => type === 'noRequest').map(({ message }) => message),
      utilization: health.utilization,
      sampledHours,
    }),
    advice,
    recommendation: recommend(record, workload, advice, costs, sourceFailure !== null, sampledHours),
    costs,
    hourlyWasteSavings: hourlyWasteSavings(record, costs, settings, { mode, direction }),
  };
}

function advise(workload: Workload | null, usage: WorkloadUsage | null, sampledHours: number | null): Advice | null {
  if (workload === null || usage === null || sampledHours === null || sampledHours < hoursBeforeAdvice) return null;
  return suggest({ workload, usage, currentReplicas: currentReplicas(workload) });
}

/** Only the directions that the target has count. */
function recommend(
  record: TargetRecord,
  workload: Workload | null,
  advice: Advice | null,
  costs: TargetCosts,
  sourceFailed: boolean,
  sampledHours: number | null,
): TargetRecommendation {
  if (workload === null || sourceFailed) return recommendationType({ ...nothingAdvised, failed: true });
  // Without advice there is too little to advise from, however long ago the first sample was.
  if (advice === null) return recommendationType(nothingAdvised);
  const requested = new Map(workload.containers.map((container) => [container.name, container]));
  return recommendationType({
    failed: false,
    sampledHours,
    replicas: record.horizontal === null ? null : { current: currentReplicas(workload), suggested: advice.replicas },
    resources:
      record.vertical === null
        ? []
        : advice.containers.flatMap(({ name, cpu, memory }): RecommendationFacts['resources'] => [
            // A request that is not set is a request of nothing: setting it is a change.
            { resource: 'cpu', current: requested.get(name)?.cpuRequest ?? 0, suggested: cpu },
            { resource: 'memory', current: requested.get(name)?.memoryRequest ?? 0, suggested: memory },
          ]),
    hourlyCost: { current: costs.now, suggested: costs.advised },
  });
}

const nothingAdvised = {
  failed: false,
  sampledHours: null,
  replicas: null,
  resources: [],
  hourlyCost: { current: null, suggested: null },
};
