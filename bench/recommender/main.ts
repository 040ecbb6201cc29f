import process from 'node:process';
import { printEqualViolations } from './equal-violations-table.ts';
import { printFalls } from './fall-table.ts';
import { printIssued } from './forecast-issued.ts';
import { printForecasts } from './forecast-table.ts';
import { printHourly } from './hourly-table.ts';
import { printPeaks } from './peak-table.ts';
import { printReplicas } from './replicas-table.ts';
import { printSpeed } from './speed.ts';
import { readTraces, type Trace } from './traces.ts';
import { printVertical, verticalRows } from './vertical-table.ts';

type Tables = Readonly<Record<string, (traces: readonly Trace[]) => void>>;

const tables: Tables = {
  daily: (traces) => {
    for (const resource of ['cpu', 'memory'] as const) {
      const count = traces.filter(({ kind }) => kind === resource).length;
      if (count > 0) printVertical(`selection: ${resource}`, verticalRows(traces, resource), count);
    }
  },
  'equal-violations': printEqualViolations,
  hourly: (traces) => {
    for (const resource of ['cpu', 'memory'] as const) printHourly(traces, resource);
  },
  fall: printFalls,
  forecast: printForecasts,
  issued: printIssued,
  peaks: printPeaks,
  speed: printSpeed,
  replicas: (traces) => {
    for (const resolution of ['native', 'interp'] as const) printReplicas(traces, resolution);
  },
};

/**
 * Replays our recommender and forecasts and those of other products over recorded traces. Prints how much each one left
 * unused and how often usage exceeded it. `node bench/recommender/main.ts FOLDER [TABLE…]`; a trace is a CSV of unix
 * seconds and a value, and a table is one of the names above. Without a name, all are printed.
 */
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: node bench/recommender/main.ts FOLDER [TABLE…]\n');
  process.exit(2);
}
const unknown = names.find((name) => !Object.hasOwn(tables, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no table "${unknown}". Name one of ${Object.keys(tables).join(', ')}.\n`);
  process.exit(2);
}
const traces = readTraces(folder);
if (traces.length === 0) {
  process.stderr.write(
    `There are no traces in ${folder}. Name a folder that has CSV files of unix seconds and a value.\n`,
  );
  process.exit(2);
}
for (const [name, printTable] of Object.entries(tables)) {
  if (names.length === 0 || names.includes(name)) printTable(traces);
}
