import type { Suggestion } from '../../api/schemas/suggestions.ts';
import type { Hpa, ScaleTarget } from '../../api/schemas/targets.ts';
import { formatList } from '../../format/list.ts';
import { formatCount } from '../../format/number.ts';
import { formatReplicaRange } from '../../format/replicas.ts';
import { requestQuantity } from '../../format/target-change.ts';
import { parseQuantity } from '../../quantity/quantity.ts';
import { type Direction, scalesReplicas, scalesRequests } from '../direction.ts';
import { finiteOrNull, isResourceName, type ResourceName, resourceLabels } from '../resource.ts';
import { relativeChange } from '../tolerance.ts';

/** A suggested request, in cores or bytes. `before`: null without a request. */
export type RequestChange = {
  readonly container: string;
  readonly resource: ResourceName;
  readonly before: number | null;
  readonly after: number;
  /** The limit that changes with the request; null if it stays or is unknown. */
  readonly limit: { readonly before: number | null; readonly after: number } | null;
};

/** Everything that a suggestion sets, including values that stay the same. */
export type Changes = {
  readonly requests: readonly RequestChange[];
  /** Null if the target does not scale its replicas, or the suggestion has none. */
  readonly replicas: { readonly before: number | null; readonly after: number } | null;
  /** The autoscaler that sets the replicas, with its suggested bounds; null without one. */
  readonly autoscaler: { readonly before: Bounds; readonly after: Bounds } | null;
};

type Bounds = { readonly min: number | null; readonly max: number | null };

export function suggestedChanges(
  workload: Pick<ScaleTarget, 'containers' | 'current_replicas' | 'kind'>,
  suggestion: Suggestion,
  { direction, hpa }: { readonly direction: Direction; readonly hpa: Hpa | null | undefined },
): Changes {
  const containers = new Map(workload.containers.map((container) => [container.name, container]));
  const suggested = finiteOrNull(suggestion.suggestedReplicas);
  const isScaled = scalesReplicas(direction) && workload.kind !== 'DaemonSet' && suggested !== null;
  return {
    requests: (scalesRequests(direction) ? suggestion.resourceRecommendations : []).flatMap(
      ({ container, recommendations }) =>
        recommendations.flatMap(({ resource, value, limit }): RequestChange[] => {
          const [after, newLimit] = [parseQuantity(value), parseQuantity(limit)];
          const own = containers.get(container);
          if (own === undefined || !isResourceName(resource) || after === null) return [];
          const oldLimit = finiteOrNull(own.limits?.[resource]);
          const keepsLimit = own.limits === undefined || newLimit === null || newLimit === oldLimit;
          // A request of 0 is no request.
          const before = finiteOrNull(own.average_requests[resource]) || null;
          return [
            { container, resource, before, after, limit: keepsLimit ? null : { before: oldLimit, after: newLimit } },
          ];
        }),
    ),
    replicas: isScaled ? { before: finiteOrNull(workload.current_replicas), after: suggested } : null,
    autoscaler:
      isScaled && hpa
        ? {
            before: { min: finiteOrNull(hpa.min_replicas), max: finiteOrNull(hpa.max_replicas) },
            after: { min: finiteOrNull(suggestion.minReplicas), max: finiteOrNull(suggestion.maxReplicas) },
          }
        : null,
  };
}

/** A sentence with more parts is hard to read, so the other parts are only counted. */
const mostParts = 4;

type Part = { readonly verb: 'set' | 'raise' | 'lower'; readonly text: string; readonly size: number };

/**
 * What to do, as a phrase: `Raise memory 768Mi → 1611Mi, run 3 → 2 pods`. The largest change comes first. `isNamed`: the
 * workload has several containers, so that each request names its own.
 */
export function changesText({ requests, replicas, autoscaler }: Changes, isNamed: boolean): string {
  const parts = requests.flatMap((change) => requestPart(change, isNamed)).toSorted((a, b) => b.size - a.size);
  const shown = parts.slice(0, mostParts);
  const left = parts.length - shown.length;
  const verbs = [...new Set(shown.map(({ verb }) => verb))];
  const phrases = [
    ...verbs.map((verb) => `${verb} ${formatList(shown.flatMap((part) => (part.verb === verb ? part.text : [])))}`),
    ...(left > 0 ? [`and ${formatCount(left)} smaller ${left === 1 ? 'change' : 'changes'}`] : []),
    ...podsText(replicas, autoscaler),
  ];
  const text = phrases.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function requestPart({ container, resource, before, after, limit }: RequestChange, isNamed: boolean): Part[] {
  const quantity = (amount: number | null) => (amount === null ? 'none' : requestQuantity(resource, amount));
  const arrow = (change: { before: number | null; after: number }) =>
    `${quantity(change.before)} → ${quantity(change.after)}`;
  const label = resource === 'cpu' ? resourceLabels.cpu : 'memory';
  const subject = isNamed ? `${container} ${label}` : label;
  const withLimit = limit === null ? '' : ` (limit ${arrow(limit)})`;
  if (before === null)
    return [{ verb: 'set', text: `${subject} ${quantity(after)}${withLimit}`, size: Number.POSITIVE_INFINITY }];
  if (quantity(before) === quantity(after))
    return limit === null ? [] : [{ verb: verbOf(limit), text: `${subject} limit ${arrow(limit)}`, size: 0 }];
  const size = Math.abs(relativeChange(before, after) ?? 0);
  return [{ verb: verbOf({ before, after }), text: `${subject} ${arrow({ before, after })}${withLimit}`, size }];
}

const verbOf = ({ before, after }: { before: number | null; after: number }) =>
  before === null ? 'set' : after > before ? 'raise' : 'lower';

function podsText(replicas: Changes['replicas'], autoscaler: Changes['autoscaler']): string[] {
  const bounds = boundsText(autoscaler);
  if (replicas === null || replicas.before === replicas.after)
    return bounds === null ? [] : [`bound the HPA to ${bounds}`];
  const { before, after } = replicas;
  const pods = `${formatCount(before)} → ${formatCount(after)} ${after === 1 ? 'pod' : 'pods'}`;
  if (autoscaler === null) return [`run ${pods}`];
  return [`let the HPA run ${pods}${bounds === null ? '' : ` within ${bounds}`}`];
}

/** New bounds of the autoscaler; null if they stay, or are unknown. */
export function boundsText(autoscaler: Changes['autoscaler']): string | null {
  if (autoscaler === null) return null;
  const { before, after } = autoscaler;
  if (after.min === null || after.max === null || (before.min === after.min && before.max === after.max)) return null;
  return `${range(after)} (now ${range(before)})`;
}

const range = ({ min, max }: Bounds): string => formatReplicaRange(min, max);
