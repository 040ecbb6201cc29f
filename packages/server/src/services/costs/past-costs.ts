import { type CostPair, deriveMode, hourlyCost, hourMs, type NodeSettings, noPreAutonomousText } from '@trimtab/core';
import type { TargetRecord, Window } from '../../ports/index.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { advisedOf } from '../rollups/hourly-figures.ts';
import { specView } from '../targets/spec-view.ts';
import { amounts, type CostSides, type Totals } from './cost-response.ts';

/** Means over the recorded hours of a window. Each figure is averaged over the hours in which it is known. */
export type PastMeans = {
  readonly record: TargetRecord;
  readonly used: Totals;
  readonly requested: Totals;
  readonly before: Totals;
  /** With the suggestions in every direction of the target. */
  readonly advised: Totals;
  /** With the suggested requests only. */
  readonly resized: Totals;
  /** With the suggested replicas only. */
  readonly rescaled: Totals;
  /** The number of recorded hours in the window, and of those in which usage was observed. */
  readonly hours: number;
  readonly usedHours: number;
};

/** One entry per target, in the order given. */
export async function pastMeans(
  history: Pick<CostHistory, 'figures'>,
  records: readonly TargetRecord[],
  window: Window,
  signal?: AbortSignal,
): Promise<readonly PastMeans[]> {
  const sums = records.map((record) => ({
    record,
    hours: 0,
    usedHours: 0,
    used: new Means(),
    requested: new Means(),
    before: new Means(),
    advised: new Means(),
    resized: new Means(),
    rescaled: new Means(),
  }));
  await history.figures(
    records,
    window,
    (index, figures, hours) => {
      const into = sums[index];
      if (into === undefined) return;
      const { replicas, requestedCpu, requestedMemory, usedCpu, usedMemory } = figures;
      const { advisedPodCpu, advisedPodMemory, advisedReplicas } = figures;
      into.hours += hours;
      if (Number.isFinite(usedCpu) || Number.isFinite(usedMemory)) into.usedHours += hours;
      into.used.add(usedCpu, usedMemory, hours);
      into.requested.add(requestedCpu, requestedMemory, hours);
      into.before.add(figures.beforeCpu, figures.beforeMemory, hours);
      into.advised.add(
        advisedOf(figures, requestedCpu, advisedPodCpu),
        advisedOf(figures, requestedMemory, advisedPodMemory),
        hours,
      );
      into.resized.add(advisedPodCpu * replicas, advisedPodMemory * replicas, hours);
      into.rescaled.add(
        (requestedCpu / replicas) * advisedReplicas,
        (requestedMemory / replicas) * advisedReplicas,
        hours,
      );
    },
    signal,
  );
  return sums.map(({ used, requested, before, advised, resized, rescaled, ...rest }) => ({
    ...rest,
    used: used.totals,
    requested: requested.totals,
    before: before.totals,
    advised: advised.totals,
    resized: resized.totals,
    rescaled: rescaled.totals,
  }));
}

/** The means of CPU and memory, each over the hours in which it is known. */
class Means {
  #cpu = 0;
  #cpuHours = 0;
  #memory = 0;
  #memoryHours = 0;

  add(cpu: number, memory: number, hours: number): void {
    if (Number.isFinite(cpu)) {
      this.#cpu += cpu * hours;
      this.#cpuHours += hours;
    }
    if (Number.isFinite(memory)) {
      this.#memory += memory * hours;
      this.#memoryHours += hours;
    }
  }

  get totals(): Totals {
    return {
      cpu: this.#cpuHours === 0 ? null : this.#cpu / this.#cpuHours,
      memory: this.#memoryHours === 0 ? null : this.#memory / this.#memoryHours,
    };
  }
}

export function pastSides(means: PastMeans, window: Window): CostSides {
  const { record, used, requested, before, advised, hours } = means;
  const isAutonomous = deriveMode(specView(record).spec) === 'Autonomous';
  const [optimized, unoptimized] = isAutonomous ? [requested, before] : [advised, requested];
  const isBeforeMissing = isAutonomous && (before.cpu === null || before.memory === null);
  return {
    used,
    optimized,
    unoptimized,
    problems: [...coverage(means, window), ...(isBeforeMissing && hours > 0 ? [noPreAutonomousText] : [])],
  };
}

function coverage({ hours, usedHours }: PastMeans, { start, end }: Window): readonly string[] {
  const of = (end - start) / hourMs;
  if (hours === 0) return ['There are no recorded hours in this window.'];
  // The newest hour is recorded some minutes after its end.
  const recorded =
    of - hours <= 2
      ? []
      : [`${Math.round(hours)} of these ${Math.round(of)} hours were recorded; the averages cover only those.`];
  const used = hours - usedHours <= 2 ? [] : [`Usage was observed in ${Math.round(usedHours)} of the recorded hours.`];
  return [...recorded, ...used];
}

export function pastCosts(
  { requested, resized, rescaled }: PastMeans,
  settings: NodeSettings,
): { readonly horizontalCost: CostPair; readonly verticalCost: CostPair } {
  const raw = hourlyCost(amounts(requested), settings);
  return {
    horizontalCost: { raw, withSuggestions: hourlyCost(amounts(rescaled), settings) },
    verticalCost: { raw, withSuggestions: hourlyCost(amounts(resized), settings) },
  };
}
