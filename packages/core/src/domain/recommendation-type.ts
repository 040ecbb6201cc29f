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
  /** The resources of which the target uses more than it requests, or for lack of which a container was killed. */
  readonly needsMore?: readonly ResourceName[];
};

/** Type and label of the Predicted Need badge. */
export type TargetRecommendation = { readonly type: RecommendationType; readonly label: string };

/**
 * The type and the label of the Predicted Need badge. `noChange`: every suggested value lies within 10 % of the current
 * value, or the target needs more of a resource of which the suggestion leaves less.
 *
 * The label is the first of these that applies:
 * - If the target needs more of a resource: the raise of a request. If the request of that resource does not change, the cut of
 *   the other one.
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
  if (facts.needsMore !== undefined && facts.needsMore.length > 0) return ofNeed(facts, moved, pods);
  if (moved.length === 0) return pods === 0 ? noChange : byPods(pods);
  if (moved.some(({ current }) => !current)) return setRequests;
  const costChange = relativeChange(facts.hourlyCost.current, facts.hourlyCost.suggested);
  // A label of 0 % would contradict the arrow of the badge.
  if (costChange !== null && Math.abs(costChange) >= leastLabeled) return delta(costChange, signedPercent(costChange));
  const agrees = (change: number) => Number(Math.sign(change) === Math.sign(costChange ?? 0));
  const [loudest] = changesOf(moved).toSorted(
    (a, b) => agrees(b.change) - agrees(a.change) || Math.abs(b.change) - Math.abs(a.change),
  );
  return loudest === undefined ? noChange : ofResource(loudest);
}

/**
 * For a target that needs more: the largest raise of a request, otherwise the added pods. Without these, the cuts of the
 * other resource are right, unless the suggestion also lowers what the target needs more of.
 */
function ofNeed(facts: RecommendationFacts, moved: RecommendationFacts['resources'], pods: number) {
  if (moved.some(({ current }) => !current)) return setRequests;
  const largestFirst = changesOf(moved).toSorted((a, b) => b.change - a.change);
  const [raise] = largestFirst;
  if (raise !== undefined && raise.change > 0) return ofResource(raise);
  if (pods > 0) return byPods(pods);
  const cut = largestFirst.at(-1);
  if (cut === undefined || loweredNeeds(facts).length > 0) return noChange;
  const needed = facts.resources.filter(({ resource }) => facts.needsMore?.includes(resource));
  const [small] = changesOf(needed).toSorted((a, b) => b.change - a.change);
  return ofResource(small !== undefined && small.change >= leastLabeled ? small : cut);
}

/** The resources that the target needs more of, and of which the suggestion leaves less in all pods together. */
export function loweredNeeds({
  needsMore = [],
  resources,
  replicas,
}: Pick<RecommendationFacts, 'needsMore' | 'resources' | 'replicas'>): readonly ResourceName[] {
  const [from, to] = [finiteOrNull(replicas?.current), finiteOrNull(replicas?.suggested)];
  const pods = from === null || to === null || from === 0 ? 1 : to / from;
  return needsMore.filter((needed) => {
    const own = resources.filter(({ resource, suggested }) => resource === needed && finiteOrNull(suggested) !== null);
    const sum = (of: 'current' | 'suggested') => own.reduce((total, one) => total + (finiteOrNull(one[of]) ?? 0), 0);
    const before = sum('current');
    return (before === 0 ? 1 : sum('suggested') / before) * pods <= 1 - leastLabeled;
  });
}

const noChange: TargetRecommendation = { type: 'noChange', label: 'No change' };
const setRequests: TargetRecommendation = { type: 'upDelta', label: 'Set requests' };

/** A smaller change would be labeled as 0 %. */
const leastLabeled = 0.005;

type ResourceChange = { readonly resource: ResourceName; readonly change: number };

const changesOf = (all: RecommendationFacts['resources']): readonly ResourceChange[] =>
  all.map(({ resource, current, suggested }) => ({ resource, change: relativeChange(current, suggested) ?? 0 }));

const ofResource = ({ resource, change }: ResourceChange): TargetRecommendation =>
  delta(change, `${resourceLabels[resource]} ${signedPercent(change)}`);

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
