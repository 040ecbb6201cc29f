import type { ModelMode, ResourceName } from '@trimtab/core';
import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { shouldPublish } from '../../packages/server/src/recommender/publish-request.ts';
import { suggestVertical } from '../../packages/server/src/recommender/vertical.ts';
import { print } from './print.ts';
import { fiveMinutes, type Trace, warmUpDays } from './traces.ts';

const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];

type Outcome = Record<'slack' | 'viol' | 'excess' | 'moves' | 'published', number>;

/**
 * One series with a suggestion every hour, as the server computes it: unused share, time and work above the published
 * value, how often per day the suggestion changes by more than a tenth from one hour to the next, and how often a new
 * value is published. A published value is applied immediately.
 */
function hourlyOutcome(usage: Float64Array, resource: ResourceName, mode: ModelMode): Outcome {
  const from = warmUpDays(usage) * binsPerDay;
  const [outcome, sums] = [
    { slack: 0, viol: 0, excess: 0, moves: 0, published: 0 },
    { used: 0, bins: 0 },
  ];
  let [published, last]: [number | null, number | null] = [null, null];
  for (let start = from; start + binsPerHour <= usage.length; start += binsPerHour) {
    const past = usage.subarray(Math.max(0, start - 14 * binsPerDay), start);
    const suggested = suggestVertical({ resource, mode, usage: past, binsToday: start % binsPerDay })?.value ?? null;
    const lastHour = usage.subarray(start - binsPerHour, start);
    const reason = shouldPublish({ resource, published, suggested, lastHour, killedSince: false });
    if (suggested !== null && last !== null && Math.abs(suggested / last - 1) > 0.1) outcome.moves++;
    last = suggested;
    if (reason !== null) {
      if (published !== null) outcome.published++;
      published = suggested;
    }
    if (published === null) continue;
    for (const used of usage.subarray(start, start + binsPerHour)) {
      outcome.slack += Math.max(published - used, 0) / published;
      outcome.excess += Math.max(used - published, 0);
      if (used > published) outcome.viol++;
      sums.used += used;
      sums.bins++;
    }
  }
  const days = sums.bins / binsPerDay;
  return {
    slack: outcome.slack / sums.bins,
    viol: outcome.viol / sums.bins,
    excess: outcome.excess / sums.used,
    moves: outcome.moves / days,
    published: outcome.published / days,
  };
}

/** The results of suggestions that are computed every hour and published by the rule of the server. */
export function printHourly(traces: readonly Trace[], resource: ResourceName): void {
  const all = traces.filter(({ kind }) => kind === resource).map(fiveMinutes);
  if (all.length === 0) return;
  print(`\n## decided every hour: ${resource}, ${all.length} series`);
  print('mode             slack   viol%  excess%  moves > 10 % a day  published a day');
  for (const mode of modes) {
    const outcomes = all.map((usage) => hourlyOutcome(usage, resource, mode));
    const mean = (key: keyof Outcome): number => outcomes.reduce((sum, one) => sum + one[key], 0) / outcomes.length;
    print(
      `${mode.padEnd(14)}   ${mean('slack').toFixed(3)}   ${(100 * mean('viol')).toFixed(2).padStart(5)}   ${(100 * mean('excess')).toFixed(2).padStart(6)}   ${mean('moves').toFixed(2).padStart(17)}   ${mean('published').toFixed(2).padStart(14)}`,
    );
  }
}
