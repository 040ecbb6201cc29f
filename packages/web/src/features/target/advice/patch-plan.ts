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

/** The changes of a suggestion as Kubernetes quantities. */
export type PatchPlan = {
  readonly namespace: string;
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Null if the replicas are not to be set. */
  readonly replicas: number | null;
  /** Why a suggested number of replicas is not set; null if it is set or none is suggested. */
  readonly replicasNote: string | null;
  readonly containers: readonly {
    readonly name: string;
    readonly requests: Readonly<Partial<Record<ResourceName, string>>>;
  }[];
  /** Kubernetes can merge containers by name for its built-in kinds only. */
  readonly canMerge: boolean;
};

const mergeableKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

/** Requests if the target scales them, and replicas if no autoscaler sets them. */
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
    canMerge: mergeableKinds.has(kind) && apiVersion.startsWith('apps/'),
  };
}

function whyNotSet(kind: string, { horizontalpodautoscaler }: EnhancedTarget): string | null {
  if (kind === 'DaemonSet') return 'A DaemonSet runs one pod on every node, so its replicas cannot be set.';
  return horizontalpodautoscaler ? 'The horizontal pod autoscaler sets the replicas, so the file does not.' : null;
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

/** Rounds up to whole millicores or whole MiB, so that the request is never less than the suggestion. */
function roundUp(resource: ResourceName, amount: number): number {
  return resource === 'cpu' ? Math.ceil(amount * 1_000 - 1e-9) / 1_000 : Math.ceil(amount / mebibyte - 1e-9) * mebibyte;
}
