import { compareText, type EnhancedTarget, type Pod } from '@trimtab/core';
import {
  type AppDeps,
  fromSource,
  isAbort,
  type PodState,
  type RequestContext,
  type TargetRecord,
  type Workload,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import { byKey } from '../sources/workload-index.ts';
import { workloadKey } from '../sources/workload-key.ts';
import { enhancedTarget } from './spec-view.ts';

export type Targets = {
  /** Null when the cluster answered and the workload is not there. */
  workload(target: WorkloadIdentity, context: RequestContext): Promise<Workload | null>;
  /** Those of the given targets whose workload is in the cluster; none when the cluster cannot be asked. */
  enhanced(
    page: readonly TargetRecord[],
    all: StoredState,
    context: RequestContext,
  ): Promise<readonly EnhancedTarget[]>;
  pods(target: WorkloadIdentity, signal: AbortSignal): Promise<{ items: readonly Pod[]; total: number }>;
};

export function createTargets({ cluster, logger }: Pick<AppDeps, 'cluster' | 'logger'>, sources: Sources): Targets {
  return {
    async workload(target, context) {
      const listing = await fromSource('cluster', sources.workloads([target.namespace], context));
      return listing.items.find((workload) => workloadKey(workload) === workloadKey(target)) ?? null;
    },
    async enhanced(page, all, context) {
      if (page.length === 0) return [];
      try {
        // Of every enrolled namespace, as the other lists ask: a walk over 400 pages must not ask 400 times.
        const found = byKey(await sources.workloads([...all.byNamespace.keys()], context));
        return page.flatMap((record) => {
          const workload = found.get(workloadKey(record));
          return workload === undefined ? [] : [enhancedTarget(record, workload, { listed: true })];
        });
      } catch (error) {
        if (isAbort(error)) throw error;
        // A list still answers with what is known without the source (reliability.md S1).
        logger('warn', 'cluster source failed; targets are listed without their workloads', { error });
        return [];
      }
    },
    async pods(target, signal) {
      const listing = await fromSource('cluster', cluster.pods(target, { signal }));
      const items = listing.items.map(podView).toSorted((a, b) => compareText(a.name, b.name));
      return { items, total: items.length };
    },
  };
}

const podView = (pod: PodState): Pod => ({
  name: pod.name,
  status: pod.status,
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

const quantity = (name: string, value: number | null): Record<string, number> =>
  value === null ? {} : { [name]: value };
