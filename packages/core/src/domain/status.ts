import type { Severity } from '../api/schemas/views.ts';
import type { PerResource } from './resource.ts';
import { settle, utilizationThresholds } from './utilization.ts';

/** Suggestions start this many hours after the first sample. */
export const hoursBeforeAdvice = 24;

/** Explains why there is no suggestion yet. `sampledHours`: the age of the first sample; null without one. */
export function tooYoungText(sampledHours: number | null): string {
  const start = `Suggestions start ${hoursBeforeAdvice} hours after the first sample`;
  if (sampledHours === null) return `${start}; there is none yet.`;
  const hours = Math.floor(sampledHours);
  return hours < 1 ? `${start}.` : `${start}, which is ${hours === 1 ? '1 hour' : `${hours} hours`} old.`;
}

/** The label at which a row shows dashes instead of utilization. */
export const workloadMissingLabel = 'Target workload missing';

/** Explains why a workload without pods has no usage, cost or suggestion. */
export const scaledToZeroText = 'No pod of this workload runs, so there is nothing to measure or to resize.';

/** Explains why the usage of a workload is unknown although it was measured before. */
const unmeasuredText =
  'No usage of its ready pods was measured in the last 24 hours. Check the pods, and that cAdvisor is scraped.';

/** If at least this part of the last 24 hours was observed, figures count as fully observed. */
const fullyObserved = 0.95;

/** Says how much of the last 24 hours the figures cover; null if it is nearly all or unknown. */
export function partlyObservedText(observed: number | null | undefined): string | null {
  if (observed === null || observed === undefined || observed >= fullyObserved) return null;
  return `Only ${Math.round(observed * 100)} % of the last 24 hours was observed; usage and utilization cover that part.`;
}

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
  /** The age of the first sample in hours, or enough hours if there is a suggestion; null without samples. */
  readonly sampledHours: number | null;
  /** Whether the workload runs no pod. Then nothing is measured, and waiting does not help. */
  readonly isScaledToZero?: boolean;
  /** The part of the last 24 hours that was observed; absent when unknown. */
  readonly observed?: number | undefined;
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
    return { severity: 'high', label: 'Underprovisioned', ...because(facts, `Uses more ${over} than it requests.`) };
  }
  if (needsHistory(facts.sampledHours)) {
    return {
      severity: 'low',
      label: 'Collecting data',
      tooltip: facts.isScaledToZero === true ? scaledToZeroText : tooYoungText(facts.sampledHours),
    };
  }
  if (facts.utilization.cpu === null && facts.utilization.memory === null) {
    return facts.isScaledToZero === true
      ? { severity: 'low', label: 'Healthy', tooltip: scaledToZeroText }
      : { severity: 'high', label: 'Metrics unavailable', tooltip: unmeasuredText };
  }
  const under = resourcesWhere(facts, (used) => used < utilizationThresholds.low);
  if (under !== '') {
    return {
      severity: 'medium',
      label: 'Overprovisioned',
      ...because(facts, `Uses less than half of the ${under} it requests.`),
    };
  }
  return { severity: 'low', label: 'Healthy', ...because(facts) };
}

/** The tooltip of a status that follows from utilization. */
function because({ observed }: StatusFacts, ...reasons: string[]): Pick<TargetStatus, 'tooltip'> {
  const sentences = [...reasons, ...[partlyObservedText(observed) ?? []].flat()];
  return sentences.length === 0 ? {} : { tooltip: sentences.join(' ') };
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
