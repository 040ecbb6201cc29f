import { dayMs, defaultNodeSettings, hourMs, type NodeSettings, targetKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type { ArchivedFigures, ArchiveSource, Clock, StepValues, TargetRecord, Window } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { pause } from '../event-loop/pause.ts';
import type { CostHistory, NumberedTarget } from './cost-history.ts';
import {
  autonomousSince,
  directionsOf,
  emptyFigures,
  type HourlyFigures,
  type MutableHourlyFigures,
  nodeOf,
  requestedBefore,
} from './hourly-figures.ts';
import { addGap, clearGaps, zeroGaps } from './request-gaps.ts';

/** The steps of all targets that are read at once. Requests are answered in between. */
const stepsPerRead = 25_000;
/** Longer windows are read in days instead of hours. */
const hourlyUpToMs = 8 * dayMs;
const storedMs = 400 * dayMs;

type Dependencies = {
  readonly archive: ArchiveSource;
  readonly stored: () => Promise<StoredState>;
  readonly clock: Clock;
};

/** Called with the start of a step and the number of its hours within the window. The figures object is reused. */
type Visit = (index: number, at: number, figures: HourlyFigures, hours: number) => void;

/** Reads hours from an `ArchiveSource`, and derives a target's mode from when it became autonomous. */
export function archivedHistory({ archive, stored, clock }: Dependencies): CostHistory {
  const reach = (): Window => ({ start: clock.now() - storedMs, end: clock.now() });
  const visitSteps = async (
    targets: readonly TargetRecord[],
    window: Window,
    stepMs: number,
    visit: Visit,
    signal?: AbortSignal,
  ) => {
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const steps = {
      start: Math.floor(Math.max(window.start, reach().start) / stepMs) * stepMs,
      end: Math.ceil(Math.min(window.end, reach().end) / stepMs) * stepMs,
    };
    if (steps.start >= steps.end) return;
    const targetsPerRead = Math.max(1, Math.floor((stepsPerRead * stepMs) / (steps.end - steps.start)));
    for (let offset = 0; offset < targets.length; offset += targetsPerRead) {
      const part = targets.slice(offset, offset + targetsPerRead);
      const archived = await archive.figures(part, steps, stepMs, { signal });
      part.forEach((record, index) => {
        const past = archived[index];
        if (past === undefined) return;
        visitTarget(record, past, { window, steps, stepMs, settings }, (at, figures, hours) =>
          visit(offset + index, at, figures, hours),
        );
      });
      await pause(0, signal);
    }
  };
  const revision = countChanges(stored);
  const ids = new Map<string, number>();
  const numbered = new WeakMap<readonly TargetRecord[], readonly NumberedTarget[]>();
  const idOf = (target: TargetRecord): number => getOrInsert(ids, targetKey(target), () => ids.size);
  return {
    figures(targets, window, visit, signal) {
      const stepMs = window.end - window.start <= hourlyUpToMs ? hourMs : dayMs;
      return visitSteps(targets, window, stepMs, (index, _at, figures, hours) => visit(index, figures, hours), signal);
    },
    async gaps(window, visit) {
      const { records } = await stored();
      const numbers = records.map(idOf);
      const sums = zeroGaps();
      const addStep: Visit = (index, at, figures, hours) => {
        const number = numbers[index];
        if (number === undefined) return;
        clearGaps(sums);
        addGap(sums, figures, hours);
        visit(number, Math.max(at, window.start), sums);
      };
      await visitSteps(records, window, dayMs, addStep);
    },
    async targets() {
      const { records } = await stored();
      return getOrInsert(numbered, records, () =>
        records.map((target) => ({ id: idOf(target), namespace: target.namespace, name: target.name })),
      );
    },
    // The archive changes only once an hour, but enrollments and modes may change in between.
    async versions() {
      const version = `${Math.floor(clock.now() / hourMs)} ${await revision()}`;
      return () => version;
    },
    reach: async () => reach(),
  };
}

function visitTarget(
  record: TargetRecord,
  past: ArchivedFigures,
  { window, steps, stepMs, settings }: { window: Window; steps: Window; stepMs: number; settings: NodeSettings },
  visit: (at: number, figures: HourlyFigures, hours: number) => void,
): void {
  const before = requestedBefore(record);
  const since = autonomousSince(record);
  const figures = {
    ...emptyFigures(),
    ...nodeOf(settings),
    ...directionsOf(record),
    beforeCpu: before.cpu,
    beforeMemory: before.memory,
  };
  for (let step = 0, at = steps.start; at < steps.end; step++, at += stepMs) {
    if (!readStep(past, step, figures)) continue;
    // If the target became autonomous during a step, the step gets the mode of its longer part.
    figures.autonomous = since <= at + stepMs / 2;
    const inside = Math.min(at + stepMs, window.end) - Math.max(at, window.start);
    visit(at, figures, inside / hourMs);
  }
}

/** Fills `into`. Returns false if nothing is known about the step. */
function readStep(past: ArchivedFigures, step: number, into: MutableHourlyFigures): boolean {
  const at = (steps: StepValues): number => steps[step] ?? Number.NaN;
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

/** The number of times that the enrolled targets have changed since the first call. */
function countChanges(stored: () => Promise<StoredState>): () => Promise<number> {
  let last: { readonly records: readonly TargetRecord[]; readonly count: number } | null = null;
  return async () => {
    const { records } = await stored();
    if (last?.records !== records) last = { records, count: (last?.count ?? 0) + 1 };
    return last.count;
  };
}
