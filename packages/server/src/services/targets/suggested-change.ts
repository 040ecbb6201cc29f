import { type TargetChange, withinTolerance } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import type { Advice } from '../../recommender/recommendation.ts';
import { currentReplicas } from './spec-view.ts';
import { advisedRequest, podRequest } from './target-costs.ts';

export function lacksMemory(record: TargetRecord, workload: Workload | null, advice: Advice | null): boolean {
  if (workload === null || advice === null || record.vertical === null) return false;
  const suggested = new Map(advice.containers.map(({ name, memory }) => [name, memory]));
  return workload.containers.some(({ name, memoryRequest, limits }) => {
    const memory = suggested.get(name) ?? null;
    const isMore = memoryRequest !== null && memory !== null && memory > memoryRequest;
    return (
      (isMore && !withinTolerance(memoryRequest, memory)) ||
      (memory ?? 0) > (limits?.memory ?? Number.POSITIVE_INFINITY)
    );
  });
}

export function changeOf(
  record: TargetRecord,
  workload: Workload | null,
  advice: Advice | null,
  { type }: { readonly type: string },
): TargetChange | null {
  if (workload === null || advice === null || (type !== 'upDelta' && type !== 'downDelta')) return null;
  const from = podRequest(workload.containers);
  const to = record.vertical === null ? from : advisedRequest(workload, advice);
  const replicas = currentReplicas(workload);
  return {
    ...part('cpu', from.cpuCores ?? null, to.cpuCores ?? null),
    ...part('memory', from.memoryBytes ?? null, to.memoryBytes ?? null),
    ...part('replicas', replicas, record.horizontal === null ? replicas : advice.replicas),
  };
}

const part = (key: keyof TargetChange, before: number | null, after: number | null): TargetChange =>
  after === null || before === after ? {} : { [key]: { before, after } };
