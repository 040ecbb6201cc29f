import type { Ask, Window } from './listing.ts';
import type { TargetRecord } from './store.ts';

/** One number for every step of a window; NaN where nothing is known. */
export type Steps = Float64Array;

/** What one workload was on average in each step. CPU in cores, memory in bytes. */
export type ArchivedFigures = {
  readonly replicas: Steps;
  /** Of all its ready pods together. */
  readonly requested: { readonly cpu: Steps; readonly memory: Steps };
  readonly used: { readonly cpu: Steps; readonly memory: Steps };
  /** What was advised at the time, whatever the directions of the target: requests of one pod, and replicas. */
  readonly advisedPod: { readonly cpu: Steps; readonly memory: Steps };
  readonly advisedReplicas: Steps;
};

/**
 * A source that remembers for longer than metrics are kept and has its means ready. Where there is one, the server keeps
 * no hourly figures of its own. Rejects with `SourceError`.
 */
export type ArchiveSource = {
  /**
   * One entry per target, in the order given. The window's ends are whole steps; a step is an hour or a day, in UTC. Steps
   * in the future, and those before the workload was there, are NaN.
   */
  figures(
    targets: readonly TargetRecord[],
    window: Window,
    stepMs: number,
    ask?: Ask,
  ): Promise<readonly ArchivedFigures[]>;
};
