import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { Listing, WorkloadLabels } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import { letOthersRun } from '../client/parse-turns.ts';
import { inNamespaces, selector } from '../queries/promql.ts';
import { ownerQueries, podKey, podOwners } from './owners.ts';
import { podLabels } from './pods.ts';

/** Labels that controllers add. Their values differ for each revision or pod. */
const ofRevisions = new Set([
  'pod_template_hash',
  'rollouts_pod_template_hash',
  'controller_revision_hash',
  'pod_template_generation',
  'statefulset_kubernetes_io_pod_name',
  'apps_kubernetes_io_pod_index',
]);

/** Other requests are answered after each step. */
const podsPerStep = 2_000;

export const labelsQuery = (namespaces: readonly string[] | undefined): string =>
  selector('kube_pod_labels', [inNamespaces(namespaces)]);

/** The labels that all pods of each workload share. */
export async function listLabels(
  session: Session,
  namespaces: readonly string[] | undefined,
  at: number,
): Promise<Listing<WorkloadLabels>> {
  const owning = ownerQueries(namespaces);
  const ask = (query: string) => session.instant(query, at);
  const [samples, pods, replicaSets] = await Promise.all([
    ask(labelsQuery(namespaces)),
    ask(owning.pods),
    ask(owning.replicaSets),
  ]);
  await letOthersRun();
  const owners = podOwners(pods, replicaSets);
  const items = new Map<string, WorkloadLabels & { labels: Record<string, string> }>();
  // The labels of all workloads stay in memory, and many of their texts are equal.
  const texts = new Map<string, string>();
  const once = (text: string): string => getOrInsert(texts, text, () => text);
  for (const [index, sample] of samples.entries()) {
    if (index % podsPerStep === 0) await letOthersRun();
    const owner = owners.get(podKey(sample.labels));
    if (owner === undefined) continue;
    const { namespace, kind, name } = owner;
    const own = new Map(
      podLabels(sample).flatMap(({ key, value }) => (ofRevisions.has(key) ? [] : [[key, once(value)]])),
    );
    const known = items.get(workloadKey(owner));
    const shared =
      known === undefined ? own : Object.entries(known.labels).filter(([key, value]) => own.get(key) === value);
    items.set(workloadKey(owner), {
      namespace: once(namespace),
      kind: once(kind),
      name: once(name),
      labels: Object.fromEntries(shared),
    });
  }
  const isUnlabeled = [...items.values()].every(({ labels }) => Object.keys(labels).length === 0);
  return { items: [...items.values()], problems: isUnlabeled && owners.size > 0 ? [noLabels] : [] };
}

const noLabels =
  'kube_pod_labels has no labels, so targets cannot be selected by label. Start kube-state-metrics with --metric-labels-allowlist=pods=[*].';
