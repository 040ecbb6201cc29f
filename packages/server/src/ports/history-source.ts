import type { WorkloadIdentity } from './cluster-source.ts';
import type { Ask, Listing, Scope, Window } from './listing.ts';

/** Values on the five-minute grid: bin i covers [start + i × 300 s, start + (i + 1) × 300 s). NaN without a sample. */
export type Bins = Float64Array;

/** What a recommender learns from, of one workload. CPU in cores, memory in bytes. */
export type WorkloadHistory = WorkloadIdentity & {
  /** Milliseconds; a multiple of five minutes, the same for every list of bins here, which are all equally long. */
  readonly start: number;
  readonly containers: readonly {
    readonly name: string;
    /** Per pod, of the busiest: CPU the highest pod's rate (beyond five pods their 90th percentile), memory the highest. */
    readonly cpu: Bins;
    readonly memory: Bins;
  }[];
  /** Summed over containers and pods. */
  readonly total: { readonly cpu: Bins; readonly memory: Bins };
  /** What its ready pods requested together; NaN where a container had no request. */
  readonly requested: { readonly cpu: Bins; readonly memory: Bins };
  readonly readyReplicas: Bins;
  /** Containers killed for lack of memory: when, and the limit that they ran into. */
  readonly outOfMemory: readonly { readonly container: string; readonly at: number; readonly limitBytes: number }[];
};

/** What workloads used over weeks, as recommendations and forecasts need it. Rejects with `SourceError`. */
export type HistorySource = {
  /**
   * The workloads of the scope that have samples in the window, whose ends are moved to the five-minute grid inwards.
   * One batch of questions per call; who asks for many namespaces asks namespace by namespace.
   */
  history(scope: Scope, window: Window, ask?: Ask): Promise<Listing<WorkloadHistory>>;
  /** What is asked for the figures of a workload, in the source's own language; absent where it has none. */
  queries?(workload: WorkloadIdentity): readonly { readonly figure: string; readonly query: string }[];
};
