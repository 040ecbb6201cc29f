import { execFileSync, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { mallocOptions } from '../../packages/server/src/node/malloc-options.ts';

export type Child = {
  readonly url: string;
  /** Resident memory in bytes: now, and the highest value observed. */
  readonly peakMemoryBytes: () => number;
  /** Waits until the process is idle, so that start-up work is not measured as part of a view. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The same options as `pnpm start` uses; packages/server/README.md gives the reasons. */
const youngGeneration = '--max-semi-space-size=8';

/** A longer time is needed on a busy machine, where a process that waits for the processor looks idle. */
const settleSeconds = 6;
const patienceSeconds = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a script of the checkout and waits for the address that it prints. */
export async function startChild(script: string, args: readonly string[] = []): Promise<Child> {
  const child = spawn(process.execPath, [youngGeneration, `${root}/${script}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...mallocOptions, ...process.env, TRIMTAB_LOG_LEVEL: 'error' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => reject(new Error(`${script} ended before it was ready: ${printed}`)));
  });
  let peak = 0;
  const look = () => {
    const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));
    peak = Math.max(peak, kilobytes * 1_024);
    return peak;
  };
  const timer = setInterval(look, 1_000);
  const cpuSeconds = (): number =>
    execFileSync('ps', ['-o', 'cputime=', '-p', String(child.pid)], { encoding: 'utf8' })
      .trim()
      .split(/[-:]/)
      .reduce((sum, part) => sum * 60 + Number(part), 0);
  return {
    url,
    peakMemoryBytes: look,
    settled: async () => {
      let before = cpuSeconds();
      for (let waited = 0; waited < patienceSeconds; waited += settleSeconds) {
        await new Promise((resolve) => setTimeout(resolve, settleSeconds * 1_000));
        const after = cpuSeconds();
        if (after - before < 1) return;
        before = after;
      }
    },
    stop: async () => {
      clearInterval(timer);
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await ended;
    },
  };
}
