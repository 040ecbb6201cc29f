import { dayMs, hourMs } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import type { DayRange, RollupBlock, RollupStore, Window } from '../../ports/index.ts';
import { keptFor } from '../cache/kept-for.ts';
import { pause } from '../event-loop/pause.ts';
import type { CostHistory } from './cost-history.ts';
import { DayHours } from './day-hours.ts';
import { GroupDay, targetsPerGroup } from './group-day.ts';
import { decodeBlock, hoursPerDay, readHour } from './hourly-block.ts';
import { emptyFigures, type HourlyFigures, recordedPart } from './hourly-figures.ts';
import type { Recorder } from './recorder.ts';
import { zeroGaps } from './request-gaps.ts';

/** One day of 10,000 targets is 40 summaries, a third of a megabyte in total. */
const daysPerPiece = 4;
/** No more than one statement reads. */
const blocksPerPiece = 500;
/** The first day of each range of the cost page. */
const mostKeptDays = 3;

/** The hours that this server has recorded. */
export function storedHistory(store: RollupStore, recorder: Recorder): CostHistory {
  const keptDays = new LRUCache<number, (changes: number) => Promise<DayHours>>({ max: mostKeptDays });
  const readHours = async (day: number): Promise<DayHours> => {
    const hours = new DayHours(day);
    const names = await recorder.names();
    for (const piece of pieces(names, blocksPerPiece)) {
      const ids = piece.map(({ id }) => id);
      for (const block of await store.blocks(ids, { from: day, to: day + 1 })) hours.add(block);
      await pause();
    }
    return hours;
  };
  const hoursOf = async (day: number): Promise<DayHours> => {
    const changes = (await recorder.changes())({ start: day * dayMs, end: (day + 1) * dayMs });
    const kept = keptDays.get(day) ?? keptFor(() => readHours(day));
    keptDays.set(day, kept);
    return kept(changes);
  };
  return {
    async figures(targets, window, visit, signal) {
      const coveredOf = await recorder.covered(targets);
      const places = new Map<number, number>();
      targets.forEach((target, index) => {
        const id = coveredOf(target)?.id;
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
    async gaps(window, visit) {
      const hasAllHoursOf = async (days: DayRange) =>
        isInside(days, window) || hasAllHours(window, days, await recorder.reach());
      const sums = zeroGaps();
      for (const days of daysOf(window, await recorder.reach())) {
        const summaries = (await hasAllHoursOf(days)) ? await store.summaries(days) : null;
        // Hours that were recorded since may be in the summaries, but outside of the window.
        if (summaries !== null && (await hasAllHoursOf(days))) {
          for (const { group, day, bytes } of summaries) {
            const groupDay = new GroupDay(bytes);
            for (let place = 0; place < targetsPerGroup; place += 1)
              if (groupDay.read(place, sums)) visit(group * targetsPerGroup + place, day * dayMs, sums);
          }
        } else {
          const hours = await hoursOf(days.from);
          hours.visit(window, (id, ofHours) => visit(id, days.from * dayMs, ofHours));
        }
        await pause();
      }
    },
    targets: () => recorder.names(),
    async versions() {
      const changes = await recorder.changes();
      return (window) => String(changes(window));
    },
    reach: () => recorder.reach(),
  };
}

/** The days of a window with recorded hours. Only the first and the last one, which come alone, may be cut by the window. */
function* daysOf(window: Window, recorded: Window | null): Generator<DayRange> {
  if (recorded === null) return;
  const [start, end] = [Math.max(window.start, recorded.start), Math.min(window.end, recorded.end)];
  if (start >= end) return;
  const [first, last] = [Math.floor(start / dayMs), Math.ceil(end / dayMs) - 1];
  yield { from: first, to: first + 1 };
  for (let from = first + 1; from < last; from += daysPerPiece) yield { from, to: Math.min(from + daysPerPiece, last) };
  if (last > first) yield { from: last, to: last + 1 };
}

const isInside = ({ from, to }: DayRange, { start, end }: Window): boolean =>
  start <= from * dayMs && to * dayMs <= end;

/** Whether a window has all hours of these days that were recorded. */
const hasAllHours = (window: Window, { from, to }: DayRange, recorded: Window | null): boolean =>
  recorded !== null &&
  window.start <= Math.max(from * dayMs, recorded.start) &&
  Math.min(to * dayMs, recorded.end) <= window.end;

/**
 * Visits the recorded hours of a block within a window. An hour at the edge counts with its part in the window, and an
 * hour that is recorded in part counts with that part.
 */
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
    if (inside > 0 && readHour(block, hour, draft)) visit(at, draft, (inside / hourMs) * recordedPart(draft));
  }
}

function* pieces<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let index = 0; index < all.length; index += size) yield all.slice(index, index + size);
}
