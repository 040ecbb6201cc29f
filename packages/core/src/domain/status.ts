import type { Severity } from '../api/schemas/views.ts';
import type { PerResource } from './resource.ts';
import { settle, utilizationThresholds } from './utilization.ts';

/** Less history than this is too little to advise on. */
export const hoursBeforeAdvice = 24;

/** The label at which a row shows dashes instead of utilization. */
export const workloadMissingLabel = 'Target workload missing';

/** Why nothing is measured, requested or advised of a workload without a pod. */
export const scaledToZeroText = 'No pod of this workload runs, so there is nothing to measure or to resize.';

/** The Status cell of a row; the tooltip says what to look at. */
export type TargetStatus = { readonly severity: Severity; readonly label: string; readonly tooltip?: string };

/** What a status is told from: plain figures, null where unknown. */
export type StatusFacts = {
  readonly workloadMissing: boolean;
  /** A sentence naming the source that failed and how; null when all answered. */
  readonly sourceFailure: string | null;
  /** The messages of the containers that lack a request, one each; empty when all have theirs. */
  readonly missingRequests: readonly string[];
  /** Usage ÷ request, fractions; null when unknown. */
  readonly utilization: PerResource<number | null>;
  /** How far back samples reach, in hours; null or 0 without any. */
  readonly sampledHours: number | null;
  /** That it runs no pod: nothing is measured then, and waiting changes nothing. */
  readonly isScaledToZero?: boolean;
};

/** The status of a target: the first of contract.md's list that applies. */
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

/** Whether there is too little history to advise on. */
export function needsHistory(sampledHours: number | null): boolean {
  return sampledHours === null || sampledHours < hoursBeforeAdvice;
}

function resourcesWhere({ utilization: { cpu, memory } }: StatusFacts, test: (used: number) => boolean): string {
  return [cpu !== null && test(settle(cpu)) && 'CPU', memory !== null && test(settle(memory)) && 'memory']
    .filter((name) => name !== false)
    .join(' and ');
}
