import type { RecommendationType } from '../api/views.ts';
import { formatCount, formatWholePercent } from '../format/number.ts';
import { finiteOrNull } from './resource.ts';
import { needsHistory } from './status.ts';
import { isNear, relativeChange } from './tolerance.ts';

type Change = { readonly current: number | null; readonly suggested: number | null };

export type RecommendationFacts = {
  /** Computing failed, or the workload is missing. */
  readonly failed: boolean;
  /** How far back samples reach, in hours. */
  readonly sampledHours: number | null;
  /** Pods; null, or a null in it, when the target does not scale its replicas. */
  readonly replicas: Change | null;
  /** One entry per advised resource of each container, cores or bytes; an entry with a null is left out. */
  readonly resources: readonly Change[];
  /** What the target costs now and what it would cost, dollars an hour. */
  readonly hourlyCost: Change;
};

/** What the Predicted Need badge says. */
export type TargetRecommendation = { readonly type: RecommendationType; readonly label: string };

/**
 * What is advised for a target, in one word and one label. No change: everything advised lies within 10 % of what is
 * there. Otherwise up or down by the sign of the cost change, told in pods when the replicas change and in percent of the cost when not.
 * Where the cost says nothing (unknown, or held by the other resource) the largest change itself decides.
 */
export function recommendationType(facts: RecommendationFacts): TargetRecommendation {
  if (facts.failed) return { type: 'error', label: 'Error' };
  if (needsHistory(facts.sampledHours)) return { type: 'noSuggestions', label: 'No suggestions' };
  const replicas = facts.replicas && known(facts.replicas);
  const resources = facts.resources.flatMap((change) => known(change) ?? []);
  const pods = replicas && !isNear(replicas.suggested, replicas.current) ? replicas.suggested - replicas.current : null;
  const moved = resources.filter(({ current, suggested }) => !isNear(suggested, current));
  if (pods === null && moved.length === 0) return { type: 'noChange', label: 'No change' };

  const costChange = relativeChange(facts.hourlyCost.current, facts.hourlyCost.suggested);
  const change = costChange || largest([...moved, ...(replicas && pods !== null ? [replicas] : [])]);
  const type = change > 0 ? 'upDelta' : 'downDelta';
  if (pods !== null) return { type, label: `${signed(pods, formatCount)} ${Math.abs(pods) === 1 ? 'pod' : 'pods'}` };
  return { type, label: Number.isFinite(change) ? signed(change, formatWholePercent) : 'New request' };
}

function known({ current, suggested }: Change): { current: number; suggested: number } | null {
  const from = finiteOrNull(current);
  const to = finiteOrNull(suggested);
  return from === null || to === null ? null : { current: from, suggested: to };
}

/** From 0, any request is an infinite change. */
function largest(changes: readonly { current: number; suggested: number }[]): number {
  const relative = changes.map(({ current, suggested }) =>
    current === 0 ? suggested * Number.POSITIVE_INFINITY : (suggested - current) / current,
  );
  return relative.reduce((far, one) => (Math.abs(one) > Math.abs(far) ? one : far), 0);
}

function signed(value: number, print: (magnitude: number) => string): string {
  return `${value < 0 ? '-' : '+'}${print(Math.abs(value))}`;
}
