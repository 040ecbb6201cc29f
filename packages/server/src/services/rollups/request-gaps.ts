import { advisedOf, type HourlyFigures } from './hourly-figures.ts';

/** Resource-hours of a target over some time. */
export type GapSums = {
  /** Saved: the requests before autonomous mode minus the requests of the hour. It may be negative. */
  realizedCpu: number;
  realizedMemory: number;
  /** Wasted: the requests above the suggestion. Never negative: a shortage does not reduce waste elsewhere. */
  unrealizedCpu: number;
  unrealizedMemory: number;
  /** The number of recorded hours, and of those in which a gap is unknown. */
  hours: number;
  unknownHours: number;
};

export const zeroGaps = (): GapSums => ({
  realizedCpu: 0,
  realizedMemory: 0,
  unrealizedCpu: 0,
  unrealizedMemory: 0,
  hours: 0,
  unknownHours: 0,
});

/** Instead of a new object: the sums of a year of 10,000 targets would be a gigabyte of garbage. */
export function clearGaps(sums: GapSums): void {
  sums.realizedCpu = 0;
  sums.realizedMemory = 0;
  sums.unrealizedCpu = 0;
  sums.unrealizedMemory = 0;
  sums.hours = 0;
  sums.unknownHours = 0;
}

/** Adds the gaps of one hour or of a part of it (docs/contract/costs.md). */
export const addGap = (sums: GapSums, figures: HourlyFigures, hours: number): void =>
  addHours(sums, { cpu: cpuGap(figures), memory: memoryGap(figures), autonomous: figures.autonomous }, hours);

/** The gaps of one hour: what it saved in autonomous mode, otherwise what it wasted. NaN: unknown. */
export type Gap = { readonly cpu: number; readonly memory: number; readonly autonomous: boolean };

export const cpuGap = (figures: HourlyFigures): number =>
  figures.autonomous
    ? figures.beforeCpu - figures.requestedCpu
    : wasted(figures.requestedCpu, advisedOf(figures, figures.requestedCpu, figures.advisedPodCpu));

export const memoryGap = (figures: HourlyFigures): number =>
  figures.autonomous
    ? figures.beforeMemory - figures.requestedMemory
    : wasted(figures.requestedMemory, advisedOf(figures, figures.requestedMemory, figures.advisedPodMemory));

export function addHours(sums: GapSums, { cpu, memory, autonomous }: Gap, hours: number): void {
  sums.hours += hours;
  if (Number.isNaN(cpu) || Number.isNaN(memory)) sums.unknownHours += hours;
  if (autonomous) {
    sums.realizedCpu += known(cpu) * hours;
    sums.realizedMemory += known(memory) * hours;
  } else {
    sums.unrealizedCpu += known(cpu) * hours;
    sums.unrealizedMemory += known(memory) * hours;
  }
}

/** NaN stays NaN. */
const wasted = (requested: number, advised: number): number => Math.max(0, requested - advised);

const known = (amount: number): number => (Number.isNaN(amount) ? 0 : amount);

/** @param share how much of `sums` is added */
export function addSums(into: GapSums, sums: GapSums, share = 1): void {
  into.realizedCpu += sums.realizedCpu * share;
  into.realizedMemory += sums.realizedMemory * share;
  into.unrealizedCpu += sums.unrealizedCpu * share;
  into.unrealizedMemory += sums.unrealizedMemory * share;
  into.hours += sums.hours * share;
  into.unknownHours += sums.unknownHours * share;
}
