import type { PodLogs } from '../../ports/index.ts';
import { createClient, type KubernetesConnection } from './client.ts';
import type { Informer } from './informer.ts';
import { createInventory, type InventorySource } from './inventory.ts';
import { kubernetesPodLogs } from './pod-logs.ts';
import { Reader, type ReaderOptions } from './reader.ts';
import { preflightNames, rulesNames } from './rights.ts';

type KubernetesOptions = Omit<ReaderOptions, 'client'> & { readonly connection: KubernetesConnection };

export type KubernetesInventory = {
  readonly cluster: InventorySource;
  readonly podLogs: PodLogs;
  readonly reader: Reader;
};

function* valuesOf<T>(informers: readonly Informer<T>[] | undefined): Iterable<T> {
  for (const informer of informers ?? []) yield* informer.values();
}

/** Keeps an inventory of a cluster with lists and watches. It reads neither Secrets nor ConfigMaps. */
export function openKubernetes({ connection, ...options }: KubernetesOptions): KubernetesInventory {
  const client = createClient(connection);
  const reader = new Reader({ ...options, client });
  const cluster = createInventory({
    *workloads() {
      const { deployments, statefulSets, daemonSets } = reader.informers ?? {};
      yield* valuesOf(deployments);
      yield* valuesOf(statefulSets);
      yield* valuesOf(daemonSets);
    },
    replicaSets: () => valuesOf(reader.informers?.replicaSets),
    pods: () => valuesOf(reader.informers?.pods),
    hpas: () => valuesOf(reader.informers?.hpas),
    namespaces: () => valuesOf(reader.informers?.namespaces),
    limitRanges: () => valuesOf(reader.informers?.limitRanges),
    quotas: () => valuesOf(reader.informers?.quotas),
    vpas: () => valuesOf(reader.informers?.vpas),
    scaledObjects: () => valuesOf(reader.informers?.scaledObjects),
    budgets: () => valuesOf(reader.informers?.budgets),
    nodes: () => valuesOf(reader.informers?.nodes),
    nodeProblems: () => reader.missing(['nodes']),
    changes: () => reader.changes(),
    rivalProblems: () => reader.missing(preflightNames),
    problems: () => reader.missing(rulesNames),
  });
  return { cluster, podLogs: kubernetesPodLogs(client, () => reader.readsLogs === false), reader };
}
