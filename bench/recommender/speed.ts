import process from 'node:process';
import { binsPerDay } from '../../packages/server/src/recommender/bins.ts';
import { suggestVertical } from '../../packages/server/src/recommender/vertical.ts';
import { print } from './print.ts';

const containerCount = 1000;
const dayCount = 14;

/** A workday pattern with seeded noise, so that every run sizes the same containers. */
function generated(scale: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: dayCount * binsPerDay }, (_, bin) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return scale * (1 + 0.5 * Math.sin((bin / binsPerDay) * 2 * Math.PI) + 0.3 * (state / 2 ** 32));
  });
}

/** Processor time to size 1,000 containers on one core: CPU and memory, 14 days each. */
export function printSpeed(): void {
  const cpu = Array.from({ length: 50 }, (_, index) => generated(0.1 * (index + 1), index + 1));
  const memory = Array.from({ length: 50 }, (_, index) => generated(2 ** 26 * (index + 1), index + 101));
  const round = (): number => {
    // Processor time, because other processes may run on the same machine.
    const from = process.cpuUsage();
    for (let index = 0; index < containerCount; index++) {
      const at = index % cpu.length;
      suggestVertical({ resource: 'cpu', mode: 'balanced', usage: cpu[at] ?? new Float64Array(0) });
      suggestVertical({ resource: 'memory', mode: 'balanced', usage: memory[at] ?? new Float64Array(0) });
    }
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1e6;
  };
  const rounds = [round(), round(), round()];
  print(
    `\n## speed: ${containerCount} containers x (CPU + memory) x ${dayCount} days: ${Math.min(...rounds).toFixed(2)} s of one core (best of three)`,
  );
}
