import type { PerResource } from '@trimtab/core';
import type { Ask, Window } from './listing.ts';
import type { TargetRecord } from './target-registry.ts';

/** One number for every step of a window; NaN where it is unknown. */
export type StepValues = readonly number[];

/** The means of one workload in each step. CPU in cores, memory in bytes. */
export type ArchivedFigures = {
  readonly replicas: StepValues;
  /** Summed over all ready pods. */
  readonly requested: PerResource<StepValues>;
  readonly used: PerResource<StepValues>;
  /** The suggestions at that time, for one pod, also in directions in which the target is not scaled. */
  readonly advisedPod: PerResource<StepValues>;
  readonly advisedReplicas: StepValues;
};

/**
 * A source of hourly and daily means that reaches further back than the metrics source. If it exists, the server does
 * not record hours itself. Rejects with `SourceError`.
 */
export type ArchiveSource = {
  /**
   * One entry per target, in the order given. `stepMs` is an hour or a day; both ends of the window are multiples of it,
   * in UTC. Steps in the future, and steps before the workload existed, are NaN.
   */
  figures(
    targets: readonly TargetRecord[],
    window: Window,
    stepMs: number,
    ask?: Ask,
  ): Promise<readonly ArchivedFigures[]>;
};
