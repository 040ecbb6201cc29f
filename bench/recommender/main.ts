import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { printFalls } from './fall-table.ts';
import { printIssued } from './forecast-issued.ts';
import { printForecasts } from './forecast-table.ts';
import { printHourly } from './hourly-table.ts';
import { printPeaks } from './peak-table.ts';
import { printReplicas } from './replicas-table.ts';
import { printSpeed } from './speed.ts';
import { readTraces } from './traces.ts';
import { printVertical, verticalRows } from './vertical-table.ts';

/**
 * Replays our recommender and forecasts and those of other products over recorded traces. Prints how much each one left
 * unused and how often usage exceeded it. `node bench/recommender/main.ts [FOLDER]`; a trace is a CSV of unix seconds
 * and a value.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../../shared/recommender/traces', import.meta.url));
const traces = readTraces(folder);
if (traces.length === 0) {
  process.stderr.write(
    'There are no traces in that folder. Name one that holds CSV files of unix seconds and a value.\n',
  );
  process.exit(2);
}
for (const resource of ['cpu', 'memory'] as const) {
  const count = traces.filter(({ kind }) => kind === resource).length;
  if (count > 0) printVertical(`selection: ${resource}`, verticalRows(traces, resource), count);
}
for (const resource of ['cpu', 'memory'] as const) printHourly(traces, resource);
printFalls();
printForecasts(traces);
printIssued(traces);
printPeaks(traces);
printSpeed();
for (const resolution of ['native', 'interp'] as const) printReplicas(traces, resolution);
