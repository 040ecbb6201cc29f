import { hourlyCost, largerGap, type NodeSettings } from '@trimtab/core';
import type { TargetRecord, Workload } from '../ports/index.ts';
import type { Advice } from '../recommender/suggest.ts';
import { currentReplicas } from './spec-view.ts';
import { type ByResource, minus, podRequest, sum, times } from './utilization.ts';

/** Dollars an hour; null where unknown. */
export type CostPair = { readonly raw: number | null; readonly withSuggestions: number | null };
export type TargetCosts = { readonly horizontal: CostPair; readonly vertical: CostPair };

const unknown: TargetCosts = {
  horizontal: { raw: null, withSuggestions: null },
  vertical: { raw: null, withSuggestions: null },
};

/** contract.md, "Costs": vertical is at current replicas, horizontal at current requests. */
export function targetCosts(workload: Workload | null, advice: Advice | null, settings: NodeSettings): TargetCosts {
  if (workload === null) return unknown;
  const replicas = currentReplicas(workload);
  const podCost = shareCost(podRequest(workload.containers), settings);
  const raw = times(podCost, replicas);
  const advisedPodCost = advice === null ? null : shareCost(advisedPodRequest(workload, advice), settings);
  return {
    horizontal: { raw, withSuggestions: times(podCost, advice?.replicas ?? null) },
    vertical: { raw, withSuggestions: times(advisedPodCost, replicas) },
  };
}

export const shareCost = ({ cpu, memory }: ByResource, settings: NodeSettings): number | null =>
  hourlyCost({ cpuCores: cpu, memoryBytes: memory }, settings);

/** One pod with the advised requests; a container's request stays as it is where there is no advice for it. */
export function advisedPodRequest(workload: Workload, advice: Advice): ByResource {
  const advised = new Map(advice.containers.map((container) => [container.name, container]));
  return {
    cpu: sum(workload.containers.map(({ name, cpuRequest }) => advised.get(name)?.cpu ?? cpuRequest)),
    memory: sum(workload.containers.map(({ name, memoryRequest }) => advised.get(name)?.memory ?? memoryRequest)),
  };
}

/**
 * Dollars an hour. A recommendation target: what is wasted, the larger of the gaps of its directions (negative: it needs
 * more). An autonomous one: what it saves against the recorded state before, null without a record.
 */
export function hourlyWasteSavings(
  record: TargetRecord,
  costs: TargetCosts,
  settings: NodeSettings,
  autonomous: boolean,
): number | null {
  if (autonomous) return minus(costBefore(record, settings), costs.vertical.raw);
  const gap = ({ raw, withSuggestions }: CostPair) => minus(raw, withSuggestions);
  return largerGap(
    record.horizontal === null ? null : gap(costs.horizontal),
    record.vertical === null ? null : gap(costs.vertical),
  );
}

function costBefore({ unoptimized }: TargetRecord, settings: NodeSettings): number | null {
  return unoptimized === null
    ? null
    : times(shareCost(podRequest(unoptimized.containers), settings), unoptimized.replicas);
}
