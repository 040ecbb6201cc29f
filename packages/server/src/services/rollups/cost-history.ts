import type { TargetRecord, Window } from '../../ports/index.ts';
import type { HourlyFigures } from './hourly-figures.ts';
import type { GapSums } from './request-gaps.ts';

export type TargetName = { readonly namespace: string; readonly name: string };

/** Requests, usage and suggestions of the past, hour by hour. Objects passed to `visit` are reused. */
export type CostHistory = {
  /** Visits the figures of each target in the window. `hours`: how much of the window they cover. */
  figures(
    targets: readonly TargetRecord[],
    window: Window,
    visit: (index: number, figures: HourlyFigures, hours: number) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Visits sums of all targets ever enrolled, in parts of UTC days that start at `at`. The object is reused. */
  gaps(
    window: Window,
    visit: (target: TargetName, at: number, sums: GapSums) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Changes whenever the history of this window may have changed, so that it can be part of a cache key. */
  version(window: Window): Promise<string>;
  /** The range of recorded time; null if nothing is recorded yet. */
  reach(): Promise<Window | null>;
};
