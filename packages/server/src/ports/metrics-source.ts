import type { WorkloadIdentity } from './cluster-source.ts';
import type { Ask, Listing, Scope, Window } from './listing.ts';

/** One resource of one container over a window. CPU in cores, memory in bytes; null where there were no samples. */
export type ResourceUsage = {
  /** Mean over the window of what all its pods used together; a pod that ran for half the window counts for half. */
  readonly total: number | null;
  /** Mean over the window of what its ready pods requested together, weighted in the same way. */
  readonly requested: number | null;
};

export type ContainerUsage = { readonly name: string; readonly cpu: ResourceUsage; readonly memory: ResourceUsage };

export type WorkloadUsage = WorkloadIdentity & {
  readonly containers: readonly ContainerUsage[];
  /** When its first sample was taken, looked for no further back than 48 hours; null without any sample. */
  readonly since: number | null;
  /** Set when the source failed for this workload alone: a sentence that an operator reads as it stands. */
  readonly problem?: string;
};

/** A workload's usage over time: `periods` are epoch milliseconds, and every list of values is as long as they are. */
export type UsageSeries = {
  readonly periods: readonly number[];
  /** Summed over pods; null where there was no sample. */
  readonly containers: readonly {
    readonly name: string;
    readonly cpu: readonly (number | null)[];
    readonly memory: readonly (number | null)[];
  }[];
};

/** What workloads used. Every method rejects with `SourceError` when the source cannot be asked. */
export type MetricsSource = {
  /** One entry per workload that has samples in the window; batched, never one question per workload. */
  usage(scope: Scope, window: Window, ask?: Ask): Promise<Listing<WorkloadUsage>>;
  series(workload: WorkloadIdentity, window: Window, stepSeconds: number, ask?: Ask): Promise<UsageSeries>;
  /** Whether the source answers now; `detail` is a sentence without addresses or credentials. */
  status(ask?: Ask): Promise<{ readonly status: 'up' | 'down'; readonly detail?: string }>;
};
