import {
  type Health,
  type Mode,
  noPreAutonomousText,
  type PerResource,
  partlyObservedText,
  type TargetStatus,
} from '@trimtab/core';
import type { TargetRecord, Workload, WorkloadUsage } from '../../ports/index.ts';
import type { Advice } from '../../recommender/recommendation.ts';
import { requestedBefore } from '../rollups/hourly-figures.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import { sum } from '../targets/utilization.ts';
import { type CostSides, type Totals, unknownTotals } from './cost-response.ts';

/** The part of a row from which the comparison is computed. */
type Facts = {
  readonly record: TargetRecord;
  readonly mode: Mode;
  readonly workload: Workload | null;
  readonly health: Pick<Health, 'risks'>;
  readonly advice: Advice | null;
  readonly status: TargetStatus;
  readonly recommendation: { readonly tooltip?: string };
  readonly problem: string | null;
  readonly observed: number | undefined;
};

/** The current sides of the comparison: current requests and suggestions, and the mean usage of the last 24 hours. */
export function recentSides(row: Facts, usage: WorkloadUsage | null): CostSides {
  const { record, mode } = row;
  const requested = requestedNow(row);
  const isAutonomous = mode === 'Autonomous';
  const optimized = isAutonomous ? requested : advisedNow(row);
  const unoptimized = isAutonomous ? knownTotals(requestedBefore(record)) : requested;
  return {
    used: {
      cpu: sum((usage?.containers ?? []).map(({ cpu }) => cpu.total)),
      memory: sum((usage?.containers ?? []).map(({ memory }) => memory.total)),
    },
    optimized,
    unoptimized,
    problems: problemsOf(row, { optimized, unoptimized, isAutonomous }),
  };
}

function requestedNow({ workload }: Facts): Totals {
  if (workload === null) return unknownTotals;
  const pods = currentReplicas(workload);
  return {
    cpu: times(sum(workload.containers.map(({ cpuRequest }) => cpuRequest)), pods),
    memory: times(sum(workload.containers.map(({ memoryRequest }) => memoryRequest)), pods),
  };
}

/** The totals after all suggestions for the target's directions. Values without a suggestion stay. */
function advisedNow({ record, workload, advice }: Facts): Totals {
  if (workload === null || advice === null) return unknownTotals;
  const advised = new Map(
    record.vertical === null ? [] : advice.containers.map((container) => [container.name, container]),
  );
  const pods = (record.horizontal === null ? null : advice.replicas) ?? currentReplicas(workload);
  const { containers } = workload;
  return {
    cpu: times(sum(containers.map(({ name, cpuRequest }) => advised.get(name)?.cpu ?? cpuRequest)), pods),
    memory: times(sum(containers.map(({ name, memoryRequest }) => advised.get(name)?.memory ?? memoryRequest)), pods),
  };
}

const times = (onePod: number | null, pods: number | null): number | null =>
  onePod === null || pods === null ? null : onePod * pods;

const knownTotals = ({ cpu, memory }: PerResource<number>): Totals => ({
  cpu: Number.isNaN(cpu) ? null : cpu,
  memory: Number.isNaN(memory) ? null : memory,
});

const isUnknown = ({ cpu, memory }: Totals): boolean => cpu === null || memory === null;

function problemsOf(
  { workload, status, health, advice, recommendation, problem, observed }: Facts,
  { optimized, unoptimized, isAutonomous }: { optimized: Totals; unoptimized: Totals; isAutonomous: boolean },
): readonly string[] {
  if (workload === null) return [status.tooltip ?? status.label];
  const unset = health.risks.flatMap(({ type, message }) => (type === 'noRequest' ? [message] : []));
  const before = isAutonomous && isUnknown(unoptimized) ? [noPreAutonomousText] : [];
  const missing = isAutonomous
    ? []
    : advice === null && isUnknown(optimized)
      ? [problem ?? recommendation.tooltip ?? noSuggestionText]
      : [];
  const partly = partlyObservedText(observed) ?? [];
  return [...new Set([...unset, ...before, ...missing, partly].flat())];
}

const noSuggestionText = 'There is no suggestion yet.';
