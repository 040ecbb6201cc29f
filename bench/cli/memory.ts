import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serveDataSet } from '../../packages/cli/src/testing/loopback.ts';

/**
 * How much memory the built CLI takes at most to list every target of the largest data set.
 * Build first: pnpm build. Then: node bench/cli/memory.ts
 */
const program = join(import.meta.dirname, '../../packages/cli/dist/trimtab.cjs');
const preload = join(import.meta.dirname, 'say-peak-memory.cjs');
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
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (lines += chunk.filter((byte) => byte === 10).length));
    child.stdio[3]?.on('data', (chunk) => (said += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ peakBytes: Number(said) * 1024, lines });
      else reject(new Error(`${words.join(' ')} ended with ${code}`));
    });
  });
}

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
