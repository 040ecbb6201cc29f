import { advisedOf, type HourlyFigures } from './hourly-figures.ts';

/** Resource-hours of a target over some time. */
export type GapSums = {
  /** Saved already: what it requested before autonomous mode, less what it requested then. Negatives count. */
  realizedCpu: number;
  realizedMemory: number;
  /** Wasted: what it requested beyond what was advised. What one target lacks does not lessen what another wastes. */
  unrealizedCpu: number;
  unrealizedMemory: number;
  /** Hours that were recorded, and those of them of which a resource's gap is unknown. */
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

/** Adds what a target requested in excess for so many hours (contract.md, "Cost view buckets"). */
export function addGap(sums: GapSums, figures: HourlyFigures, hours: number): void {
  const { requestedCpu, requestedMemory } = figures;
  const cpu = figures.autonomous
    ? figures.beforeCpu - requestedCpu
    : wasted(requestedCpu, advisedOf(figures, requestedCpu, figures.advisedPodCpu));
  const memory = figures.autonomous
    ? figures.beforeMemory - requestedMemory
    : wasted(requestedMemory, advisedOf(figures, requestedMemory, figures.advisedPodMemory));
  sums.hours += hours;
  if (Number.isNaN(cpu) || Number.isNaN(memory)) sums.unknownHours += hours;
  if (figures.autonomous) {
    sums.realizedCpu += known(cpu) * hours;
    sums.realizedMemory += known(memory) * hours;
  } else {
    sums.unrealizedCpu += known(cpu) * hours;
    sums.unrealizedMemory += known(memory) * hours;
  }
}

/** Math.max keeps NaN. */
const wasted = (requested: number, advised: number): number => Math.max(0, requested - advised);

const known = (amount: number): number => (Number.isNaN(amount) ? 0 : amount);

export function clearSums(sums: GapSums): void {
  sums.realizedCpu = 0;
  sums.realizedMemory = 0;
  sums.unrealizedCpu = 0;
  sums.unrealizedMemory = 0;
  sums.hours = 0;
  sums.unknownHours = 0;
}

export function addSums(into: GapSums, sums: GapSums): void {
  into.realizedCpu += sums.realizedCpu;
  into.realizedMemory += sums.realizedMemory;
  into.unrealizedCpu += sums.unrealizedCpu;
  into.unrealizedMemory += sums.unrealizedMemory;
  into.hours += sums.hours;
  into.unknownHours += sums.unknownHours;
}
