import type { ExpectedTarget } from './targets.ts';

export type Node = { readonly cpuCores: number; readonly memoryBytes: number; readonly hourlyCost: number };

/** The default node settings: docs/contract/costs.md#node-settings. */
const standardNode: Node = { cpuCores: 4, memoryBytes: 16e9, hourlyCost: 0.192 };

/** A suggestion: requests per pod of each container by name, and replicas if the target scales horizontally. */
export type ExpectedSuggestion = {
  readonly containers: ReadonlyMap<string, { readonly cpu: number; readonly memory: number }>;
  readonly replicas: number | null;
};

/** The hourly cost of pods in dollars: the larger of a pod's two shares of a node. Null if a request is missing. */
function podsCost(cpu: number | null, memory: number | null, replicas: number, node: Node): number | null {
  if (cpu === null || memory === null) return null;
  return Math.max(cpu / node.cpuCores, memory / node.memoryBytes) * node.hourlyCost * replicas;
}

const wholeSum = (values: readonly (number | null)[]) =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

/** The hourly cost of the current requests of a target in dollars. `replicas` defaults to the ready pods. */
function expectedCost(
  target: ExpectedTarget,
  node: Node = standardNode,
  replicas = target.readyReplicas,
): number | null {
  const cpu = wholeSum(target.containers.map((container) => container.cpu.request));
  const memory = wholeSum(target.containers.map((container) => container.memory.request));
  return podsCost(cpu, memory, replicas, node);
}

export type Directions = { readonly horizontal: boolean; readonly vertical: boolean };

/** The hourly waste of a target in recommendation mode: the larger gap of its directions. Null if unknown. */
export function expectedHourlyWaste(
  target: ExpectedTarget,
  suggestion: ExpectedSuggestion | null,
  directions: Directions,
  node: Node = standardNode,
): number | null {
  const now = expectedCost(target, node);
  if (now === null || suggestion === null) return null;
  const advised = [...suggestion.containers.values()];
  const cpu = advised.reduce((sum, container) => sum + container.cpu, 0);
  const memory = advised.reduce((sum, container) => sum + container.memory, 0);
  const vertical = directions.vertical ? podsCost(cpu, memory, target.readyReplicas, node) : null;
  const horizontal =
    directions.horizontal && suggestion.replicas !== null ? expectedCost(target, node, suggestion.replicas) : null;
  const gaps = [vertical, horizontal].flatMap((cost) => (cost === null ? [] : [now - cost]));
  return gaps.length === 0 ? null : Math.max(...gaps);
}

export type ExpectedStatus = { readonly label: string; readonly severity: 'low' | 'medium' | 'high' };

const utilizations = (target: ExpectedTarget) =>
  [target.cpuUtilization, target.memoryUtilization].filter((value) => value !== null);

const lacksRequests = (target: ExpectedTarget) =>
  target.containers.some(({ cpu, memory }) => cpu.request === null || memory.request === null);

/** The first status that applies: docs/contract/views.md#status. The test data has no missing workloads or sources. */
export function expectedStatus(target: ExpectedTarget): ExpectedStatus {
  const used = utilizations(target);
  if (lacksRequests(target)) return { label: 'No requests set', severity: 'high' };
  if (used.some((value) => value > 1)) return { label: 'Underprovisioned', severity: 'high' };
  if (target.sampledHours < 24) return { label: 'Collecting data', severity: 'low' };
  if (used.some((value) => value < 0.5)) return { label: 'Overprovisioned', severity: 'medium' };
  return { label: 'Healthy', severity: 'low' };
}

/** The KPIs by id, if all targets are in recommendation mode. `wastes` has the hourly waste of each target. */
export function expectedKpis(
  targets: readonly ExpectedTarget[],
  wastes: readonly (number | null)[],
): ReadonlyMap<string, number> {
  const count = (test: (target: ExpectedTarget) => boolean) => targets.filter(test).length;
  const waste = wastes.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  return new Map([
    ['targets', targets.length],
    ['recommendation', targets.length],
    ['autonomous', 0],
    ['overprovisioned', count((target) => utilizations(target).some((value) => value < 0.5))],
    ['underprovisioned', count((target) => utilizations(target).some((value) => value > 1))],
    ['warnings', count((target) => lacksRequests(target) || utilizations(target).some((value) => value > 1))],
    ['yearly_waste', waste * 24 * 365],
    ['yearly_savings', 0],
  ]);
}
