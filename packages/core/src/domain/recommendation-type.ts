import type { RecommendationType } from '../api/schemas/views.ts';
import { formatCount, formatWholePercent } from '../format/number.ts';
import { finiteOrNull, type ResourceName, resourceLabels } from './resource.ts';
import { needsHistory } from './status.ts';
import { isNear, relativeChange } from './tolerance.ts';

type Change = { readonly current: number | null; readonly suggested: number | null };

/** Input of `recommendationType`; null for unknown figures. */
export type RecommendationFacts = {
  /** Computing failed, or the workload is missing. */
  readonly failed: boolean;
  /** How far back samples reach, in hours. */
  readonly sampledHours: number | null;
  /** Pods; null when the target does not scale its replicas. */
  readonly replicas: Change | null;
  /**
   * One entry per suggested resource of each container, in cores or bytes. Empty if the target does not scale requests. An
   * entry without a suggestion is ignored. Without a current request the label is `Set requests`.
   */
  readonly resources: readonly (Change & { readonly resource: ResourceName })[];
  /** Current and suggested cost in dollars an hour. */
  readonly hourlyCost: Change;
  /** Whether the target uses more than it requests, or a container was killed for lack of memory. */
  readonly needsMore?: boolean;
};

/** Type and label of the Predicted Need badge. */
export type TargetRecommendation = { readonly type: RecommendationType; readonly label: string };

/**
 * The type and the label of the Predicted Need badge. `noChange`: every suggested value lies within 10 % of the current
 * value.
 *
 * The label is the first of these that applies:
 * - The raise, for a target that needs more. It is never labeled as a cut.
 * - The number of pods, if only replicas change.
 * - The change of the cost in percent, whose sign gives the direction.
 * - The largest change of a resource, with its name, if the cost is unknown or the other resource determines it. A change
 *   with the same sign as the cost change is preferred.
 *
 * The arrow always has the direction of the label.
 */
export function recommendationType(facts: RecommendationFacts): TargetRecommendation {
  if (facts.failed) return { type: 'error', label: 'Error' };
  if (needsHistory(facts.sampledHours)) return { type: 'noSuggestions', label: 'No suggestions' };
  const pods = podChange(facts.replicas);
  const moved = facts.resources.filter(isMoved);
  if (facts.needsMore === true) return raiseOf(moved, pods);
  if (moved.length === 0) return pods === 0 ? { type: 'noChange', label: 'No change' } : byPods(pods);
  if (moved.some(({ current }) => !current)) return { type: 'upDelta', label: 'Set requests' };
  const costChange = relativeChange(facts.hourlyCost.current, facts.hourlyCost.suggested);
  // A label of 0 % would contradict the arrow of the badge.
  if (costChange !== null && Math.abs(costChange) >= 0.005) return delta(costChange, signedPercent(costChange));
  const changes = moved.map((one) => ({ ...one, change: relativeChange(one.current, one.suggested) ?? 0 }));
  const agrees = (change: number) => Number(Math.sign(change) === Math.sign(costChange ?? 0));
  const [loudest] = changes.toSorted(
    (a, b) => agrees(b.change) - agrees(a.change) || Math.abs(b.change) - Math.abs(a.change),
  );
  if (loudest === undefined) return { type: 'noChange', label: 'No change' };
  return delta(loudest.change, `${resourceLabels[loudest.resource]} ${signedPercent(loudest.change)}`);
}

/** The largest raise of a request, otherwise the added pods. Cuts of other values are left out. */
function raiseOf(moved: RecommendationFacts['resources'], pods: number): TargetRecommendation {
  if (moved.some(({ current }) => !current)) return { type: 'upDelta', label: 'Set requests' };
  const [largest] = moved
    .map((one) => ({ ...one, change: relativeChange(one.current, one.suggested) ?? 0 }))
    .filter(({ change }) => change > 0)
    .toSorted((a, b) => b.change - a.change);
  if (largest !== undefined)
    return delta(largest.change, `${resourceLabels[largest.resource]} ${signedPercent(largest.change)}`);
  return pods > 0 ? byPods(pods) : { type: 'noChange', label: 'No change' };
}

/** Pods to add or remove; 0 when the difference is within tolerance or unknown. */
function podChange(replicas: Change | null): number {
  const from = finiteOrNull(replicas?.current);
  const to = finiteOrNull(replicas?.suggested);
  return from === null || to === null || isNear(to, from) ? 0 : to - from;
}

function isMoved({ current, suggested }: Change): boolean {
  const to = finiteOrNull(suggested);
  return to !== null && !isNear(to, finiteOrNull(current) ?? 0);
}

function byPods(pods: number): TargetRecommendation {
  return delta(pods, `${signed(pods, formatCount)} ${Math.abs(pods) === 1 ? 'pod' : 'pods'}`);
}

function delta(sign: number, label: string): TargetRecommendation {
  return { type: sign > 0 ? 'upDelta' : 'downDelta', label };
}

function signedPercent(change: number): string {
  return signed(change, formatWholePercent);
}

function signed(value: number, print: (magnitude: number) => string): string {
  return `${value < 0 ? '-' : '+'}${print(Math.abs(value))}`;
}
