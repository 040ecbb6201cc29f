import { hoursBeforeAdvice } from '@trimtab/core';
import type { ContainerSpec, Workload, WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binSeconds, binsPerHour, binsSinceMidnight, countSamples } from './bins.ts';
import { explainInWords } from './explanation-text.ts';
import { jointly } from './joint-suggestion.ts';
import type { EarlierDay } from './memory-statistics.ts';
import { replayRequest } from './observed-replay.ts';
import { quantile } from './quantile.ts';
import type { Recommendation, SizedRequest } from './recommendation.ts';
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
 * forecast, in the directions of the target and fitted together. Null in the first 24 hours after the first sample, or
 * when nothing can be suggested. A pure function. Source: docs/recommender.md.
 */
export function recommend(question: RecommendationQuestion): Recommendation | null {
  const { history, workload, mode, directions } = question;
  const hours = historyHours(history);
  if (hours === null || hours < hoursBeforeAdvice) return null;
  const ruled = (directions.vertical ? workload.containers : []).flatMap((container) =>
    resources.flatMap((resource) => sizeRequest(question, container, resource)),
  );
  const { sized: fitted, scaled } = jointly(question, ruled);
  const sized = fitted.map((one) => replayed(one, history));
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
    binsToday: binsSinceMidnight(history.start + usage.length * binSeconds * 1000),
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
      adjustment: null,
    },
  ];
}

/** The kills of a container, as bins before the end of the history. */
export function killsOf({ start, total, outOfMemory }: WorkloadHistory, container: string) {
  const binMs = binSeconds * 1000;
  const end = start + total.cpu.length * binMs;
  return outOfMemory.flatMap(({ container: killed, at, limitBytes }) =>
    killed === container ? [{ at, binsAgo: Math.max(0, Math.ceil((end - at) / binMs) - 1), limitBytes }] : [],
  );
}

/** A fitted value has its own replay: figures next to a value always belong to it. */
function replayed(one: SizedRequest, history: WorkloadHistory): SizedRequest {
  if (one.adjustment === null) return one;
  const { container, resource, suggestion } = one;
  const usage = history.containers.find(({ name }) => name === container)?.[resource] ?? new Float64Array(0);
  const kills = resource === 'memory' ? killsOf(history, container) : [];
  return {
    ...one,
    suggestion: { ...suggestion, observed: replayRequest(usage, suggestion.value, kills) ?? suggestion.observed },
  };
}

const firstSample = (series: BinnedSeries): number => series.findIndex((value) => !Number.isNaN(value));
