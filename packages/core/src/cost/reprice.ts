import type { Comparison, NodeSettings } from '../api/schemas/costs.ts';
import { type Direction, scalesRequests } from '../domain/direction.ts';
import { finiteOrNull } from '../domain/resource.ts';
import { requestedAmounts, type Variant } from './comparison.ts';
import { type CostPair, directedGap } from './gaps.ts';
import { hourlyCost } from './node.ts';

type Repricing = {
  /** Of the same target; null if it is not known. */
  readonly comparison: Pick<Comparison, 'resources'> | null;
  readonly direction: Direction;
  /** The node that the costs were computed with. */
  readonly from: NodeSettings;
  readonly to: NodeSettings;
};

/**
 * The larger gap of a target in recommendation mode on another node, in dollars an hour. Null when it is unknown.
 *
 * The server's costs do not contain the amounts, and the comparison does not contain the replicas, but both are the same
 * requests times some number of pods. That number does not change how the price of an amount depends on the node, so each
 * cost is multiplied by what the amounts of the comparison cost on the one node and on the other.
 */
export function repricedGap(
  costs: { readonly horizontalCost: CostPair; readonly verticalCost: CostPair },
  { comparison, direction, from, to }: Repricing,
): number | null {
  const ratio = (variant: Variant) => costRatio(comparison, { variant, from, to });
  const now = ratio('unoptimized');
  const suggested = scalesRequests(direction) ? ratio('optimized') : now;
  if (now === null || suggested === null) return null;
  const { horizontalCost, verticalCost } = costs;
  return directedGap(
    {
      // The suggested replicas have the current requests.
      horizontalCost: {
        raw: times(horizontalCost.raw, now),
        withSuggestions: times(horizontalCost.withSuggestions, now),
      },
      verticalCost: {
        raw: times(verticalCost.raw, now),
        withSuggestions: times(verticalCost.withSuggestions, suggested),
      },
    },
    direction,
  );
}

/** How many times as much the requests of one side cost on the other node. */
function costRatio(
  comparison: Repricing['comparison'],
  { variant, from, to }: Pick<Repricing, 'from' | 'to'> & { variant: Variant },
): number | null {
  const ofPrices = to.node_hourly_cost / from.node_hourly_cost;
  if (from.node_cpu_cores === to.node_cpu_cores && from.node_memory_bytes === to.node_memory_bytes) return ofPrices;
  if (comparison === null) return null;
  const amounts = requestedAmounts(comparison, variant);
  const [before, after] = [hourlyCost(amounts, from), hourlyCost(amounts, to)];
  if (before === null || after === null) return null;
  return before === 0 ? ofPrices : after / before;
}

function times(cost: number | null, ratio: number): number | null {
  const known = finiteOrNull(cost);
  return known === null ? null : finiteOrNull(known * ratio);
}
