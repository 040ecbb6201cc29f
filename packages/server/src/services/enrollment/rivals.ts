import { formatCount, formatResource, type ResourceName, resourceNames, withoutCluster } from '@trimtab/core';
import { shellWord } from '@trimtab/core/patch';
import type { FieldManager, NamespaceRules, Rivals, Workload } from '../../ports/index.ts';
import { resourceNouns } from '../../recommender/explanation-text.ts';
import { strictest } from '../../recommender/pod-draft.ts';
import { bestNode, podRequests } from '../../recommender/pod-nodes.ts';
import { scheduledRequests } from '../../recommender/pod-quality.ts';
import { neededSurge } from '../../recommender/pod-quotas.ts';

/** Other tools that change the requests of running pods, so that they conflict with suggestions. */
export function competitors({ rivals }: Workload): readonly string[] {
  return (rivals?.vpas ?? []).flatMap(({ name, mode, recommender }) =>
    mode === 'Off' || recommender === 'trimtab'
      ? []
      : `The VerticalPodAutoscaler ${name} sets the requests of its pods (update mode ${mode}). Before you apply suggestions, set its spec.updatePolicy.updateMode to "Off", or delete it.`,
  );
}

/** Notes for users before they apply a suggestion. None of them prevents or delays suggestions. */
export function applyingNotes(workload: Workload): readonly string[] {
  const { rivals, hpa } = workload;
  const notes = (rivals?.managers ?? []).map((manager) => managerNote(manager, workload, rivals?.places ?? []));
  for (const { name, minReplicas, maxReplicas, triggers } of rivals?.scaledObjects ?? []) {
    const by = triggers.length === 0 ? '' : ` by ${triggers.join(', ')}`;
    notes.push(
      `KEDA scales it between ${formatCount(minReplicas)} and ${formatCount(maxReplicas)} replicas${by}. Apply suggested replicas to spec.minReplicaCount and spec.maxReplicaCount of the ScaledObject ${name}, not to its HPA, which KEDA overwrites.`,
    );
  }
  if (hpa?.problem !== undefined)
    notes.push(
      `The HPA ${hpa.name} does not scale at the moment: ${hpa.problem} kubectl describe hpa ${shellWord(hpa.name)} --namespace ${shellWord(withoutCluster(workload.namespace, workload.cluster))} shows more.`,
    );
  const followed = resourceNames.filter((resource) =>
    hpa?.metrics.some(
      ({ type, name, target }) => type === 'Resource' && name === resource && target.type !== 'AverageValue',
    ),
  );
  if (hpa && followed.length > 0) {
    const names = followed.map((resource) => resourceNouns[resource]).join(' and ');
    notes.push(
      `The HPA ${hpa.name} follows ${names} as a share of the request. Suggestions keep this request, because another one would change the number of replicas.`,
    );
  }
  for (const { name, allowed, demand } of rivals?.budgets ?? []) {
    if (allowed > 0) continue;
    notes.push(
      `The PodDisruptionBudget ${name} (${demand}) allows no eviction now. A change that evicts pods waits until it does: add a replica or relax the budget.`,
    );
  }
  return [...notes, ...tooLarge(workload), ...outOfBounds(workload), ...(rivals?.unknown ?? [])];
}

const among = (object: string | null, kind: string): string =>
  object === null ? `its ${kind}` : `the ${kind} ${object}`;

