import type { NodeSettings } from '../api/schemas/costs.ts';
import { type Direction, scalesReplicas, scalesRequests } from '../domain/direction.ts';
import { finiteOrNull } from '../domain/resource.ts';
import { hourlyCost, type ResourceAmounts } from './node.ts';

/** Dollars an hour as it is, and as it would be with the suggestion; null where unknown. */
export type CostPair = { readonly raw: number | null; readonly withSuggestions: number | null };

/** What one pod requests now and would request, all its containers summed, and how many pods there are and would be. */
type VerticalInput = {
  readonly request: ResourceAmounts;
  readonly suggestedRequest: ResourceAmounts;
  readonly replicas: number | null | undefined;
};
/** What one pod requests, all its containers summed, and how many pods there are and would be. */
type HorizontalInput = {
  readonly request: ResourceAmounts;
  readonly replicas: number | null | undefined;
  readonly suggestedReplicas: number | null | undefined;
};

/** Current against suggested requests, both at the current replicas. */
export function verticalCost(input: VerticalInput, settings: NodeSettings): CostPair {
  return {
    raw: podsCost(input.request, input.replicas, settings),
    withSuggestions: podsCost(input.suggestedRequest, input.replicas, settings),
  };
}

/** Current against suggested replicas, both at the current requests. */
export function horizontalCost(input: HorizontalInput, settings: NodeSettings): CostPair {
  return {
    raw: podsCost(input.request, input.replicas, settings),
    withSuggestions: podsCost(input.request, input.suggestedReplicas, settings),
  };
}

/** raw − withSuggestions, dollars an hour: positive is waste, negative is need. Null when either is missing. */
export function costGap(pair: CostPair | null | undefined): number | null {
  const raw = finiteOrNull(pair?.raw);
  const suggested = finiteOrNull(pair?.withSuggestions);
  return raw === null || suggested === null ? null : raw - suggested;
}

/** The larger of two gaps. A missing one is left out: it is not 0, and must not hide that the other is negative. */
export function largerGap(horizontal: number | null | undefined, vertical: number | null | undefined): number | null {
  const known = [finiteOrNull(horizontal), finiteOrNull(vertical)].flatMap((gap) => gap ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** The larger gap of the directions that a target has, dollars an hour; null when none of them is known. */
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
