import { dayMs, hourMs } from '@trimtab/core';
import type { RollupBlock, Window } from '../../ports/index.ts';
import { binsPerHour } from '../../recommender/bins.ts';
import { groupOf, placeOf, targetsPerGroup } from './group-day.ts';
import { decodeBlock, emptyBlock, hoursPerDay, readHour } from './hourly-block.ts';
import { type Column, emptyFigures } from './hourly-figures.ts';
import { addHours, clearGaps, cpuGap, type GapSums, memoryGap, zeroGaps } from './request-gaps.ts';

/** The columns from which gaps are computed. */
const gapColumns: readonly Column[] = [
  'replicas',
  'requestedCpu',
  'requestedMemory',
  'advisedPodCpu',
  'advisedPodMemory',
  'advisedReplicas',
  'beforeCpu',
  'beforeMemory',
];

const hoursPerGroup = targetsPerGroup * hoursPerDay;
/** The gaps of each hour of one day for a group of targets. */
type GroupHours = {
  /** The number of recorded five-minute bins of each hour; 0 is a gap. */
  readonly bins: Uint8Array;
  readonly autonomous: Uint8Array;
  readonly cpu: Float64Array;
  readonly memory: Float64Array;
};

/**
 * The gaps of each hour of one day, so that windows that begin or end on this day read its blocks only once. It takes
 * 432 bytes for each target.
 */
export class DayHours {
  readonly #groups = new Map<number, GroupHours>();
  readonly #day: number;
  /** Used for every block: 10,000 blocks of their own would be garbage of 25 MB. */
  readonly #block = emptyBlock(gapColumns);
  readonly #figures = emptyFigures();

  constructor(day: number) {
    this.#day = day;
  }

  add({ id, bytes }: RollupBlock): void {
    const block = decodeBlock(bytes, this.#block);
    if (block === null) return;
    const group = this.#groups.get(groupOf(id)) ?? {
      bins: new Uint8Array(hoursPerGroup),
      autonomous: new Uint8Array(hoursPerGroup),
      cpu: new Float64Array(hoursPerGroup),
      memory: new Float64Array(hoursPerGroup),
    };
    this.#groups.set(groupOf(id), group);
    const figures = this.#figures;
    const values = [...block.values.values()];
    let [bins, cpu, memory] = [0, 0, 0];
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      // Most figures stay the same for hours, and so do their gaps.
      if (hour === 0 || !isLikeBefore(block.flags, hour) || !values.every((each) => isLikeBefore(each, hour))) {
        bins = readHour(block, hour, figures) ? figures.bins : 0;
        cpu = cpuGap(figures);
        memory = memoryGap(figures);
      }
      const at = placeOf(id) * hoursPerDay + hour;
      group.bins[at] = bins;
      group.autonomous[at] = figures.autonomous ? 1 : 0;
      group.cpu[at] = cpu;
      group.memory[at] = memory;
    }
  }

  /** Visits the sums of the targets with recorded hours in the window, of which the hours at its ends may be a part. */
  visit({ start, end }: Window, visit: (target: number, sums: GapSums) => void): void {
    const first = this.#day * dayMs;
    // The same hours for every target, and how much of each is in the window.
    const inside = Array.from({ length: hoursPerDay }, (_, hour) => {
      const from = first + hour * hourMs;
      return Math.max(0, Math.min(from + hourMs, end) - Math.max(from, start)) / hourMs;
    });
    const sums = zeroGaps();
    const gap = { cpu: 0, memory: 0, autonomous: false };
    for (const [group, { bins, autonomous, cpu, memory }] of this.#groups) {
      for (let place = 0; place < targetsPerGroup; place += 1) {
        clearGaps(sums);
        for (let hour = 0; hour < hoursPerDay; hour += 1) {
          const at = place * hoursPerDay + hour;
          const hours = (inside[hour] ?? 0) * ((bins[at] ?? 0) / binsPerHour);
          if (hours === 0) continue;
          gap.cpu = cpu[at] ?? 0;
          gap.memory = memory[at] ?? 0;
          gap.autonomous = autonomous[at] === 1;
          addHours(sums, gap, hours);
        }
        if (sums.hours > 0) visit(group * targetsPerGroup + place, sums);
      }
    }
  }
}

const isLikeBefore = (hours: Float64Array | Uint8Array, hour: number): boolean =>
  Object.is(hours[hour], hours[hour - 1]);