/** Names the field that must be changed so that the tool keeps the new value. */
function managerNote(
  { name, applies, tool, object }: FieldManager,
  { kind, name: workload }: Workload,
  places: Rivals['places'],
): string {
  const lists = [...new Set(places.map((place) => place.split('/', 1).join()))];
  const expressions = lists.map((list) => `".spec.template.spec.${list}[].resources"`).join(', ');
  const paths = places.map((place) => `"/spec/template/spec/${place}/resources"`);
  const rule = `[{paths: [${paths.join(', ')}], target: {kind: ${kind}, name: ${workload}}}]`;
  if (tool === null) {
    return applies
      ? `The field manager ${name} sets the requests by server-side apply and reverts a changed value. Change the requests in the manifest that it applies.`
      : `The field manager ${name} has set requests. Make sure that it does not set them again.`;
  }
  const group = kind === 'Rollout' ? 'argoproj.io' : 'apps';
  const texts = {
    'Argo CD': `Argo CD sets the requests and would undo a change. Change them in the source of ${among(object, 'Application')}, or add to it: spec.ignoreDifferences: [{group: ${group}, kind: ${kind}, name: ${workload}, jqPathExpressions: [${expressions}]}] and spec.syncPolicy.syncOptions: [RespectIgnoreDifferences=true].`,
    'Flux Kustomization': `Flux sets the requests and would undo a change. Change them in the source of ${among(object, 'Kustomization')}, or add to it: spec.ignore: ${rule}. A Flux without this field keeps changed requests if its source has none and the ${kind} has the annotation kustomize.toolkit.fluxcd.io/ssa: Merge.`,
    'Flux HelmRelease': `Flux sets the requests. Change them in spec.values of ${among(object, 'HelmRelease')}, because the next upgrade writes these values. If it corrects drift, add: spec.driftDetection.ignore: ${rule}.`,
    Helm: `Helm sets the requests. Change them in the values of ${among(object, 'release')}: the next upgrade may undo a change in the cluster.`,
  };
  return texts[tool];
}

/** Sentences if no node has room for a pod with the present requests. */
function tooLarge(workload: Workload): readonly string[] {
  const { containers, largestNodes = [] } = workload;
  const pod = scheduledRequests(workload, podRequests(containers));
  const node = bestNode(largestNodes, pod);
  return resourceNames.flatMap((resource) => {
    if (node === null || pod[resource] <= node[resource]) return [];
    const [asked, offered] = [formatResource(resource, pod[resource]), formatResource(resource, node[resource])];
    return `A pod requests ${asked} ${resourceNouns[resource]}, but the node that fits it best, ${node.name}, offers ${offered}: Kubernetes schedules no new pod until you lower the request or add a larger node.`;
  });
}

/** Sentences about namespace rules that the present resources already break, so that a rollout would be refused. */
function outOfBounds(workload: Workload): readonly string[] {
  const { rules, containers } = workload;
  if (rules === undefined) return [];
  const amounts = (resource: ResourceName) =>
    containers.map(({ limits, ...spec }) => ({
      request: spec[`${resource}Request`],
      limit: limits?.[resource] ?? null,
    }));
  const found = resourceNames.flatMap((resource) => {
    const each = amounts(resource);
    const limits = each.map(({ limit }) => limit);
    const pod = {
      request: each.reduce((sum, { request }) => sum + (request ?? 0), 0),
      // Without the limit of one container, the pod has none.
      limit: limits.includes(null) ? null : limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0),
    };
    return [
      ...each.flatMap((one, index) =>
        brokenBy(rules, { type: 'Container', resource }, `Container ${containers[index]?.name}`, one),
      ),
      ...brokenBy(rules, { type: 'Pod', resource }, 'A pod', pod),
    ];
  });
  return [...found, ...neededSurge(workload)];
}

type Amounts = { readonly request: number | null; readonly limit: number | null };

function brokenBy(
  rules: NamespaceRules,
  asked: { readonly type: 'Container' | 'Pod'; readonly resource: ResourceName },
  what: string,
  { request, limit }: Amounts,
): readonly string[] {
  const { resource } = asked;
  const text = (value: number) => `${formatResource(resource, value)} ${resourceNouns[resource]}`;
  const [min, max, ratio] = (['min', 'max', 'maxRatio'] as const).map((field) => strictest(rules, { ...asked, field }));
  const most = Math.max(request ?? 0, limit ?? 0);
  const broken = [
    min && request !== null && request < min.value
      ? `requests ${text(request)}, but the LimitRange ${min.name} requires at least ${text(min.value)}`
      : [],
    max && most > max.value
      ? `${most === limit ? 'has a limit of' : 'requests'} ${text(most)}, but the LimitRange ${max.name} allows at most ${text(max.value)}`
      : [],
    ratio && request !== null && limit !== null && limit > request * ratio.value
      ? `requests ${text(request)} with a limit of ${text(limit)}, but the LimitRange ${ratio.name} allows at most ${formatCount(ratio.value)} times the request`
      : [],
  ].flat();
  return broken.map((why) => `${what} ${why}: new pods would be refused until you change one of them.`);
}
