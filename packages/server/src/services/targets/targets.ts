import { compareText, type Pod, workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  fromSource,
  isAbort,
  type PodState,
  type RequestContext,
  type Store,
  type TargetRecord,
  targetNotFound,
  type Workload,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import type { SharedRows } from './shared-rows/shared-rows.ts';
import { enhancedTarget } from './spec-view.ts';

export type Targets = ReturnType<typeof createTargets>;

export function createTargets(
  { cluster, logger }: Pick<AppDeps, 'cluster' | 'logger'>,
  store: Pick<Store, 'targets'>,
  sources: Sources,
  sharedRows: SharedRows | null,
) {
  return {
    /** Rejects with `notFound` if there is no such target. */
    async record(namespace: string, name: string): Promise<TargetRecord> {
      const record = await store.targets.get(namespace, name);
      if (record === null) throw targetNotFound(namespace, name);
      return record;
    },
    /** Null if the cluster answered and does not have the workload. */
    async workload(target: WorkloadIdentity, context: RequestContext): Promise<Workload | null> {
      const { byKey } = await fromSource('cluster', sources.workloads([target.namespace], context));
      return byKey.get(workloadKey(target)) ?? null;
    },
    /** The targets of a page whose workload is in the cluster; none if the cluster does not answer. */
    async enhanced(page: readonly TargetRecord[], all: StoredState, context: RequestContext) {
      if (page.length === 0) return [];
      try {
        // Reads all enrolled namespaces, like the other lists do. Reading 400 pages then causes one query instead of
        // 400. With replicas, the other ones have stored them.
        const byKey =
          sharedRows === null
            ? (await sources.workloads(all.namespaces, context)).byKey
            : await sharedRows.workloads([...new Set(page.map(({ namespace }) => namespace))], context);
        return page.flatMap((record) => {
          const workload = byKey.get(workloadKey(record));
          return workload === undefined ? [] : [enhancedTarget(record, workload, { listed: true })];
        });
      } catch (error) {
        if (isAbort(error)) throw error;
        // The list is returned without the data of the source.
        logger('warn', 'cluster source failed; targets are listed without their workloads', { error });
        return [];
      }
    },
    async pods(target: WorkloadIdentity, signal: AbortSignal) {
      const listing = await fromSource('cluster', cluster.pods(target, { signal }));
      const items = listing.items.map(podView).toSorted((a, b) => compareText(a.name, b.name));
      return { items, total: items.length };
    },
  };
}

const podView = (pod: PodState): Pod => ({
  name: pod.name,
  status: pod.status,
  ...(pod.restarts === undefined ? {} : { restarts: pod.restarts }),
  ...lastRestart(pod),
  ...(pod.initContainers === undefined ? {} : { init_containers: [...pod.initContainers] }),
  created: pod.createdAt === null ? null : new Date(pod.createdAt).toISOString(),
  labels: pod.labels.map(({ key, value }) => ({ key, value })),
  containers: pod.containers.map((container) => ({
    name: container.name,
    image: container.image,
    ...quantity('cpu_request', container.cpuRequest),
    ...quantity('cpu_limit', container.cpuLimit),
    ...quantity('memory_request', container.memoryRequest),
    ...quantity('memory_limit', container.memoryLimit),
  })),
});

function lastRestart({ lastRestart: last }: PodState): Pick<Pod, 'last_restart'> {
  if (!last) return {};
  const { container, reason, exitCode, at } = last;
  return {
    last_restart: { container, reason, exit_code: exitCode, at: at === null ? null : new Date(at).toISOString() },
  };
}

const quantity = (name: string, value: number | null): Record<string, number> =>
  value === null ? {} : { [name]: value };
