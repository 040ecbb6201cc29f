import { type ResourceName, resourceNames, withinTolerance } from '@trimtab/core';
import type { BinnedSeries } from './bins.ts';
import type { SettledResource } from './pod-resources.ts';
import { shouldPublish } from './publish-request.ts';
import type { Recommendation, ScaledReplicas } from './recommendation.ts';
import { reactiveReplicas } from './replicas.ts';

/** A recommendation with the facts that decide whether it still applies. */
export type Publishable = {
  readonly recommendation: Recommendation;
  /** Identifies the inputs of the recommendation: kind, containers, HPA, mode, directions and limit rules. */
  readonly appliesTo: string;
  /** The newest out-of-memory kill that it considers, in epoch milliseconds; null without one. */
  readonly newestKillAt: number | null;
};

export type PublishQuestion = {
  readonly inForce: Publishable;
  /** Computed from the newest samples. */
  readonly newest: Publishable;
  /** The usage of the last hour on the five-minute grid. */
  readonly lastHour: (container: string, resource: ResourceName) => BinnedSeries;
  readonly kills: readonly { readonly container: string; readonly at: number }[];
  /** What the namespace and the nodes now allow of the requests of a suggestion. */
  readonly allowed: (recommendation: Recommendation) => readonly SettledResource[];
  /** Whether fewer replicas were enough for the last hour, so that they will probably not rise again soon. */
  readonly fewerReplicasLasted: boolean;
};

type Requests = readonly { readonly container: string; readonly resource: ResourceName }[];

/**
 * Why the newest recommendation replaces the current one, as a sentence; null while the current one stays. It stays
 * until a value differs by a tenth, it becomes unsafe, or it no longer applies. A pure function. Source:
 * docs/recommender.md.
 */
export function publishReason(question: PublishQuestion): string | null {
  const { inForce, newest, fewerReplicasLasted } = question;
  if (inForce.appliesTo !== newest.appliesTo) {
    return 'The containers, the HPA, the mode, the directions or the rules for limits of the target changed.';
  }
  const { killed, exceeded, changed } = changedRequests(question);
  if (killed.length > 0) return `A container was killed for lack of memory: ${named(killed)}.`;
  if (exceeded.length > 0) return `The usage of the last hour was above the suggested request: ${named(exceeded)}.`;
  const outdated = outdatedReplicas(inForce.recommendation, newest.recommendation);
  if (outdated !== null) return outdated;
  const replicas = replicaChange(inForce.recommendation, newest.recommendation);
  // The samples of the last hour are missing. Requests without replicas would be sized for other pods.
  if (replicas === 'unknown') return null;
  const bound = boundOf(question);
  if (bound !== null) return `The suggestion before it is no longer possible. ${bound}`;
  // Fewer replicas come with larger requests, so compare the requests only after fewer replicas are suggested.
  if (replicas === 'fewer' && !fewerReplicasLasted) return null;
  const moved = [
    ...changed.map(({ container, resource }) => `${resource} of ${container}`),
    ...otherChanges(inForce.recommendation, newest.recommendation),
  ];
  if (moved.length > 0) return `It differs from the suggestion before it by 10% or more: ${moved.join(', ')}.`;
  if (replicas !== null) return replicaReasons[replicas];
  return hasOtherTarget(inForce.recommendation, newest.recommendation)
    ? 'The usage at which the HPA keeps a pod differs from the one that the suggestion before it assumed.'
    : null;
}

const replicaReasons = {
  first: 'Replicas can be suggested now.',
  more: 'More replicas are needed.',
  fewer: 'Fewer replicas have been enough for an hour.',
};

/** Why the replicas or bounds of an earlier version of the server must not be applied; null if they may be. */
function outdatedReplicas(inForce: Recommendation, newest: Recommendation): string | null {
  if (inForce.replicas !== null && newest.unscaled !== undefined) return newest.unscaled;
  const keepsBounds = newest.scaled?.keepsBounds === true && inForce.scaled?.keepsBounds !== true;
  return inForce.scaled !== null && keepsBounds
    ? 'The bounds of the HPA stay, because it also follows metrics other than CPU and memory.'
    : null;
}

/** Whether the usage at which an HPA keeps a pod differs by more than a tenth. */
function hasOtherTarget({ scaled: before }: Recommendation, { scaled: after }: Recommendation): boolean {
  if (before === null || after === null || after.bounds === null || before.metric !== after.metric) return false;
  return !withinTolerance(perPod(before), perPod(after));
}

