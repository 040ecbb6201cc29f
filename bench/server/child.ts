import { execFileSync, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export type Child = {
  readonly url: string;
  /** Bytes that the process holds in memory; the most it was seen to hold. */
  readonly peakMemoryBytes: () => number;
  readonly stop: () => Promise<void>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a script of the checkout and waits for the address that it prints. */
export async function startChild(script: string, args: readonly string[] = []): Promise<Child> {
  const child = spawn(process.execPath, [`${root}/${script}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TRIMTAB_LOG_LEVEL: 'error' },
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
  return {
    url,
    peakMemoryBytes: look,
    stop: async () => {
      clearInterval(timer);
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await ended;
    },
  };
}
