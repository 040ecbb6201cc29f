import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tracesFolder } from '../../../bench/recommender/traces.ts';

/** A load over time, in any unit: evenly spaced values that repeat from the start. */
export type Trace = { readonly name: string; readonly stepSeconds: number; readonly values: Float64Array };

function readTrace(name: string, csv: string): Trace {
  const rows = csv.trim().split('\n').slice(1);
  const first = Number(rows[0]?.split(',')[0]);
  const stepSeconds = name.includes('_1m') ? 60 : 300;
  const values: number[] = [];
  for (const row of rows) {
    const [time, value] = row.split(',').map(Number);
    const index = Math.round(((time ?? 0) - first) / stepSeconds);
    // A missing row is a gap: the load before it continues.
    while (values.length < index) values.push(values.at(-1) ?? 0);
    values.push(Number.isFinite(value) ? Math.max(0, value ?? 0) : (values.at(-1) ?? 0));
  }
  return { name, stepSeconds, values: Float64Array.from(values) };
}

/** Generated loads for a machine without the real traces: daily and weekly patterns, noise, a trend and some bursts. */
function madeTrace(seed: number): Trace {
  const stepSeconds = 300;
  const day = 86_400 / stepSeconds;
  let state = seed * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  const depth = 0.15 + 0.5 * random();
  const noise = 0.03 + 0.15 * random();
  const trend = 0.3 * (random() - 0.5);
  const length = 16 * day;
  const values = Float64Array.from({ length }, (_, index) => {
    const season =
      1 + depth * Math.sin((2 * Math.PI * index) / day + seed) + 0.1 * Math.sin((2 * Math.PI * index) / (7 * day));
    const burst = random() < 0.004 ? 2 : 1;
    return Math.max(0.02, (season + (trend * index) / length + noise * (random() - 0.5)) * burst);
  });
  return { name: `made-${seed}`, stepSeconds, values };
}

/**
 * Also uses totals of data centers and counts of requests as loads. Leaves out traces that are too short for two weeks.
 */
export function loadTraces(): {
  readonly cpu: readonly Trace[];
  readonly memory: readonly Trace[];
  readonly real: boolean;
} {
  const names = existsSync(tracesFolder)
    ? readdirSync(tracesFolder)
        .filter((name) => name.endsWith('.csv'))
        .toSorted()
    : [];
  const all = names.map((name) => readTrace(name, readFileSync(join(tracesFolder, name), 'utf8')));
  const memory = all.filter((trace) => trace.name.includes('_mem_'));
  const cpu = all.filter((trace) => !trace.name.includes('_mem_'));
  if (cpu.length > 0 && memory.length > 0) return { cpu, memory, real: true };
  const made = Array.from({ length: 24 }, (_, index) => madeTrace(index + 1));
  return { cpu: made.slice(0, 16), memory: made.slice(16), real: false };
}

/** The value of a trace some seconds after its start, linearly interpolated. */
export function traceAt({ values, stepSeconds }: Trace, seconds: number): number {
  const position = seconds / stepSeconds;
  const index = Math.floor(position);
  const at = (offset: number) => values[(((index + offset) % values.length) + values.length) % values.length] ?? 0;
  return at(0) + (at(1) - at(0)) * (position - index);
}
