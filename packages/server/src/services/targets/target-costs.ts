import {
  type CostPair,
  type Direction,
  directedGap,
  horizontalCost,
  hourlyCost,
  type Mode,
  type NodeSettings,
  type ResourceAmounts,
  verticalCost,
} from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import type { Advice } from '../../recommender/recommendation.ts';
import { currentReplicas } from './spec-view.ts';
import { sum } from './utilization.ts';

/** Dollars per hour; null when unknown. `advised`: after applying the suggestions in all directions of the target. */
export type TargetCosts = {
  readonly horizontalCost: CostPair;
  readonly verticalCost: CostPair;
  readonly now: number | null;
  readonly advised: number | null;
};

const unknownPair: CostPair = { raw: null, withSuggestions: null };
const unknown: TargetCosts = { horizontalCost: unknownPair, verticalCost: unknownPair, now: null, advised: null };

/** The costs of docs/contract/costs.md. */
export function targetCosts(
  record: TargetRecord,
  workload: Workload | null,
  advice: Advice | null,
  settings: NodeSettings,
): TargetCosts {
  if (workload === null) return unknown;
  const replicas = currentReplicas(workload);
  const request = podRequest(workload.containers);
  const suggestedReplicas = advice?.replicas ?? null;
  const suggestedRequest = advice === null ? missing : advisedRequest(workload, advice);
  const vertical = verticalCost({ request, suggestedRequest, replicas }, settings);
  const advisedReplicas = (record.horizontal === null ? null : suggestedReplicas) ?? replicas;
  const advised = record.vertical === null ? request : suggestedRequest;
  return {
    horizontalCost: horizontalCost({ request, replicas, suggestedReplicas }, settings),
    verticalCost: vertical,
    now: vertical.raw,
    advised:
      advice === null
        ? null
        : verticalCost({ request: advised, suggestedRequest: missing, replicas: advisedReplicas }, settings).raw,
  };
}

const missing: ResourceAmounts = { cpuCores: null, memoryBytes: null };

/** The requests of one pod; null for a resource that a container does not request. */
export function podRequest(
  containers: readonly { readonly cpuRequest: number | null; readonly memoryRequest: number | null }[],
): ResourceAmounts {
  return {
    cpuCores: sum(containers.map(({ cpuRequest }) => cpuRequest)),
    memoryBytes: sum(containers.map(({ memoryRequest }) => memoryRequest)),
  };
}

/** The requests of one pod after applying the suggestion. Requests without a suggestion keep their value. */
export function advisedRequest(workload: Workload, advice: Advice): ResourceAmounts {
  const advised = new Map(advice.containers.map((container) => [container.name, container]));
  return podRequest(
    workload.containers.map(({ name, cpuRequest, memoryRequest }) => ({
      cpuRequest: advised.get(name)?.cpu ?? cpuRequest,
      memoryRequest: advised.get(name)?.memory ?? memoryRequest,
    })),
  );
}

/**
 * Dollars per hour. In recommendation mode it is the waste: the larger gap of the target's directions, negative if the
 * target needs more. In autonomous mode it is the savings since the recorded earlier state; null without that record.
 */
export function hourlyWasteSavings(
  { unoptimized }: TargetRecord,
  costs: TargetCosts,
  settings: NodeSettings,
  { mode, direction }: { mode: Mode; direction: Direction },
): number | null {
  if (mode === 'Recommendation') return directedGap(costs, direction);
  if (unoptimized === null || costs.now === null) return null;
  const podBefore = hourlyCost(podRequest(unoptimized.containers), settings);
  return podBefore === null ? null : podBefore * unoptimized.replicas - costs.now;
}
