import type { NodeSettings } from '../api/schemas/costs.ts';
import { type Direction, scalesReplicas, scalesRequests } from '../domain/direction.ts';
import { finiteOrNull } from '../domain/resource.ts';
import { hourlyCost, type ResourceAmounts } from './node.ts';

/** Current cost and cost with the suggestion, in dollars an hour; null when unknown. */
export type CostPair = { readonly raw: number | null; readonly withSuggestions: number | null };

/** Current and suggested request of one pod, summed over its containers, and the current number of pods. */
type VerticalInput = {
  readonly request: ResourceAmounts;
  readonly suggestedRequest: ResourceAmounts;
  readonly replicas: number | null | undefined;
};
/** Current request of one pod, summed over its containers, and the current and suggested number of pods. */
type HorizontalInput = {
  readonly request: ResourceAmounts;
  readonly replicas: number | null | undefined;
  readonly suggestedReplicas: number | null | undefined;
};

/** Cost of the current and of the suggested requests, both at the current replicas. */
export function verticalCost(input: VerticalInput, settings: NodeSettings): CostPair {
  return {
    raw: podsCost(input.request, input.replicas, settings),
    withSuggestions: podsCost(input.suggestedRequest, input.replicas, settings),
  };
}

/** Cost of the current and of the suggested replicas, both at the current requests. */
export function horizontalCost(input: HorizontalInput, settings: NodeSettings): CostPair {
  return {
    raw: podsCost(input.request, input.replicas, settings),
    withSuggestions: podsCost(input.request, input.suggestedReplicas, settings),
  };
}

/**
 * raw − withSuggestions in dollars an hour: positive means waste, negative means that more is needed. Null when either
 * is missing.
 */
export function costGap(pair: CostPair | null | undefined): number | null {
  const raw = finiteOrNull(pair?.raw);
  const suggested = finiteOrNull(pair?.withSuggestions);
  return raw === null || suggested === null ? null : raw - suggested;
}

/**
 * The larger of two gaps. A missing gap is ignored and not read as 0, which would hide a negative one. Null when both
 * are missing.
 */
export function largerGap(horizontal: number | null | undefined, vertical: number | null | undefined): number | null {
  const known = [finiteOrNull(horizontal), finiteOrNull(vertical)].flatMap((gap) => gap ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** The larger gap of the directions of a target, in dollars an hour; null when no gap is known. */
export function directedGap(
  costs: { readonly horizontalCost?: CostPair | null | undefined; readonly verticalCost?: CostPair | null | undefined },
  direction: Direction,
): number | null {
  return largerGap(
    scalesReplicas(direction) ? costGap(costs.horizontalCost) : null,
    scalesRequests(direction) ? costGap(costs.verticalCost) : null,
  );
}

function podsCost(
  request: ResourceAmounts,
  replicas: number | null | undefined,
  settings: NodeSettings,
): number | null {
  const onePod = hourlyCost(request, settings);
  const pods = finiteOrNull(replicas);
  return onePod === null || pods === null ? null : finiteOrNull(onePod * pods);
}
