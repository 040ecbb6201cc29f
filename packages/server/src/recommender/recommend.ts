import { hoursBeforeAdvice, type LimitPolicy, type ModelMode, type ResourceName, resourceNames } from '@trimtab/core';
import type { ContainerSpec, Workload, WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binMs, binsPerHour, binsSinceMidnight, countSamples } from './bins.ts';
import { explainInWords } from './explanation-text.ts';
import { jointly } from './joint-suggestion.ts';
import type { EarlierDay } from './memory-statistics.ts';
import { replayRequest } from './observed-replay.ts';
import { needOf } from './pod-peaks.ts';
import { isPossible, settlePod } from './pod-resources.ts';
import { quantile } from './quantile.ts';
import type { Recommendation, SettledRequest, SizedRequest } from './recommendation.ts';
import { runsOnEveryNode, unscaledSentence } from './unscaled-replicas.ts';
import { isRecentKill, suggestVertical } from './vertical.ts';

export type RecommendationQuestion = {
  /** Ends now. */
  readonly history: WorkloadHistory;
  readonly workload: Workload;
  readonly currentReplicas: number | null;
  readonly mode: ModelMode;
  /** The directions in which the target is scaled. */
  readonly directions: { readonly horizontal: boolean; readonly vertical: boolean };
  /** Sketches of a container's memory on the days before the history begins. */
  readonly earlierMemory?: (container: string) => readonly EarlierDay[];
  /** Absent: `keep`. */
  readonly limitPolicy?: LimitPolicy;
};

/** The age of the first sample, in hours before the end of the history; null without samples. */
export function historyHours(history: WorkloadHistory): number | null {
  const firsts = history.containers.flatMap(({ cpu, memory }) => [firstSample(cpu), firstSample(memory)]);
  const first = Math.min(...firsts.filter((index) => index >= 0));
  return Number.isFinite(first) ? (history.total.cpu.length - first) / binsPerHour : null;
}

/**
 * The suggestion for a workload: a request for each container and resource from its past usage, and replicas from the
 * forecast. It covers the directions of the target, and requests and replicas are adjusted to each other. Null in the
 * first 24 hours after the first sample, or when nothing can be suggested. A pure function. Source:
 * docs/recommender.md.
 */
export function recommend(question: RecommendationQuestion): Recommendation | null {
  const { history, workload, mode } = question;
  const hours = historyHours(history);
  if (hours === null || hours < hoursBeforeAdvice) return null;
  const { horizontal } = question.directions;
  const directions = { ...question.directions, horizontal: horizontal && !runsOnEveryNode(workload.kind) };
  const ruled = (directions.vertical ? workload.containers : []).flatMap((container) =>
    resourceNames.flatMap((resource) => sizeRequest(question, container, resource)),
  );
  const { sized: fitted, scaled } = jointly({ ...question, directions }, ruled, (wanted) => settled(question, wanted));
  const sized = fitted.filter(isPossible).map((one) => replayed(one, history));
  const refused = fitted.filter((one) => !isPossible(one));
  if (sized.length === 0 && scaled === null) return null;
  const { hpa } = workload;
  const unscaled = unscaledSentence(workload, question.directions);
  let why: string | null = null;
  return {
    mode,
    start: history.start,
    end: history.start + history.total.cpu.length * binMs,
    containers: directions.vertical
      ? workload.containers.map(({ name }) =>
          containerAdvice(
            name,
            sized.filter(({ container }) => container === name),
          ),
        )
      : [],
    replicas: scaled?.suggestion.suggested ?? null,
    minReplicas: scaled?.suggestion.minReplicas ?? hpa?.minReplicas ?? null,
    maxReplicas: scaled?.suggestion.maxReplicas ?? hpa?.maxReplicas ?? null,
    metric: scaled?.metric ?? 'cpu',
    sized,
    scaled,
    ...(unscaled === null ? {} : { unscaled }),
    // Computed when it is read, because most of thousands of suggestions are never displayed.
    get why() {
      return (why ??= explainInWords(mode, { sized, refused }, scaled, unscaled));
    },
  };
}

function containerAdvice(name: string, sized: readonly SettledRequest[]): Recommendation['containers'][number] {
  const of = (resource: ResourceName) => sized.find((one) => one.resource === resource)?.settled;
  const [cpu, memory] = [of('cpu'), of('memory')];
  const [cpuLimit, memoryLimit] = [cpu?.limit ?? null, memory?.limit ?? null];
  return {
    name,
    cpu: cpu?.request ?? null,
    memory: memory?.request ?? null,
    ...(cpuLimit === null ? {} : { cpuLimit }),
    ...(memoryLimit === null ? {} : { memoryLimit }),
  };
}

/** The requests with values that a manifest can contain, and their limits. The pods that run now get them. */
function settled(
  { history, workload, limitPolicy = 'keep' }: RecommendationQuestion,
  fitted: readonly SizedRequest[],
): SettledRequest[] {
  const wanted = fitted.map(({ container, resource, suggestion }) => ({
    container,
    resource,
    amount: suggestion.value,
    need: needOf(history, container, resource),
  }));
  const results = settlePod({ workload, policy: limitPolicy, replicas: workload.replicas, wanted });
  return fitted.map((one, index) => {
    const final = results[index];
    if (final === undefined) throw new Error(`${one.container} is not a container of the workload`);
    return { ...one, suggestion: { ...one.suggestion, value: final.request }, settled: final };
  });
}

/** Empty if the container has too few samples. */
function sizeRequest(
  { history, mode, earlierMemory }: RecommendationQuestion,
  { name: container, cpuRequest, memoryRequest }: ContainerSpec,
  resource: ResourceName,
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
    binsToday: binsSinceMidnight(history.start + usage.length * binMs),
    ...(earlier === undefined ? {} : { earlier }),
  });
  if (suggestion === null) return [];
  const current = resource === 'cpu' ? cpuRequest : memoryRequest;
  const replay = current === null ? null : replayRequest(usage, current, kills);
  const lastHour = quantile(usage.subarray(-binsPerHour), 0.5);
  return [
    {
      container,
      resource,
      samples: { found: countSamples(usage), expected: usage.length },
      firstSampleAt: history.start + firstSample(usage) * binMs,
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
  const end = start + total.cpu.length * binMs;
  return outOfMemory.flatMap(({ container: killed, at, limitBytes }) =>
    killed === container ? [{ at, binsAgo: Math.max(0, Math.ceil((end - at) / binMs) - 1), limitBytes }] : [],
  );
}

/** The replay of the final value. Figures next to a value must always belong to that value. */
function replayed(one: SettledRequest, history: WorkloadHistory): SettledRequest {
  const { container, resource, suggestion } = one;
  const usage = history.containers.find(({ name }) => name === container)?.[resource] ?? new Float64Array(0);
  const kills = resource === 'memory' ? killsOf(history, container) : [];
  return {
    ...one,
    suggestion: { ...suggestion, observed: replayRequest(usage, suggestion.value, kills) ?? suggestion.observed },
  };
}

const firstSample = (series: BinnedSeries): number => series.findIndex((value) => !Number.isNaN(value));
