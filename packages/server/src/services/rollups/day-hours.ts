import { dayMs, hourMs } from '@trimtab/core';
import type { RollupBlock, Window } from '../../ports/index.ts';
import { groupOf, placeOf, targetsPerGroup } from './group-day.ts';
import { decodeBlock, hoursPerDay, readHour } from './hourly-block.ts';
import { type Column, emptyFigures } from './hourly-figures.ts';
import { addHours, clearGaps, cpuGap, type GapSums, memoryGap, zeroGaps } from './request-gaps.ts';

/** The columns from which gaps are computed. */
const gapColumns: ReadonlySet<Column> = new Set([
  'replicas',
  'requestedCpu',
  'requestedMemory',
  'advisedPodCpu',
  'advisedPodMemory',
  'advisedReplicas',
  'beforeCpu',
  'beforeMemory',
]);

const hoursPerGroup = targetsPerGroup * hoursPerDay;
const recorded = 1;
const autonomous = 2;

/** The gaps of each hour of one day for a group of targets. */
type GroupHours = { readonly flags: Uint8Array; readonly cpu: Float64Array; readonly memory: Float64Array };

/**
 * The gaps of each hour of one day, so that windows that begin or end on this day read its blocks only once. It takes
 * 408 bytes for each target.
 */
export class DayHours {
  readonly #groups = new Map<number, GroupHours>();
  readonly #day: number;

  constructor(day: number) {
    this.#day = day;
  }

  add({ id, bytes }: RollupBlock): void {
    const block = decodeBlock(bytes, gapColumns);
    if (block === null) return;
    const group = this.#groups.get(groupOf(id)) ?? {
      flags: new Uint8Array(hoursPerGroup),
      cpu: new Float64Array(hoursPerGroup),
      memory: new Float64Array(hoursPerGroup),
    };
    this.#groups.set(groupOf(id), group);
    const figures = emptyFigures();
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      if (!readHour(block, hour, figures)) continue;
      const at = placeOf(id) * hoursPerDay + hour;
      group.flags[at] = recorded + (figures.autonomous ? autonomous : 0);
      group.cpu[at] = cpuGap(figures);
      group.memory[at] = memoryGap(figures);
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
    for (const [group, { flags, cpu, memory }] of this.#groups) {
      for (let place = 0; place < targetsPerGroup; place += 1) {
        clearGaps(sums);
        for (let hour = 0; hour < hoursPerDay; hour += 1) {
          const at = place * hoursPerDay + hour;
          const flag = flags[at] ?? 0;
          const hours = inside[hour] ?? 0;
          if (flag === 0 || hours === 0) continue;
          const gap = { cpu: cpu[at] ?? 0, memory: memory[at] ?? 0, autonomous: (flag & autonomous) !== 0 };
          addHours(sums, gap, hours);
        }
        if (sums.hours > 0) visit(group * targetsPerGroup + place, sums);
      }
    }
  }
}
