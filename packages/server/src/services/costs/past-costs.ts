import {
  type CostPair,
  deriveMode,
  hourlyCost,
  hourMs,
  type NodeSettings,
  noPreAutonomousText,
  type PerResource,
} from '@trimtab/core';
import type { TargetRecord, Window } from '../../ports/index.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { advisedTotal, type HourlyFigures } from '../rollups/hourly-figures.ts';
import { specView } from '../targets/spec-view.ts';
import { amounts, type CostSides, type Totals } from './cost-response.ts';

const amountNames = [
  'used',
  'requested',
  'before',
  /** With the suggestions in every direction of the target. */
  'advised',
  /** With the suggested requests only. */
  'resized',
  /** With the suggested replicas only. */
  'rescaled',
] as const;
type AmountName = (typeof amountNames)[number];

/** Means over the recorded hours of a window. Each figure is averaged over the hours in which it is known. */
export type PastMeans = Readonly<Record<AmountName, Totals>> & {
  readonly record: TargetRecord;
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
  const sums = records.map(() => ({
    hours: 0,
    usedHours: 0,
    of: new Map(amountNames.map((name) => [name, { cpu: new Mean(), memory: new Mean() }])),
  }));
  await history.figures(
    records,
    window,
    (index, figures, hours) => {
      const into = sums[index];
      if (into === undefined) return;
      into.hours += hours;
      if (Number.isFinite(figures.usedCpu) || Number.isFinite(figures.usedMemory)) into.usedHours += hours;
      for (const [name, mean] of into.of) {
        const { cpu, memory } = amountsOf[name](figures);
        mean.cpu.add(cpu, hours);
        mean.memory.add(memory, hours);
      }
    },
    signal,
  );
  return records.map((record, index) => {
    const means = sums[index];
    const of = (name: AmountName): Totals => {
      const mean = means?.of.get(name);
      return { cpu: mean?.cpu.value ?? null, memory: mean?.memory.value ?? null };
    };
    return {
      record,
      hours: means?.hours ?? 0,
      usedHours: means?.usedHours ?? 0,
      used: of('used'),
      requested: of('requested'),
      before: of('before'),
      advised: of('advised'),
      resized: of('resized'),
      rescaled: of('rescaled'),
    };
  });
}

const amountsOf: Record<AmountName, (figures: HourlyFigures) => PerResource<number>> = {
  used: ({ usedCpu, usedMemory }) => ({ cpu: usedCpu, memory: usedMemory }),
  requested: ({ requestedCpu, requestedMemory }) => ({ cpu: requestedCpu, memory: requestedMemory }),
  before: ({ beforeCpu, beforeMemory }) => ({ cpu: beforeCpu, memory: beforeMemory }),
  advised: advisedTotal,
  resized: ({ advisedPodCpu, advisedPodMemory, replicas }) => ({
    cpu: advisedPodCpu * replicas,
    memory: advisedPodMemory * replicas,
  }),
  rescaled: ({ requestedCpu, requestedMemory, advisedReplicas, replicas }) => ({
    cpu: (requestedCpu / replicas) * advisedReplicas,
    memory: (requestedMemory / replicas) * advisedReplicas,
  }),
};

/** The mean of one figure over the hours in which it is known. */
class Mean {
  #sum = 0;
  #hours = 0;

  add(value: number, hours: number): void {
    if (!Number.isFinite(value)) return;
    this.#sum += value * hours;
    this.#hours += hours;
  }

  get value(): number | null {
    return this.#hours === 0 ? null : this.#sum / this.#hours;
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
