import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serveDataSet } from '../../packages/cli/src/testing/loopback.ts';
import { ensureBuilt } from '../../scripts/build.ts';

/**
 * Measures the peak memory of the built CLI while it lists every target of the largest data set.
 * Builds the CLI first if the build is older than the sources.
 *
 *   node bench/cli/memory.ts
 */
const program = join(import.meta.dirname, '../../packages/cli/dist/trimtab.cjs');
const preload = join(import.meta.dirname, 'report-peak-memory.cjs');
const budgetMb = 250;

type Measured = {
  peakBytes: number;
  lines: number;
};

function measure(words: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--require', preload, program, ...words], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    let lines = 0;
    let report = '';
    child.stdout?.on('data', (chunk: Buffer) => (lines += chunk.filter((byte) => byte === 10).length));
    child.stdio[3]?.on('data', (chunk) => (report += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ peakBytes: Number(report) * 1024, lines });
      else reject(new Error(`${words.join(' ')} ended with ${code}`));
    });
  });
}

await ensureBuilt(['cli'], (line) => process.stderr.write(`${line}\n`));
const api = await serveDataSet('fleet');
let over = 0;
for (const format of ['table', 'json', 'yaml']) {
  const words = ['targets', '-A', '-o', format, '--api', api.url];
  const { peakBytes, lines } = await measure(words);
  const megabytes = Math.round(peakBytes / 1e6);
  if (megabytes > budgetMb) over += 1;
  process.stdout.write(
    `trimtab targets -A -o ${format.padEnd(6)} ${lines} lines  ${megabytes} MB  at most ${budgetMb}${megabytes > budgetMb ? '  OVER' : ''}\n`,
  );
}
await api[Symbol.asyncDispose]();
process.exitCode = over === 0 ? 0 : 1;
