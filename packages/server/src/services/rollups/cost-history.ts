import type { TargetRecord, Window } from '../../ports/index.ts';
import type { HourlyFigures } from './hourly-figures.ts';
import type { GapSums } from './request-gaps.ts';

export type NumberedTarget = { readonly id: number; readonly namespace: string; readonly name: string };

/** Requests, usage and suggestions of the past, hour by hour. Objects passed to `visit` are reused. */
export type CostHistory = {
  /** Visits the figures of each target in the window. `hours`: how much of the window they cover. */
  figures(
    targets: readonly TargetRecord[],
    window: Window,
    visit: (index: number, figures: HourlyFigures, hours: number) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Visits sums of all targets ever enrolled, by UTC day. `at` is a time on that day. The object is reused. */
  gaps(window: Window, visit: (target: number, at: number, sums: GapSums) => void): Promise<void>;
  /** The targets of `gaps`, with their numbers. Numbers are small and never used again. */
  targets(): Promise<readonly NumberedTarget[]>;
  /** For each window a text that changes whenever its history may have changed, so that it can be part of a cache key. */
  versions(): Promise<(window: Window) => string>;
  /** The range of recorded time; null if nothing is recorded yet. */
  reach(): Promise<Window | null>;
};
