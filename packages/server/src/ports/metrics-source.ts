import type { ResourceName } from '@trimtab/core';
import type { WorkloadIdentity } from './cluster-source.ts';
import type { Ask, Listing, Scope, Window } from './listing.ts';

/** One resource of one container over a window. CPU in cores, memory in bytes; null where there were no samples. */
export type ResourceUsage = {
  /** The sum of the usage of all pods, averaged over the window. A pod that ran for half of the window counts half. */
  readonly total: number | null;
  /** The sum of the requests of all ready pods, averaged in the same way. */
  readonly requested: number | null;
};

export type ContainerUsage = { readonly name: string; readonly cpu: ResourceUsage; readonly memory: ResourceUsage };

export type WorkloadUsage = WorkloadIdentity & {
  readonly containers: readonly ContainerUsage[];
  /** The time of the first sample within the last 48 hours, in milliseconds; null without a sample. */
  readonly since: number | null;
  /** The part of the window in which the workload's pods were observed. Absent: unknown. */
  readonly observed?: number;
  /** A sentence for an operator, set if the source failed only for this workload. */
  readonly problem?: string;
};

/** A workload's usage over time. `periods` are epoch milliseconds; every list of values has the same length. */
export type UsageSeries = {
  readonly periods: readonly number[];
  /** The sum over pods; null where there is no sample. CPU in cores, memory in bytes. */
  readonly containers: readonly {
    readonly name: string;
    readonly cpu: readonly (number | null)[];
    readonly memory: readonly (number | null)[];
  }[];
};

/** What happened to the containers of a workload in a window. */
export type WorkloadIncidents = WorkloadIdentity & { readonly oomKills: number; readonly restarts: number };

type ContainerEvent = { readonly at: number; readonly container: string; readonly count: number };

/** What happened to the pods of one workload in a window. Times in milliseconds, on the five-minute grid, oldest first. */
export type WorkloadEvents = {
  /** The time from which restarts were observed; null: they are unknown. */
  readonly since: number | null;
  /** `count`: how many pods were killed in these five minutes. */
  readonly kills: readonly ContainerEvent[];
  /** Includes the restarts after kills. */
  readonly restarts: readonly ContainerEvent[];
  readonly deployments: readonly { readonly at: number; readonly version: string }[];
  /** Requests and limits of one pod: the first known values and every change. CPU in cores, memory in bytes. */
  readonly amounts: readonly {
    readonly at: number;
    readonly kind: 'request' | 'limit';
    readonly container: string;
    readonly resource: ResourceName;
    readonly value: number;
  }[];
  /** For each hour from `at`: the CPU quota periods, and those with throttled containers. Empty: unknown. */
  readonly throttling: readonly { readonly at: number; readonly periods: number; readonly throttled: number }[];
};

export const noEvents: WorkloadEvents = {
  since: null,
  kills: [],
  restarts: [],
  deployments: [],
  amounts: [],
  throttling: [],
};

/** The usage of workloads. Every method rejects with `SourceError` when the source does not answer. */
export type MetricsSource = {
  /** One entry per workload with samples in the window. Implementations must batch: never one query per workload. */
  usage(scope: Scope, window: Window, ask?: Ask): Promise<Listing<WorkloadUsage>>;
  /** The workloads with a restart in the window. Absent: the source does not know restarts. */
  incidents?(scope: Scope, window: Window, ask?: Ask): Promise<Listing<WorkloadIncidents>>;
  /** What happened to one workload. Absent: the source does not know it. */
  events?(workload: WorkloadIdentity, window: Window, ask?: Ask): Promise<WorkloadEvents>;
  series(workload: WorkloadIdentity, window: Window, stepSeconds: number, ask?: Ask): Promise<UsageSeries>;
  /** Whether the source answers. `detail` is a sentence without addresses or credentials. */
  status(ask?: Ask): Promise<{ readonly status: 'up' | 'down'; readonly detail?: string }>;
};
