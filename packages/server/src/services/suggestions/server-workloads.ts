import { workloadKey } from '@trimtab/core';
import { fromSource, serverContext, type TargetRecord, type Workload, workloadMissing } from '../../ports/index.ts';
import type { Sources } from '../sources/sources.ts';

type WorkloadSource = Pick<Sources, 'workloads'>;

/** The workloads of namespaces by key. All callers share suggestions, so the server reads for itself. */
export async function serverWorkloads(
  sources: WorkloadSource,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Workload>> {
  const { byKey, failed } = await fromSource('cluster', sources.workloads(namespaces, serverContext(signal)));
  // If a workload could not be read, it must not count as deleted.
  for (const error of failed?.values() ?? []) await fromSource('cluster', Promise.reject(error));
  return byKey;
}

/** The workload of a target. Rejects with `workloadMissing` if it is not in the cluster. */
export async function serverWorkload(
  sources: WorkloadSource,
  record: TargetRecord,
  signal: AbortSignal,
): Promise<Workload> {
  const workload = (await serverWorkloads(sources, [record.namespace], signal)).get(workloadKey(record));
  if (workload === undefined) throw workloadMissing(record);
  return workload;
}
