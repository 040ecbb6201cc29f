import {
  finiteOrNull,
  formatCounted,
  hourlyCost,
  hourMs,
  minuteMs,
  type NodeSettings,
  nodeShares,
  type ResourceAmounts,
  type ResourceName,
  resourceNames,
  type WhatIf,
} from '@trimtab/core';
import { iso } from '../iso.ts';
import type { ContainerSpec, Workload } from '../ports/index.ts';
import { requestOf, suggestedPodRequest } from './joint-requests.ts';
import type { SuggestedRequest } from './recommendation.ts';
import type { Load } from './what-if-load.ts';
import { type ReplicaRule, type ReplicaSteps, replicaRule, replicaSteps } from './what-if-replicas.ts';

export type WhatIfQuestion = {
  readonly load: Load;
  readonly scale: number;
  readonly workload: Workload;
  /** Ready pods now; null when unknown. */
  readonly currentReplicas: number | null;
  /** The requests and replicas to assume instead of those of the workload. Null: use those of the workload. */
  readonly suggested: { readonly sized: readonly SuggestedRequest[]; readonly replicas: number | null } | null;
  readonly settings: NodeSettings;
};

export type WhatIfResult = Pick<
  WhatIf,
  'window' | 'samples' | 'problems' | 'replicas' | 'containers' | 'now' | 'peak' | 'dollars' | 'steps'
>;

type Footprint = WhatIf['now'];

/** A longer window is answered with one step per hour. */
const mostSteps = 2 * 288;

/**
 * Simulates a workload under a scaled load: replicas by the rule of its HPA, usage per pod, exceeded requests, and
 * cost. Each pod uses the total divided by the replicas, for CPU and for memory. A pure function. Source:
 * docs/recommender.md.
 */
export function whatIf(question: WhatIfQuestion): WhatIfResult {
  const { load, scale, workload, currentReplicas, suggested, settings } = question;
  const sized = suggested?.sized ?? [];
  const rule = replicaRule(workload, sized, suggested?.replicas ?? currentReplicas);
  const replicas = replicaSteps(load, scale, rule);
  const { cpu, memory } = load.total;
  const expected = cpu.length;
  const found = cpu.filter((value, step) => !Number.isNaN(value) || !Number.isNaN(memory[step])).length;
  const assumed = podRequests(workload, sized);
  const summary = replicaSummary(load, rule, replicas);
  const perHour = hourlyCost(assumed, settings);
  const podSteps = replicas.running.reduce((sum, pods) => sum + pods, 0);
  return {
    window: {
      start: iso(load.start),
      end: iso(load.start + expected * load.stepMs),
      stepSeconds: (stepsPerEntry(load) * load.stepMs) / 1000,
    },
    samples: { found, expected },
    problems: problemsOf(load, rule, found),
    replicas: summary,
    containers: workload.containers.flatMap((container) =>
      resourceNames.map((resource) => judged(container, resource, { question, sized, running: replicas.running })),
    ),
    now: footprint(currentReplicas, podRequests(workload, []), settings),
    peak: footprint(summary.peak, assumed, settings),
    dollars: perHour === null ? null : finiteOrNull((perHour * podSteps * load.stepMs) / hourMs),
    steps: stepsOf(load, scale, replicas.running),
  };
}

function problemsOf({ total, stepMs }: Load, rule: ReplicaRule, found: number): string[] {
  const missing = ((total.cpu.length - found) * stepMs) / minuteMs;
  const problems =
    missing === 0
      ? []
      : [`${formatCounted(missing, 'minute')} without samples ${missing === 1 ? 'is' : 'are'} not counted.`];
  if (rule.kind === 'fixed' && rule.replicas === null)
    problems.push('The number of replicas is unknown, so usage per pod is unknown too.');
  return rule.problem === null ? problems : [...problems, rule.problem];
}

function podRequests(workload: Workload, sized: readonly SuggestedRequest[]): ResourceAmounts {
  return {
    cpuCores: suggestedPodRequest(workload, sized, 'cpu'),
    memoryBytes: suggestedPodRequest(workload, sized, 'memory'),
  };
}

