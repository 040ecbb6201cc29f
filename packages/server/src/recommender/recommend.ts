import { hoursBeforeAdvice } from '@trimtab/core';
import type { ContainerSpec, HpaState, Workload, WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binSeconds, binsPerHour, countSamples } from './bins.ts';
import { explainInWords } from './explanation-text.ts';
import type { EarlierDay } from './memory-statistics.ts';
import { replayRequest } from './observed-replay.ts';
import { quantile } from './quantile.ts';
import type { Recommendation, ScaledReplicas, SizedRequest } from './recommendation.ts';
import { suggestReplicas } from './replicas.ts';
import { isRecentKill, suggestVertical } from './vertical.ts';
import type { ModelMode, Resource } from './vertical-rules.ts';

export type RecommendationQuestion = {
  /** Ends now. */
  readonly history: WorkloadHistory;
  readonly workload: Workload;
  readonly currentReplicas: number | null;
  readonly mode: ModelMode;
  /** The directions in which the target is scaled. */
  readonly directions: { readonly horizontal: boolean; readonly vertical: boolean };
  /** Sketches of the memory of a container on the days before the history begins. */
  readonly earlierMemory?: (container: string) => readonly EarlierDay[];
};

const resources = ['cpu', 'memory'] as const;

/** The age of the first sample, in hours before the end of the history; null without samples. */
export function historyHours(history: WorkloadHistory): number | null {
  const firsts = history.containers.flatMap(({ cpu, memory }) => [firstSample(cpu), firstSample(memory)]);
  const first = Math.min(...firsts.filter((index) => index >= 0));
  return Number.isFinite(first) ? (history.total.cpu.length - first) / binsPerHour : null;
}

/**
 * The suggestion for a workload: a request for each container and resource from its past usage, and replicas from the
 * forecast of the next ten minutes, in the directions of the target. Null in the first 24 hours after the first sample, or
 * when nothing can be suggested. A pure function. Source: docs/recommender.md.
 */
export function recommend(question: RecommendationQuestion): Recommendation | null {
  const { history, workload, mode, directions } = question;
  const hours = historyHours(history);
  if (hours === null || hours < hoursBeforeAdvice) return null;
  const sized = (directions.vertical ? workload.containers : []).flatMap((container) =>
    resources.flatMap((resource) => sizeRequest(question, container, resource)),
  );
  const scaled = directions.horizontal ? scaleReplicas(question, sized) : null;
  if (sized.length === 0 && scaled === null) return null;
  const of = (name: string, resource: Resource): number | null =>
    sized.find((one) => one.container === name && one.resource === resource)?.suggestion.value ?? null;
  const { hpa } = workload;
  let why: string | null = null;
  return {
    mode,
    start: history.start,
    end: history.start + history.total.cpu.length * binSeconds * 1000,
    containers: directions.vertical
      ? workload.containers.map(({ name }) => ({ name, cpu: of(name, 'cpu'), memory: of(name, 'memory') }))
      : [],
    replicas: scaled?.suggestion.suggested ?? null,
    minReplicas: scaled?.suggestion.minReplicas ?? hpa?.minReplicas ?? null,
    maxReplicas: scaled?.suggestion.maxReplicas ?? hpa?.maxReplicas ?? null,
    metric: scaled?.metric ?? 'cpu',
    sized,
    scaled,
    // Computed when it is read: of thousands of suggestions, few are looked at.
    get why() {
      return (why ??= explainInWords(mode, sized, scaled));
    },
  };
}

