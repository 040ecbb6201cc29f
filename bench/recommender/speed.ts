import process from 'node:process';
import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { forecast } from '../../packages/server/src/recommender/forecast.ts';
import { outlookLevels } from '../../packages/server/src/recommender/outlook.ts';
import { suggestVertical } from '../../packages/server/src/recommender/vertical.ts';
import { print } from './print.ts';

const pairCount = 1000;
const dayCount = 14;

/** A workday pattern with seeded noise, so that every run sizes the same containers. */
function generated(scale: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: dayCount * binsPerDay }, (_, bin) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return scale * (1 + 0.5 * Math.sin((bin / binsPerDay) * 2 * Math.PI) + 0.3 * (state / 2 ** 32));
  });
}

const cpu = Array.from({ length: 50 }, (_, index) => generated(0.1 * (index + 1), index + 1));
const memory = Array.from({ length: 50 }, (_, index) => generated(2 ** 26 * (index + 1), index + 101));
const horizons = Array.from({ length: binsPerHour }, (_, index) => index + 1);

/** Seconds of processor time for 1,000 pairs of series, best of three. Other processes may run on the same machine. */
function secondsFor(work: (cpu: Float64Array, memory: Float64Array) => void): string {
  const round = (): number => {
    const from = process.cpuUsage();
    for (let index = 0; index < pairCount; index++) {
      const at = index % cpu.length;
      work(cpu[at] ?? new Float64Array(0), memory[at] ?? new Float64Array(0));
    }
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1e6;
  };
  return `${Math.min(round(), round(), round()).toFixed(2)} s of one core (best of three)`;
}

/** Processor time to size 1,000 containers and to forecast 1,000 workloads: CPU and memory, 14 days each. */
export function printSpeed(): void {
  const sizing = secondsFor((cpuUsage, memoryUsage) => {
    suggestVertical({ resource: 'cpu', mode: 'balanced', usage: cpuUsage });
    suggestVertical({ resource: 'memory', mode: 'balanced', usage: memoryUsage });
  });
  print(`\n## speed: ${pairCount} containers x (CPU + memory) x ${dayCount} days: ${sizing}`);
  const forecasts = secondsFor((cpuUsage, memoryUsage) => {
    forecast(cpuUsage, horizons, outlookLevels);
    forecast(memoryUsage, horizons, outlookLevels);
  });
  print(
    `## speed: the next hour of ${pairCount} workloads x (CPU + memory) x ${horizons.length} horizons: ${forecasts}`,
  );
}
