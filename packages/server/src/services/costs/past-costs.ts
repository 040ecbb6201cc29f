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
import { specView } from '../targets/spec-view.ts';
import { amounts, type CostSides, type Totals } from './cost-response.ts';
import { type CompletedMean, type PairOfMeans, ResourceMeans } from './resource-means.ts';

/** Means over the recorded hours of a window. */
export type PastMeans = {
  readonly record: TargetRecord;
  /** Over the hours in which usage was observed. */
  readonly used: Totals;
  /** Over all hours in which the requests are known. */
  readonly requested: Totals;
  readonly before: Completed;
  /** With the suggestions in every direction of the target. */
  readonly advised: Completed;
  /** With the suggested requests only. */
  readonly resized: Pair;
  /** With the suggested replicas only. */
  readonly rescaled: Pair;
  /** The number of recorded hours in the window, and of those in which usage was observed. */
  readonly hours: number;
  readonly usedHours: number;
};

/**
 * Other requests over the hours of `requested`, so that the two can be subtracted. In an hour in which the others are
 * unknown, the requests of the target count instead.
 */
type Completed = { readonly totals: Totals; readonly unknownHours: number };

/** The requests of the target and other requests, over the hours in which both are known. */
type Pair = { readonly raw: Totals; readonly withSuggestions: Totals };

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
    cpu: new ResourceMeans(),
    memory: new ResourceMeans(),
  }));
  await history.figures(
    records,
    window,
    (index, figures, hours) => {
      const into = sums[index];
      if (into === undefined) return;
      const { requestedCpu, requestedMemory, usedCpu, usedMemory, beforeCpu, beforeMemory } = figures;
      into.hours += hours;
      if (Number.isFinite(usedCpu) || Number.isFinite(usedMemory)) into.usedHours += hours;
      into.cpu.add(figures, requestedCpu, usedCpu, beforeCpu, figures.advisedPodCpu, hours);
      into.memory.add(figures, requestedMemory, usedMemory, beforeMemory, figures.advisedPodMemory, hours);
    },
    signal,
  );
  return sums.map(({ cpu, memory, ...rest }) => ({ ...rest, ...figuresOf({ cpu, memory }) }));
}

function figuresOf({ cpu, memory }: PerResource<ResourceMeans>): Omit<PastMeans, 'record' | 'hours' | 'usedHours'> {
  return {
    used: totals(cpu.used, memory.used),
    requested: totals(cpu.requested, memory.requested),
    before: completed(cpu.before, memory.before),
    advised: completed(cpu.advised, memory.advised),
    resized: pair(cpu.resized, memory.resized),
    rescaled: pair(cpu.rescaled, memory.rescaled),
  };
}

type Valued = { readonly value: number | null };
const totals = (cpu: Valued, memory: Valued): Totals => ({ cpu: cpu.value, memory: memory.value });

const completed = (cpu: CompletedMean, memory: CompletedMean): Completed => ({
  totals: totals(cpu, memory),
  unknownHours: Math.max(cpu.unknownHours, memory.unknownHours),
});

const pair = (cpu: PairOfMeans, memory: PairOfMeans): Pair => ({
  raw: totals(cpu.requested, memory.requested),
  withSuggestions: totals(cpu.other, memory.other),
});

/**
 * Clients show the side that runs now as the cost of the window, so it covers all hours with requests. The other side
 * covers the same hours, because clients subtract the two.
 */
export function pastSides(means: PastMeans, window: Window): CostSides {
  const { record, used, requested, before, advised, hours } = means;
  const isAutonomous = deriveMode(specView(record).spec) === 'Autonomous';
  const other = isAutonomous ? before : advised;
  const [optimized, unoptimized] = isAutonomous ? [requested, other.totals] : [other.totals, requested];
  const isBeforeMissing = isAutonomous && (before.totals.cpu === null || before.totals.memory === null);
  return {
    used,
    optimized,
    unoptimized,
    problems: [
      ...coverage(means, window),
      ...completion(other, isAutonomous),
      ...(isBeforeMissing && hours > 0 ? [noPreAutonomousText] : []),
    ],
  };
}

function completion({ unknownHours }: Completed, isAutonomous: boolean): readonly string[] {
  const hours = Math.round(unknownHours);
  if (hours === 0) return [];
  const missing = isAutonomous ? 'record of the state before autonomous mode' : 'suggestion';
  const [have, count] = hours === 1 ? ['has', 'counts'] : ['have', 'count'];
  return [`${hours} of the recorded hours ${have} no ${missing} and ${count} as unchanged.`];
}

function coverage({ hours, usedHours }: PastMeans, { start, end }: Window): readonly string[] {
  const of = (end - start) / hourMs;
  if (hours === 0) return ['There are no recorded hours in this window.'];
  // The newest hour is recorded some minutes after its end.
  const recorded =
    of - hours <= 2
      ? []
      : [
          `${Math.max(1, Math.round(hours))} of these ${Math.round(of)} hours were recorded; the averages cover only those.`,
        ];
  const used = hours - usedHours <= 2 ? [] : [`Usage was observed in ${Math.round(usedHours)} of the recorded hours.`];
  return [...recorded, ...used];
}

export function pastCosts(
  { requested, resized, rescaled }: PastMeans,
  settings: NodeSettings,
): { readonly horizontalCost: CostPair; readonly verticalCost: CostPair } {
  const costOf = (of: Totals) => hourlyCost(amounts(of), settings);
  // Without a suggestion there is nothing to subtract, so the cost is that of all hours.
  const pairOf = ({ raw, withSuggestions }: Pair): CostPair => {
    const suggested = costOf(withSuggestions);
    return { raw: costOf(suggested === null ? requested : raw), withSuggestions: suggested };
  };
  return { horizontalCost: pairOf(rescaled), verticalCost: pairOf(resized) };
}
