import type { Severity } from '@trimtab/core';
import type { Workload } from '../ports/index.ts';
import type { ByResource } from './utilization.ts';

export type Status = { readonly severity: Severity; readonly label: string; readonly tooltip?: string };

export type StatusInput = {
  /** Null: the workload is not in the cluster, or, with `failure`, nobody knows. */
  readonly workload: Workload | null;
  /** Why a source could not be asked; null when both answered. */
  readonly failure: { readonly cluster: string | null; readonly metrics: string | null };
  readonly utilization: ByResource;
  /** Milliseconds of samples, up to now; null without any. */
  readonly observedMs: number | null;
  readonly missingRequests: readonly string[];
};

export const dayMs = 24 * 3_600_000;

/** contract.md, "status": the first that applies. */
export function targetStatus(input: StatusInput): Status {
  const { workload, failure, utilization, observedMs, missingRequests } = input;
  if (failure.cluster !== null) return unavailable(`The cluster source failed: ${failure.cluster}`);
  if (workload === null) {
    return {
      severity: 'high',
      label: 'Target workload missing',
      tooltip: 'The workload is not in the cluster. Has it been renamed or deleted?',
    };
  }
  if (failure.metrics !== null) return unavailable(`The metrics source failed: ${failure.metrics}`);
  const first = missingRequests[0];
  if (first !== undefined) {
    const more = missingRequests.length - 1;
    return {
      severity: 'high',
      label: 'No requests set',
      tooltip: `${first}${more === 0 ? '' : ` And ${more} more.`} Set them, and utilization and costs can be computed.`,
    };
  }
  const over = resourcesWhere(utilization, (fraction) => fraction > 1);
  if (over.length > 0) {
    return {
      severity: 'high',
      label: 'Underprovisioned',
      tooltip: `Uses more ${over.join(' and ')} than it requests (average of the last 24 hours).`,
    };
  }
  if (observedMs === null || observedMs < dayMs) {
    return {
      severity: 'low',
      label: 'Collecting data',
      tooltip:
        observedMs === null
          ? 'There are no samples of this workload yet; suggestions need 24 hours of them.'
          : `There are ${hours(observedMs)} of samples so far; suggestions need 24 hours.`,
    };
  }
  const under = resourcesWhere(utilization, (fraction) => fraction < 0.5);
  if (under.length > 0) {
    return {
      severity: 'medium',
      label: 'Overprovisioned',
      tooltip: `Uses less than half of the ${under.join(' and ')} it requests (average of the last 24 hours).`,
    };
  }
  return { severity: 'low', label: 'Healthy' };
}

/** Sentences that name each request that is not set. */
export function missingRequests(workload: Workload): readonly string[] {
  return workload.containers.flatMap(({ name, cpuRequest, memoryRequest }) => [
    ...(cpuRequest === null ? [`Container ${name} has no CPU request.`] : []),
    ...(memoryRequest === null ? [`Container ${name} has no memory request.`] : []),
  ]);
}

const unavailable = (tooltip: string): Status => ({ severity: 'high', label: 'Metrics unavailable', tooltip });

const hours = (ms: number): string => {
  const whole = Math.floor(ms / 3_600_000);
  return whole === 1 ? '1 hour' : `${whole} hours`;
};

function resourcesWhere({ cpu, memory }: ByResource, test: (fraction: number) => boolean): readonly string[] {
  return [...(cpu !== null && test(cpu) ? ['CPU'] : []), ...(memory !== null && test(memory) ? ['memory'] : [])];
}