const perPod = ({ requestPerPod, suggestion }: ScaledReplicas): number => requestPerPod * suggestion.target;

const named = (requests: Requests): string =>
  requests.map(({ container, resource }) => `${resource} of ${container}`).join(', ');

/** The requests that the rule for a single request replaces, grouped by the reason. */
function changedRequests({ inForce, newest, lastHour, kills }: PublishQuestion) {
  const newestOf = new Map(newest.recommendation.containers.map((container) => [container.name, container]));
  const requests = inForce.recommendation.containers.flatMap((container) =>
    resourceNames.map((resource) => ({
      container: container.name,
      resource,
      reason: shouldPublish({
        resource,
        published: container[resource],
        suggested: newestOf.get(container.name)?.[resource] ?? null,
        lastHour: lastHour(container.name, resource),
        killedSince: kills.some(
          (kill) => kill.container === container.name && kill.at > (inForce.newestKillAt ?? Number.NEGATIVE_INFINITY),
        ),
      }),
    })),
  );
  return {
    killed: requests.filter(({ reason }) => reason === 'killed'),
    exceeded: requests.filter(({ reason }) => reason === 'exceeded'),
    changed: requests.filter(({ reason }) => reason === 'changed' || reason === 'first' || reason === 'withdrawn'),
  };
}

/**
 * The bound that a request or limit of the current suggestion exceeds, as a sentence; null if it exceeds none. Nothing is
 * exceeded if the newest suggestion has no smaller value.
 */
function boundOf({ inForce, newest, allowed }: PublishQuestion): string | null {
  const exceeded = allowed(inForce.recommendation).filter((settled) => {
    const [before, after] = [amountsOf(inForce.recommendation, settled), amountsOf(newest.recommendation, settled)];
    return (['request', 'limit'] as const).some(
      (field) => isLower(settled[field], before[field]) && isLower(after[field], before[field]),
    );
  });
  return exceeded.flatMap(({ bounds }) => bounds).at(-1) ?? null;
}

function amountsOf({ containers }: Recommendation, { container, resource }: SettledResource) {
  const one = containers.find(({ name }) => name === container);
  return { request: one?.[resource], limit: one?.[`${resource}Limit`] };
}

/** False if one of them is missing. */
const isLower = (amount: number | null | undefined, before: number | null | undefined): boolean =>
  typeof amount === 'number' && typeof before === 'number' && amount < before;

/** Figures of containers other than requests, such as limits, that differ by a tenth or more. */
function otherChanges(inForce: Recommendation, newest: Recommendation): readonly string[] {
  const [before, after] = [otherFigures(inForce), otherFigures(newest)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [from, to] = [before.get(name), after.get(name)];
    if (from === undefined || to === undefined) return true;
    return from !== to && Math.abs(to - from) >= 0.1 * Math.abs(from);
  });
}

/** Compared by name, because another version of the server may suggest other values. */
function otherFigures({ containers }: Recommendation): ReadonlyMap<string, number> {
  const figures = new Map<string, number>();
  for (const { name, cpu: _cpu, memory: _memory, ...others } of containers) {
    for (const [field, value] of Object.entries<unknown>(others)) {
      if (typeof value === 'number') figures.set(`${field} of ${name}`, value);
    }
  }
  return figures;
}

type ReplicaChange = 'first' | 'more' | 'fewer' | 'unknown';

/** How the newest replicas differ from the current ones; null if within a tenth. `unknown`: they cannot be computed now. */
export function replicaChange(inForce: Recommendation, newest: Recommendation): ReplicaChange | null {
  const [from, to] = [inForce.replicas, newest.replicas];
  if (from === to || withinTolerance(to, from)) return null;
  if (from === null) return 'first';
  if (to === null) return 'unknown';
  return to < from ? 'fewer' : 'more';
}

/** Whether the usage needs more replicas by the HPA's rule. Cheap enough for every new sample of every target. */
export function needsMoreReplicas({ replicas, scaled }: Recommendation, usage: number): boolean {
  if (replicas === null || scaled === null) return false;
  const needed = reactiveReplicas(usage, scaled.requestPerPod, scaled.suggestion.target, replicas);
  const { bounds, allowed = Number.POSITIVE_INFINITY } = scaled;
  const possible = Math.min(needed, bounds?.maxReplicas ?? Number.POSITIVE_INFINITY, allowed);
  return possible > replicas && !withinTolerance(possible, replicas);
}
