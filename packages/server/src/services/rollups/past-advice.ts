import type { TargetRecord, Workload, WorkloadHistory } from '../../ports/index.ts';
import { usageWhileReady } from '../../recommender/ready-usage.ts';
import { recommend } from '../../recommender/recommend.ts';
import type { Advice } from '../../recommender/recommendation.ts';
import { noAdvice, type PastAdvice } from './past-hours.ts';

/** The suggestion at the end of a history, for the current workload. */
export function adviceAt(record: TargetRecord, workload: Workload | null, history: WorkloadHistory): PastAdvice {
  if (workload === null) return noAdvice;
  const currentReplicas = lastOf(history.readyReplicas);
  const advice = recommend({
    history: usageWhileReady(history),
    workload: { ...workload, replicas: currentReplicas, readyReplicas: currentReplicas },
    currentReplicas,
    mode: record.modelMode,
    directions: { horizontal: record.horizontal !== null, vertical: record.vertical !== null },
  });
  return advice === null ? noAdvice : podAdvice(workload, advice);
}

/** The suggestion as it is recorded: for a whole pod. Requests without a suggestion keep their value. */
export function podAdvice(workload: Workload, advice: Pick<Advice, 'containers' | 'replicas'>): PastAdvice {
  const byName = new Map(advice.containers.map((container) => [container.name, container]));
  const total = (resource: 'cpu' | 'memory') => {
    if (byName.size === 0) return Number.NaN;
    return workload.containers.reduce((sum, container) => {
      const requested = resource === 'cpu' ? container.cpuRequest : container.memoryRequest;
      return sum + (byName.get(container.name)?.[resource] ?? requested ?? Number.NaN);
    }, 0);
  };
  return { podCpu: total('cpu'), podMemory: total('memory'), replicas: advice.replicas ?? Number.NaN };
}

function lastOf(replicas: Float64Array): number | null {
  const last = replicas.findLast((value) => !Number.isNaN(value));
  return last === undefined ? null : Math.round(last);
}