function footprint(replicas: number | null, { cpuCores, memoryBytes }: ResourceAmounts, settings: NodeSettings) {
  const ofAllPods = (request: number | null | undefined) =>
    replicas === null || typeof request !== 'number' ? null : request * replicas;
  const amounts = { cpuCores: ofAllPods(cpuCores), memoryBytes: ofAllPods(memoryBytes) };
  return {
    replicas,
    cpu: amounts.cpuCores,
    memory: amounts.memoryBytes,
    nodeShares: nodeShares(amounts, settings),
    dollarsPerHour: hourlyCost(amounts, settings),
  } satisfies Footprint;
}

function replicaSummary(load: Load, rule: ReplicaRule, { running, needed }: ReplicaSteps): WhatIf['replicas'] {
  const { cpu, memory } = load.total;
  const bySize = needed ?? (cpu.every(Number.isNaN) ? memory : cpu);
  const at = highestIndex(bySize);
  const isScaled = rule.kind === 'autoscaler' && needed !== null;
  return {
    rule: rule.kind,
    minReplicas: isScaled ? rule.minReplicas : null,
    maxReplicas: isScaled ? rule.maxReplicas : null,
    peak: at < 0 ? null : finiteOrNull(running[at]),
    needed: isScaled && at >= 0 ? finiteOrNull(needed[at]) : null,
    peakAt: at < 0 ? null : iso(load.start + at * load.stepMs),
    minutesShort: isScaled ? minutesAbove(needed, rule.maxReplicas, load.stepMs) : null,
  };
}

/** The first of the highest values; -1 without values. */
function highestIndex(values: Float64Array): number {
  let highest = -1;
  values.forEach((value, index) => {
    if (!Number.isNaN(value) && !(value <= (values[highest] ?? Number.NaN))) highest = index;
  });
  return highest;
}

function minutesAbove(values: Float64Array, bound: number, stepMs: number): number {
  return (values.filter((value) => value > bound).length * stepMs) / minuteMs;
}

type JudgedWith = {
  readonly question: WhatIfQuestion;
  readonly sized: readonly SuggestedRequest[];
  readonly running: Float64Array;
};

/** The usage of a container in one pod, compared with its request and its limit. */
function judged(
  container: ContainerSpec,
  resource: ResourceName,
  { question: { load, scale }, sized, running }: JudgedWith,
): WhatIf['containers'][number] {
  const request = requestOf(container, sized, resource);
  const settled = sized.find((one) => one.container === container.name && one.resource === resource)?.settled;
  const limit = (settled === undefined ? container.limits?.[resource] : settled.limit) ?? null;
  const usage = perPod(load.containers.get(container.name)?.[resource] ?? new Float64Array(0), scale, running);
  const known = usage.filter((value) => !Number.isNaN(value));
  const over = (bound: number | null) =>
    bound === null || known.length === 0 ? null : minutesAbove(known, bound, load.stepMs);
  return {
    container: container.name,
    resource,
    request,
    limit,
    highest: known.length === 0 ? null : known.reduce((most, value) => Math.max(most, value), 0),
    minutesWithSamples: (known.length * load.stepMs) / minuteMs,
    minutesOverRequest: over(request),
    minutesOverLimit: over(limit),
  };
}

/** NaN without replicas. */
function perPod(total: Float64Array, scale: number, running: Float64Array): Float64Array {
  return total.map((value, step) => {
    const pods = running[step] ?? Number.NaN;
    return pods > 0 ? (value * scale) / pods : Number.NaN;
  });
}

const stepsPerEntry = ({ total, stepMs }: Load): number => (total.cpu.length > mostSteps ? hourMs / stepMs : 1);

/** The steps of the answer. An entry for an hour has the highest values of the hour. */
function stepsOf(load: Load, scale: number, running: Float64Array): WhatIf['steps'] {
  const { total, start, stepMs } = load;
  const size = stepsPerEntry(load);
  const scaled = {
    cpu: total.cpu.map((value) => value * scale),
    memory: total.memory.map((value) => value * scale),
  };
  const cpuPerPod = perPod(total.cpu, scale, running);
  const memoryPerPod = perPod(total.memory, scale, running);
  return Array.from({ length: Math.ceil(running.length / size) }, (_, entry) => {
    const highest = (values: Float64Array) => {
      const part = values.subarray(entry * size, (entry + 1) * size);
      return finiteOrNull(part[highestIndex(part)]);
    };
    return {
      timestamp: iso(start + entry * size * stepMs),
      cpu: highest(scaled.cpu),
      memory: highest(scaled.memory),
      replicas: highest(running),
      cpuPerPod: highest(cpuPerPod),
      memoryPerPod: highest(memoryPerPod),
    };
  });
}
