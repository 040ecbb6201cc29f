import { dayMs, defaultNodeSettings, hourMs } from '@trimtab/core';
import type { ArchivedFigures, ArchiveSource, Clock, TargetRecord, Window } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { pause } from '../event-loop/pause.ts';
import type { CostHistory } from './cost-history.ts';
import { autonomousSince, emptyFigures, type HourlyFigures, requestedBefore } from './hourly-figures.ts';
import { addGap, clearSums, zeroGaps } from './request-gaps.ts';

const targetsPerPiece = 250;
/** Beyond this a page of targets is read day by day. */
const hourlyUpToMs = 8 * dayMs;
const keptMs = 400 * dayMs;

type Dependencies = {
  readonly archive: ArchiveSource;
  readonly stored: () => Promise<StoredState>;
  readonly clock: Clock;
};

/** The past of a source that has its means ready; a target's mode then is told from when it became autonomous. */
export function archivedHistory({ archive, stored, clock }: Dependencies): CostHistory {
  let read: { readonly records: readonly TargetRecord[]; readonly count: number } | null = null;
  const revision = async (): Promise<number> => {
    const { records } = await stored();
    if (read?.records !== records) read = { records, count: (read?.count ?? 0) + 1 };
    return read.count;
  };
  const reach = (): Window => ({ start: clock.now() - keptMs, end: clock.now() });
  const walk = async (
    targets: readonly TargetRecord[],
    window: Window,
    stepMs: number,
    visit: (index: number, at: number, figures: HourlyFigures, hours: number) => void,
    signal: AbortSignal | undefined,
  ) => {
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const steps = {
      start: Math.floor(Math.max(window.start, reach().start) / stepMs) * stepMs,
      end: Math.ceil(Math.min(window.end, reach().end) / stepMs) * stepMs,
    };
    if (steps.start >= steps.end) return;
    for (let offset = 0; offset < targets.length; offset += targetsPerPiece) {
      const piece = targets.slice(offset, offset + targetsPerPiece);
      const archived = await archive.figures(piece, steps, stepMs, signal === undefined ? {} : { signal });
      archived.forEach((past, index) => {
        const record = piece[index];
        if (record === undefined) return;
        const draft = { ...emptyFigures(), ...nodeOf(settings), ...directionsOf(record) };
        const before = requestedBefore(record);
        const since = autonomousSince(record);
        draft.beforeCpu = before.cpu;
        draft.beforeMemory = before.memory;
        for (let step = 0, at = steps.start; at < steps.end; step++, at += stepMs) {
          if (!readStep(past, step, draft)) continue;
          // What became autonomous within a step counts for the mode it was in for most of it.
          draft.autonomous = since <= at + stepMs / 2;
          const inside = Math.min(at + stepMs, window.end) - Math.max(at, window.start);
          visit(offset + index, at, draft, inside / hourMs);
        }
      });
      await pause(0, signal);
    }
  };
  return {
    figures(targets, window, visit, signal) {
      const stepMs = window.end - window.start <= hourlyUpToMs ? hourMs : dayMs;
      return walk(targets, window, stepMs, (index, _at, figures, hours) => visit(index, figures, hours), signal);
    },
    async gaps(window, visit, signal) {
      const { records } = await stored();
      const sums = zeroGaps();
      await walk(
        records,
        window,
        dayMs,
        (index, at, figures, hours) => {
          const target = records[index];
          if (target === undefined) return;
          clearSums(sums);
          addGap(sums, figures, hours);
          visit(target, Math.max(at, window.start), sums);
        },
        signal,
      );
    },
    // Who is enrolled since when is part of it; an archive itself only grows by the hours that pass.
    version: async () => `${Math.floor(clock.now() / hourMs)} ${await revision()}`,
    reach: async () => reach(),
  };
}

function readStep(past: ArchivedFigures, step: number, into: ReturnType<typeof emptyFigures>): boolean {
  const at = (steps: Float64Array): number => steps[step] ?? Number.NaN;
  into.replicas = at(past.replicas);
  if (Number.isNaN(into.replicas)) return false;
  into.requestedCpu = at(past.requested.cpu);
  into.requestedMemory = at(past.requested.memory);
  into.usedCpu = at(past.used.cpu);
  into.usedMemory = at(past.used.memory);
  into.advisedPodCpu = at(past.advisedPod.cpu);
  into.advisedPodMemory = at(past.advisedPod.memory);
  into.advisedReplicas = at(past.advisedReplicas);
  return true;
}

export const nodeOf = (settings: typeof defaultNodeSettings) => ({
  nodeCpuCores: settings.node_cpu_cores,
  nodeMemoryBytes: settings.node_memory_bytes,
  nodeHourlyCost: settings.node_hourly_cost,
});

export const directionsOf = ({ horizontal, vertical }: TargetRecord) => ({
  horizontal: horizontal !== null,
  vertical: vertical !== null,
});
