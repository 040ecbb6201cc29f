import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { suggestVertical } from '../../packages/server/src/recommender/vertical.ts';
import type { ModelMode, Resource } from '../../packages/server/src/recommender/vertical-rules.ts';
import { print } from './print.ts';

const daysBefore = 14;
const daysAfter = 21;
const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];

/** A workday pattern with seeded noise whose level falls by a factor after 14 days, as with a new version. */
function falling(resource: Resource, factor: number): Float64Array {
  let state = 1;
  const scale = resource === 'cpu' ? 1 : 2 ** 30;
  return Float64Array.from({ length: (daysBefore + daysAfter) * binsPerDay }, (_, bin) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    const level = bin < daysBefore * binsPerDay ? 1 : factor;
    return scale * level * (1 + 0.3 * Math.sin((bin / binsPerDay) * 2 * Math.PI) + 0.2 * (state / 2 ** 32));
  });
}

/** The days after the fall until the hourly suggestion is within a tenth of where it ends; null if it never is. */
function daysToFollow(resource: Resource, mode: ModelMode, factor: number): number | null {
  const usage = falling(resource, factor);
  const at = (hour: number): number => {
    const end = daysBefore * binsPerDay + hour * binsPerHour;
    return (
      suggestVertical({ resource, mode, usage: usage.subarray(Math.max(0, end - 14 * binsPerDay), end) })?.value ?? 0
    );
  };
  const final = at(daysAfter * 24);
  let follows: number | null = null;
  for (let hour = daysAfter * 24; hour > 0 && Math.abs(at(hour) / final - 1) <= 0.1; hour--) follows = hour / 24;
  return follows;
}

/** How many days suggestions take to follow a fall of the usage. A rise is followed at once: the guards raise the value. */
export function printFalls(): void {
  print('\n## days until the hourly suggestion is within 10 % of its final value after a fall of the usage');
  print('resource  mode            to 30 %  to 50 %');
  for (const resource of ['cpu', 'memory'] as const) {
    for (const mode of modes) {
      const days = [0.3, 0.5].map((factor) => daysToFollow(resource, mode, factor)?.toFixed(1) ?? '-');
      print(`${resource.padEnd(8)}  ${mode.padEnd(14)}  ${days.map((one) => one.padStart(7)).join('  ')}`);
    }
  }
}
