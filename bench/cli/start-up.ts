import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/build.ts';

/**
 * Measures how long the built CLI takes to start, as ratios to `node -e 0`. The commands run alternately, so that a change
 * in machine load affects all of them. Builds the CLI first if the build is older than the sources.
 *
 *   node bench/cli/start-up.ts [--rounds 21]
 */
const program = join(import.meta.dirname, '../../packages/cli/dist/trimtab.cjs');
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
const rounds = Math.min(200, Math.max(3, Number(values.rounds) || 21));

const kpis = { data: { items: [{ id: 'targets', label: 'Targets', value: 60 }] } };
const target = {
  name: 'cart',
  namespace: 'shop',
  mode: 'Recommendation',
  status: { severity: 'medium', label: 'Overprovisioned' },
  cpu_utilization: 0.191,
  memory_utilization: 0.348,
  scaling: 'vertical',
  recommendation: { type: 'downDelta', label: '-64%' },
  hourly_waste_savings: 1.25,
};
const items = Array.from({ length: 20 }, (_, row) => ({ ...target, name: `cart-${row}` }));
const api = createServer(({ url: path = '' }, response) => {
  response.setHeader('content-type', 'application/json');
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const isEmpty = searchParams.get('managed') === 'true';
  const rows = { data: { items: isEmpty ? [] : items, total: isEmpty ? 0 : items.length } };
  response.end(JSON.stringify(pathname.includes('/asts') ? rows : kpis));
});
await new Promise<void>((resolve) => {
  api.listen(0, '127.0.0.1', resolve);
});
const address = api.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

type Case = {
  name: string;
  words: string[];
  /** The highest allowed ratio; null for a command that is only listed for comparison. */
  budget: number | null;
  /** Runs in a pseudo-terminal of util-linux, whose own time is subtracted. */
  isOnTerminal: boolean;
  times: number[];
};

const made = (name: string, words: string[], budget: number | null, isOnTerminal = false): Case => ({
  name,
  words,
  budget,
  isOnTerminal,
  times: [],
});
const emptyTerminal = 'an empty terminal';
const cases: Case[] = [
  made('node -e 0', ['-e', '0'], null),
  made('trimtab --version', [program, '--version'], 1.25),
  made('trimtab --help', [program, '--help'], 1.25),
  made('trimtab kpis -o json', [program, 'kpis', '-o', 'json', '--api', url], 2.5),
  made('trimtab kpis -o yaml', [program, 'kpis', '-o', 'yaml', '--api', url], null),
  made('trimtab kpis --jq', [program, 'kpis', '--jq', '.items[].id', '--api', url], null),
];
if (process.platform === 'linux') {
  cases.push(
    made(emptyTerminal, [], null, true),
    made('a table on a terminal', [program, 'targets', '-n', 'shop', '--api', url], 5, true),
  );
}

await ensureBuilt(['cli'], (line) => process.stderr.write(`${line}\n`));

/** The command line for the shell that the terminal starts. */
function terminalLine(words: readonly string[]): string {
  const quoted = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  return `stty cols 80 rows 24; exec ${words.length === 0 ? 'true' : quoted}`;
}

/** Wall time of a whole process in milliseconds. Its output is read from a pipe. */
function time({ words, isOnTerminal }: Case): Promise<number> {
  const [file, given] = isOnTerminal
    ? ['script', ['-qec', terminalLine(words), '/dev/null']]
    : [process.execPath, words];
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(file, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${words.join(' ')} ended with ${code}`));
    });
  });
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

// The first round is not counted, because it fills the compile cache and the page cache.
for (const one of cases) await time(one);
for (let round = 0; round < rounds; round += 1) {
  for (const one of cases) one.times.push(await time(one));
}
api.close();

const [base] = cases;
const floor = median(base?.times ?? []);
const terminal = median(cases.find(({ name }) => name === emptyTerminal)?.times ?? []);
let over = 0;
for (const { name, times, budget, isOnTerminal } of cases) {
  const own = median(times) - (isOnTerminal && name !== emptyTerminal ? terminal : 0);
  const ratio = own / floor;
  const missed = budget !== null && ratio > budget;
  if (missed) over += 1;
  const verdict = budget === null ? '' : `  at most ${budget}${missed ? '  OVER' : ''}`;
  process.stdout.write(
    `${name.padEnd(24)}${Math.round(own * 10) / 10} ms  x ${Math.round(ratio * 100) / 100}${verdict}\n`,
  );
}
process.exitCode = over === 0 ? 0 : 1;
