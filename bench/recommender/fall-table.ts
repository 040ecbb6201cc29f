import type { ModelMode, ResourceName } from '@trimtab/core';
import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { suggestVertical } from '../../packages/server/src/recommender/vertical.ts';
import { print } from './print.ts';

const daysBefore = 14;
const daysAfter = 21;
const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];

/** A workday pattern with seeded noise whose level falls by a factor after 14 days, as with a new version. */
function falling(resource: ResourceName, factor: number): Float64Array {
  let state = 1;
  const scale = resource === 'cpu' ? 1 : 2 ** 30;
  return Float64Array.from({ length: (daysBefore + daysAfter) * binsPerDay }, (_, bin) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    const level = bin < daysBefore * binsPerDay ? 1 : factor;
    return scale * level * (1 + 0.3 * Math.sin((bin / binsPerDay) * 2 * Math.PI) + 0.2 * (state / 2 ** 32));
  });
}

/** The days until the hourly suggestion has followed nine tenths of a fall; null if it never does. */
function daysToFollow(resource: ResourceName, mode: ModelMode, factor: number): number | null {
  const usage = falling(resource, factor);
  const at = (hour: number): number => {
    const end = daysBefore * binsPerDay + hour * binsPerHour;
    const past = usage.subarray(end - daysBefore * binsPerDay, end);
    return suggestVertical({ resource, mode, usage: past, binsToday: end % binsPerDay })?.value ?? 0;
  };
  const followed = at(0) * (1 - 0.9 * (1 - factor));
  for (let hour = 1; hour <= daysAfter * 24; hour++) if (at(hour) <= followed) return hour / 24;
  return null;
}

/**
 * How many days suggestions take to follow a fall of the usage. They follow a rise immediately, because the guards
 * raise the value.
 */
export function printFalls(): void {
  print('\n## days until the hourly suggestion has fallen by nine tenths of a fall of the usage');
  print('resource  mode            to 30 %  to 50 %');
  for (const resource of ['cpu', 'memory'] as const) {
    for (const mode of modes) {
      const days = [0.3, 0.5].map((factor) => daysToFollow(resource, mode, factor)?.toFixed(1) ?? '-');
      print(`${resource.padEnd(8)}  ${mode.padEnd(14)}  ${days.map((one) => one.padStart(7)).join('  ')}`);
    }
  }
}
