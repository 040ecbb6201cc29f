import type { PerResource } from '@trimtab/core';
import type { PodState, WorkloadIdentity } from './cluster-source.ts';
import type { Ask, Listing, Scope, Window } from './listing.ts';

/** The width of a bin of past usage. Each query also has this step, because query front ends cache results by step. */
export const binSeconds = 300;

/** Values on the five-minute grid: bin i covers [start + i × 300 s, start + (i + 1) × 300 s). NaN: no sample. */
export type Bins = Float64Array;

/** The past usage of one workload, the input of the recommender. CPU in cores, memory in bytes. */
export type WorkloadHistory = WorkloadIdentity & {
  /** The start of the first bin, in milliseconds; a multiple of five minutes. All lists of bins are equally long. */
  readonly start: number;
  readonly containers: readonly {
    readonly name: string;
    /** The highest value of a single pod. For CPU with more than five pods, the 90th percentile of the pods. */
    readonly cpu: Bins;
    readonly memory: Bins;
  }[];
  /** The sum over all containers and pods. Each one counts with its mean in the bin. */
  readonly total: PerResource<Bins>;
  /** The sum of the requests of all ready pods; NaN if a container had no request. */
  readonly requested: PerResource<Bins>;
  readonly readyReplicas: Bins;
  /** Out-of-memory kills: the time in milliseconds, and the memory limit of the container at that time. */
  readonly outOfMemory: readonly { readonly container: string; readonly at: number; readonly limitBytes: number }[];
};

/** What the cluster declared for a workload at one moment. */
export type DeclaredState = {
  readonly at: number;
  /** The containers in the template of the newest pod, by name; empty when unknown. An unknown image is empty. */
  readonly containers: PodState['containers'];
  /** Whether other pods have different requests, limits or images, as during a rollout. */
  readonly isRollingOut: boolean;
  /** Null when unknown, or when an autoscaler sets the replicas. */
  readonly replicas: number | null;
  /** The bounds of the autoscaler; null without one. */
  readonly bounds: { readonly minReplicas: number; readonly maxReplicas: number } | null;
};

/** Oldest first. A state that equals both of its neighbors may be left out. */
export type DeclaredHistory = WorkloadIdentity & { readonly states: readonly DeclaredState[] };

/** `workloads`: the workloads that the caller needs. An implementation may return more. Absent: all of them. */
export type HistoryScope = Scope & { readonly workloads?: readonly WorkloadIdentity[] };

/** Weeks of past usage, for suggestions and forecasts. Rejects with `SourceError`. */
export type HistorySource = {
  /**
   * The workloads of the scope that have samples in the window. The window is shrunk to the five-minute grid. One call is
   * one batch of queries, so callers read many namespaces one by one.
   */
  history(scope: HistoryScope, window: Window, ask?: Ask): Promise<Listing<WorkloadHistory>>;
  /**
   * What the cluster declared at the multiples of `stepMs` in the window, both ends included, for workloads with pods.
   * Times without samples are left out. Absent: the source does not know it.
   */
  declared?(scope: Scope, window: Window, stepMs: number, ask?: Ask): Promise<Listing<DeclaredHistory>>;
  /** The queries behind the figures of a workload, in the language of the source. Absent: it has no query language. */
  queries?(workload: WorkloadIdentity): readonly { readonly figure: string; readonly query: string }[];
};