/** Empty if the container has too few samples. */
function sizeRequest(
  { history, mode, earlierMemory }: RecommendationQuestion,
  { name: container, cpuRequest, memoryRequest }: ContainerSpec,
  resource: Resource,
): SizedRequest[] {
  const usage = history.containers.find(({ name }) => name === container)?.[resource];
  if (usage === undefined) return [];
  const kills = resource === 'memory' ? killsOf(history, container) : [];
  const earlier = resource === 'memory' ? earlierMemory?.(container) : undefined;
  const suggestion = suggestVertical({
    resource,
    mode,
    usage,
    outOfMemory: kills,
    ...(earlier === undefined ? {} : { earlier }),
  });
  if (suggestion === null) return [];
  const current = resource === 'cpu' ? cpuRequest : memoryRequest;
  const replay = current === null ? null : replayRequest(usage, current, kills);
  const lastHour = quantile(usage.subarray(Math.max(0, usage.length - binsPerHour)), 0.5);
  return [
    {
      container,
      resource,
      samples: { found: countSamples(usage), expected: usage.length },
      firstSampleAt: history.start + firstSample(usage) * binSeconds * 1000,
      suggestion,
      current: current === null || replay === null ? null : { request: current, replay },
      lastHour: Number.isNaN(lastHour) ? null : lastHour,
      kills: kills.map((kill) => ({ at: kill.at, limitBytes: kill.limitBytes, recent: isRecentKill(kill) })),
    },
  ];
}

/**
 * Replicas follow the utilization targets of the workload's HPA. Of several targets, the one that needs the most replicas
 * decides, as in the HPA itself. Without an HPA, replicas follow CPU at the planned utilization. If the target also scales
 * vertically, pods count with their suggested requests, so that both parts of the suggestion fit together.
 */
function scaleReplicas(
  { history, workload, currentReplicas, mode }: RecommendationQuestion,
  sized: readonly SizedRequest[],
): ScaledReplicas | null {
  if (currentReplicas === null || currentReplicas === 0) return null;
  const { hpa } = workload;
  const targets = hpa === null ? [] : utilizationTargets(hpa);
  const wanted = (targets.length > 0 ? targets : [{ metric: 'cpu' as const, target: null }]).flatMap(
    ({ metric, target }) => {
      const requestPerPod = podRequest(workload, sized, metric);
      if (requestPerPod === null) return [];
      const bounds = hpa === null ? null : { minReplicas: hpa.minReplicas, maxReplicas: hpa.maxReplicas };
      const suggestion = suggestReplicas({
        mode,
        usage: history.total[metric],
        requestPerPod,
        currentReplicas,
        hpa: bounds === null ? null : { target, ...bounds },
      });
      if (suggestion === null) return [];
      const targetFrom = target === null ? ('planned' as const) : ('hpa' as const);
      return [{ metric, current: currentReplicas, requestPerPod, targetFrom, bounds, suggestion }];
    },
  );
  return wanted.reduce<ScaledReplicas | null>(
    (most, one) => (most === null || one.suggestion.suggested > most.suggestion.suggested ? one : most),
    null,
  );
}

/** The request of one pod for a resource; null when a container has no request. */
function podRequest(workload: Workload, sized: readonly SizedRequest[], resource: Resource): number | null {
  let total = 0;
  for (const { name, cpuRequest, memoryRequest } of workload.containers) {
    const advised = sized.find((one) => one.container === name && one.resource === resource)?.suggestion.value;
    const request = advised ?? (resource === 'cpu' ? cpuRequest : memoryRequest);
    if (request === null) return null;
    total += request;
  }
  return total > 0 ? total : null;
}

/** Kubernetes gives targets in percent; here they are fractions. */
function utilizationTargets(hpa: HpaState): readonly { readonly metric: Resource; readonly target: number }[] {
  return hpa.metrics.flatMap(({ type, name, target }) => {
    const metric = name === 'cpu' || name === 'memory' ? name : null;
    const isUtilization = target.type === 'Utilization' || target.type === 'AverageUtilization';
    if (type !== 'Resource' || metric === null || !isUtilization || !(target.value > 0)) return [];
    return [{ metric, target: target.value / 100 }];
  });
}

/** The kills of a container, as bins before the end of the history. */
export function killsOf({ start, total, outOfMemory }: WorkloadHistory, container: string) {
  const binMs = binSeconds * 1000;
  const end = start + total.cpu.length * binMs;
  return outOfMemory.flatMap(({ container: killed, at, limitBytes }) =>
    killed === container ? [{ at, binsAgo: Math.max(0, Math.ceil((end - at) / binMs) - 1), limitBytes }] : [],
  );
}

const firstSample = (series: BinnedSeries): number => series.findIndex((value) => !Number.isNaN(value));
