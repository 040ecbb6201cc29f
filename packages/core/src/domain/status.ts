import type { Severity } from '../api/schemas/views.ts';
import type { PerResource } from './resource.ts';
import { settle, utilizationThresholds } from './utilization.ts';

/** Suggestions need at least this many hours of history. */
export const hoursBeforeAdvice = 24;

/** The label at which a row shows dashes instead of utilization. */
export const workloadMissingLabel = 'Target workload missing';

/** Explains why a workload without pods has no usage, cost or suggestion. */
export const scaledToZeroText = 'No pod of this workload runs, so there is nothing to measure or to resize.';

/** The Status cell of a row. The tooltip gives the cause. */
export type TargetStatus = { readonly severity: Severity; readonly label: string; readonly tooltip?: string };

/** Input of `assessStatus`; null for unknown figures. */
export type StatusFacts = {
  readonly workloadMissing: boolean;
  /** A sentence that names the failed source and the error; null when all sources answered. */
  readonly sourceFailure: string | null;
  /** One message per container without a request; empty when all containers have one. */
  readonly missingRequests: readonly string[];
  /** Usage ÷ request, fractions; null when unknown. */
  readonly utilization: PerResource<number | null>;
  /** How far back samples reach, in hours; null or 0 without any. */
  readonly sampledHours: number | null;
  /** Whether the workload runs no pod. Then nothing is measured, and waiting does not help. */
  readonly isScaledToZero?: boolean;
};

/** The status of a target: the first rule below that applies. */
export function assessStatus(facts: StatusFacts): TargetStatus {
  if (facts.workloadMissing) {
    return {
      severity: 'high',
      label: workloadMissingLabel,
      tooltip: 'The workload is not in the cluster. Has it been renamed or deleted?',
    };
  }
  if (facts.sourceFailure !== null) {
    return { severity: 'high', label: 'Metrics unavailable', tooltip: facts.sourceFailure };
  }
  if (facts.missingRequests.length > 0) {
    return { severity: 'high', label: 'No requests set', tooltip: facts.missingRequests.join(' ') };
  }
  const over = resourcesWhere(facts, (used) => used > utilizationThresholds.full);
  if (over !== '') {
    return { severity: 'high', label: 'Underprovisioned', tooltip: `Uses more ${over} than it requests.` };
  }
  if (needsHistory(facts.sampledHours)) {
    return {
      severity: 'low',
      label: 'Collecting data',
      tooltip:
        facts.isScaledToZero === true
          ? scaledToZeroText
          : `Suggestions need ${hoursBeforeAdvice} hours of samples; there are ${Math.floor(facts.sampledHours ?? 0)} so far.`,
    };
  }
  const under = resourcesWhere(facts, (used) => used < utilizationThresholds.low);
  if (under !== '') {
    return {
      severity: 'medium',
      label: 'Overprovisioned',
      tooltip: `Uses less than half of the ${under} it requests.`,
    };
  }
  return { severity: 'low', label: 'Healthy' };
}

/** Whether there is too little history for a suggestion. */
export function needsHistory(sampledHours: number | null): boolean {
  return sampledHours === null || sampledHours < hoursBeforeAdvice;
}

function resourcesWhere({ utilization: { cpu, memory } }: StatusFacts, test: (used: number) => boolean): string {
  return [cpu !== null && test(settle(cpu)) && 'CPU', memory !== null && test(settle(memory)) && 'memory']
    .filter((name) => name !== false)
    .join(' and ');
}
