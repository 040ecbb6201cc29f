import { isDnsLabel } from '@trimtab/core/patch';
import type { Listing } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import { absentMetricProblems, metricsWithoutResult } from '../diagnosis/absent-metrics.ts';
import { deduplicated, inNamespaces, selector } from '../queries/promql.ts';

type Namespace = { readonly name: string; readonly createdAt: number | null };

/**
 * All namespaces from kube-state-metrics; without kube_namespace_created, only the namespaces that have pods. Anyone who
 * can add a series chooses its labels, so names that no namespace can have are omitted.
 */
export async function listNamespaces(session: Session, at: number): Promise<Listing<Namespace>> {
  const ask = (metric: string) =>
    session.instant(deduplicated(['namespace'], selector(metric, [inNamespaces(undefined)])), at);
  const [created, pods] = await Promise.all([ask('kube_namespace_created'), ask('kube_pod_owner')]);
  const ages = new Map<string, number | null>();
  for (const { labels } of pods) ages.set(labels['namespace'] ?? '', null);
  for (const { labels, value } of created) ages.set(labels['namespace'] ?? '', value === null ? null : value * 1000);
  return {
    items: [...ages]
      .filter(([name]) => isDnsLabel(name))
      .map(([name, createdAt]) => ({ name, createdAt }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    problems: await absentMetricProblems(session, at, metricsWithoutResult({ kube_namespace_created: created })),
  };
}
