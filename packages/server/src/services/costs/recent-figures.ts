import { deriveMode, hourMs, workloadKey } from '@trimtab/core';
import type { AppDeps, ContainerUsage, RequestContext, TargetRecord, WorkloadUsage } from '../../ports/index.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { emptyFigures, type HourlyFigures, requestedBefore } from '../rollups/hourly-figures.ts';
import { podAdvice } from '../rollups/past-advice.ts';
import { noAdvice } from '../rollups/past-hours.ts';
import type { Snapshots } from '../targets/snapshot.ts';
import { currentReplicas, specView } from '../targets/spec-view.ts';
import type { TargetRow } from '../targets/target-row.ts';
import { sum } from '../targets/utilization.ts';

/**
 * Reads a window within the last 24 hours directly from the metrics source, with the current suggestions. Recorded data
 * would only contain whole hours. Rejects with `SourceError`.
 */
export function recentFigures(
  snapshots: Snapshots,
  metrics: AppDeps['metrics'],
): (context: RequestContext) => CostHistory['figures'] {
  return (context) => async (targets, window, visit, signal) => {
    if (window.start >= window.end) return;
    const [snapshot, usage] = await Promise.all([
      snapshots.current(context, namespacesOf(targets)),
      metrics.usage({ namespaces: namespacesOf(targets) }, window, { signal }),
    ]);
    const used = new Map(usage.items.map((entry) => [workloadKey(entry), entry]));
    targets.forEach((target, index) => {
      const [row, measured] = [snapshot.row(target), used.get(workloadKey(target))];
      if (row === undefined || measured === undefined) return;
      const hours = (window.end - window.start) / hourMs;
      visit(index, figuresOf(target, row, measured), hours * (measured.observed ?? 1));
    });
  };
}

export const namespacesOf = (targets: readonly TargetRecord[]) => [
  ...new Set(targets.map(({ namespace }) => namespace)),
];

function figuresOf(record: TargetRecord, { workload, advice }: TargetRow, usage: WorkloadUsage): HourlyFigures {
  const total = (of: OfContainer): number => sum(usage.containers.map(of)) ?? Number.NaN;
  const declared = new Set(workload?.containers.map(({ name }) => name));
  // An init container has usage but no request here, so only declared containers must have a request. While no pod
  // runs, the two cannot be distinguished.
  const mustRequest = ({ name }: ContainerUsage): boolean => declared.size === 0 || declared.has(name);
  const requested = (of: OfContainer): number =>
    sum(usage.containers.filter((one) => of(one) !== null || mustRequest(one)).map(of)) ?? Number.NaN;
  const requestedCpu = requested(({ cpu }) => cpu.requested);
  const requestedMemory = requested(({ memory }) => memory.requested);
  const podCpu = sum((workload?.containers ?? []).map(({ cpuRequest }) => cpuRequest)) ?? Number.NaN;
  const advised = workload === null || advice === null ? noAdvice : podAdvice(workload, advice);
  const before = requestedBefore(record);
  const meanReplicas = requestedCpu / podCpu;
  return {
    ...emptyFigures(),
    // The mean number of pods in the window, derived from the sum of their requests.
    replicas: Number.isFinite(meanReplicas) ? meanReplicas : (replicasNow(workload) ?? Number.NaN),
    requestedCpu,
    requestedMemory,
    usedCpu: total(({ cpu }) => cpu.total),
    usedMemory: total(({ memory }) => memory.total),
    advisedPodCpu: advised.podCpu,
    advisedPodMemory: advised.podMemory,
    advisedReplicas: advised.replicas,
    beforeCpu: before.cpu,
    beforeMemory: before.memory,
    horizontal: record.horizontal !== null,
    vertical: record.vertical !== null,
    autonomous: deriveMode(specView(record).spec) === 'Autonomous',
  };
}

type OfContainer = (container: ContainerUsage) => number | null;

const replicasNow = (workload: TargetRow['workload']): number | null =>
  workload === null ? null : currentReplicas(workload);
