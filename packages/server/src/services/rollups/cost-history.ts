import type { TargetRecord, Window } from '../../ports/index.ts';
import type { HourlyFigures } from './hourly-figures.ts';
import type { GapSums } from './request-gaps.ts';

export type TargetName = { readonly namespace: string; readonly name: string };

/** What targets requested, used and were advised over the past, hour by hour. Objects handed out are used again. */
export type CostHistory = {
  /** Visits what is known of each target in the window; `hours` says how much of the window it stands for. */
  figures(
    targets: readonly TargetRecord[],
    window: Window,
    visit: (index: number, figures: HourlyFigures, hours: number) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Visits the sums of every target there ever was in the window, in pieces of at most a UTC day that start at `at`. A target is the same object every time. */
  gaps(
    window: Window,
    visit: (target: TargetName, at: number, sums: GapSums) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Another text when what is known may be another: answers made from it are kept as long as it stays the same. */
  version(): Promise<string>;
  /** How far it reaches; null when nothing was recorded yet. */
  reach(): Promise<Window | null>;
};
