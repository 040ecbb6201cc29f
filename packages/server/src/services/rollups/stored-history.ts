import { dayMs, hourMs, targetKey } from '@trimtab/core';
import type { RollupBlock, RollupStore, RollupTarget, Window } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';
import type { CostHistory } from './cost-history.ts';
import { GroupDay, groupOf, targetsPerGroup } from './group-day.ts';
import { decodeBlock, hoursPerDay, readHour } from './hourly-block.ts';
import { emptyFigures, type HourlyFigures } from './hourly-figures.ts';
import type { Recorder } from './recorder.ts';
import { addGap, zeroGaps } from './request-gaps.ts';

/** One day of 10,000 targets is 40 summaries, a third of a megabyte in total. */
const daysPerPiece = 4;
const blocksPerPiece = 512;

/** The hours that this server has recorded. */
export function storedHistory(store: RollupStore, recorder: Recorder): CostHistory {
  return {
    async figures(targets, window, visit, signal) {
      const known = await recorder.targets();
      const places = new Map<number, number>();
      targets.forEach((target, index) => {
        const id = known.get(targetKey(target))?.id;
        if (id !== undefined) places.set(id, index);
      });
      const days = { from: Math.floor(window.start / dayMs), to: Math.ceil(window.end / dayMs) };
      const perPiece = Math.max(1, Math.floor(blocksPerPiece / Math.max(1, days.to - days.from)));
      for (const ids of pieces([...places.keys()], perPiece)) {
        for (const block of await store.blocks(ids, days)) {
          const index = places.get(block.id) ?? 0;
          visitHours(block, window, (_at, figures, hours) => visit(index, figures, hours));
        }
        await pause(0, signal);
      }
    },
    async gaps(window, visit, signal) {
      const byGroup = Map.groupBy((await recorder.targets()).values(), ({ id }) => groupOf(id));
      const whole = { from: Math.ceil(window.start / dayMs), to: Math.floor(window.end / dayMs) };
      for (const edge of edges(window)) await visitEdge(store, byGroup, edge, visit, signal);
      const sums = zeroGaps();
      for (let day = whole.from; day < whole.to; day += daysPerPiece) {
        const piece = { from: day, to: Math.min(day + daysPerPiece, whole.to) };
        for (const { group, day: at, bytes } of await store.summaries(piece)) {
          const groupDay = new GroupDay(bytes);
          for (const target of byGroup.get(group) ?? []) {
            if (groupDay.read(target.id % targetsPerGroup, sums)) visit(target, at * dayMs, sums);
          }
        }
        await pause(0, signal);
      }
    },
    version: async (window) => String(await recorder.changes(window)),
    async reach() {
      const all = [...(await recorder.targets()).values()];
      if (all.length === 0) return null;
      return {
        start: all.reduce((first, { coveredFrom }) => Math.min(first, coveredFrom), Number.POSITIVE_INFINITY),
        end: all.reduce((last, { coveredTo }) => Math.max(last, coveredTo), 0),
      };
    },
  };
}

/** The parts at the ends of a window that are not whole UTC days: none, one or two. */
function edges({ start, end }: Window): readonly Window[] {
  const [first, last] = [Math.ceil(start / dayMs) * dayMs, Math.floor(end / dayMs) * dayMs];
  if (first > last) return [{ start, end }];
  return [
    { start, end: first },
    { start: last, end },
  ].filter((edge) => edge.start < edge.end);
}

async function visitEdge(
  store: RollupStore,
  byGroup: ReadonlyMap<number, readonly RollupTarget[]>,
  edge: Window,
  visit: Parameters<CostHistory['gaps']>[1],
  signal: AbortSignal | undefined,
): Promise<void> {
  const day = Math.floor(edge.start / dayMs);
  for (const targets of byGroup.values()) {
    const byId = new Map(targets.map((target) => [target.id, target]));
    for (const block of await store.blocks([...byId.keys()], { from: day, to: day + 1 })) {
      const sums = zeroGaps();
      visitHours(block, edge, (_at, figures, hours) => addGap(sums, figures, hours));
      const target = byId.get(block.id);
      if (target !== undefined && sums.hours > 0) visit(target, edge.start, sums);
    }
    await pause(0, signal);
  }
}

/** Visits the recorded hours of a block within a window. An hour at the edge counts with its part in the window. */
function visitHours(
  { day, bytes }: RollupBlock,
  { start, end }: Window,
  visit: (at: number, figures: HourlyFigures, hours: number) => void,
): void {
  const block = decodeBlock(bytes);
  if (block === null) return;
  const draft = emptyFigures();
  for (let hour = 0; hour < hoursPerDay; hour++) {
    const at = day * dayMs + hour * hourMs;
    const inside = Math.min(at + hourMs, end) - Math.max(at, start);
    if (inside > 0 && readHour(block, hour, draft)) visit(at, draft, inside / hourMs);
  }
}

function* pieces<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let index = 0; index < all.length; index += size) yield all.slice(index, index + size);
}
