import { advisedTotal, type Amounts, type Figures } from './figures.ts';

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

export const noGaps = (): GapSums => ({
  realizedCpu: 0,
  realizedMemory: 0,
  unrealizedCpu: 0,
  unrealizedMemory: 0,
  hours: 0,
  unknownHours: 0,
});

/** Adds what a target requested in excess for so many hours (contract.md, "Cost view buckets"). */
export function addGap(sums: GapSums, figures: Figures, hours: number): void {
  sums.hours += hours;
  const { cpu, memory } = gap(figures);
  if (Number.isNaN(cpu) || Number.isNaN(memory)) sums.unknownHours += hours;
  const [cpuHours, memoryHours] = [known(cpu) * hours, known(memory) * hours];
  if (figures.autonomous) {
    sums.realizedCpu += cpuHours;
    sums.realizedMemory += memoryHours;
  } else {
    sums.unrealizedCpu += cpuHours;
    sums.unrealizedMemory += memoryHours;
  }
}

export function addSums(into: GapSums, sums: GapSums): void {
  into.realizedCpu += sums.realizedCpu;
  into.realizedMemory += sums.realizedMemory;
  into.unrealizedCpu += sums.unrealizedCpu;
  into.unrealizedMemory += sums.unrealizedMemory;
  into.hours += sums.hours;
  into.unknownHours += sums.unknownHours;
}

const known = (amount: number): number => (Number.isNaN(amount) ? 0 : amount);

function gap(figures: Figures): Amounts {
  const { requestedCpu, requestedMemory } = figures;
  if (figures.autonomous) {
    return { cpu: figures.beforeCpu - requestedCpu, memory: figures.beforeMemory - requestedMemory };
  }
  const advised = advisedTotal(figures);
  // Math.max keeps NaN.
  return { cpu: Math.max(0, requestedCpu - advised.cpu), memory: Math.max(0, requestedMemory - advised.memory) };
}
