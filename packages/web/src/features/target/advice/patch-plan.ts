import {
  deriveDirection,
  deriveScaleTargetRef,
  type EnhancedTarget,
  finiteOrNull,
  isResourceName,
  parseQuantity,
  printResourceQuantity,
  type ResourceName,
  type Suggestion,
  scalesReplicas,
  scalesRequests,
} from '@trimtab/core';

/** A suggestion as Kubernetes would write it. */
export type PatchPlan = {
  readonly namespace: string;
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Null: not to be set. */
  readonly replicas: number | null;
  /** Why the replicas are not set although some are suggested. */
  readonly replicasNote: string | null;
  readonly containers: readonly {
    readonly name: string;
    readonly requests: Readonly<Partial<Record<ResourceName, string>>>;
  }[];
  /** Only for the kinds that Kubernetes itself knows can a patch merge containers by their names. */
  readonly canMerge: boolean;
};

const knownKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

/** The suggestion as a plan: requests where the target scales them, replicas where nothing else sets them. */
export function patchPlan(target: EnhancedTarget, suggestion: Suggestion): PatchPlan {
  const { namespace, name, spec } = target.aiscaletarget;
  const ref = deriveScaleTargetRef(spec);
  const kind = ref?.kind ?? target.target.kind ?? 'Deployment';
  const apiVersion = ref?.apiVersion ?? 'apps/v1';
  const direction = deriveDirection(spec);
  const suggested = scalesReplicas(direction) ? finiteOrNull(suggestion.suggestedReplicas) : null;
  const replicasNote = suggested === null ? null : whyNotSet(kind, target);
  return {
    namespace,
    name: ref?.name ?? name,
    apiVersion,
    kind,
    replicas: replicasNote === null ? suggested : null,
    replicasNote,
    containers: scalesRequests(direction) ? suggestion.resourceRecommendations.flatMap(containerRequests) : [],
    canMerge: knownKinds.has(kind) && apiVersion.startsWith('apps/'),
  };
}

function whyNotSet(kind: string, { horizontalpodautoscaler }: EnhancedTarget): string | null {
  if (kind === 'DaemonSet') return 'A DaemonSet has one pod on every node; its replicas cannot be set.';
  return horizontalpodautoscaler
    ? 'The horizontal pod autoscaler sets the replicas; a number of our own would fight with it.'
    : null;
}

function containerRequests({
  container,
  recommendations,
}: Suggestion['resourceRecommendations'][number]): PatchPlan['containers'][number][] {
  const requests: Partial<Record<ResourceName, string>> = {};
  for (const { resource, value } of recommendations) {
    const amount = parseQuantity(value);
    if (isResourceName(resource) && amount !== null && amount > 0)
      requests[resource] = printResourceQuantity(resource, roundUp(resource, amount));
  }
  return Object.keys(requests).length === 0 ? [] : [{ name: container, requests }];
}

const mebibyte = 2 ** 20;

/** Whole millicores and whole MiB, rounded up: a request must never be less than what was suggested. */
function roundUp(resource: ResourceName, amount: number): number {
  return resource === 'cpu' ? Math.ceil(amount * 1_000 - 1e-9) / 1_000 : Math.ceil(amount / mebibyte - 1e-9) * mebibyte;
}
