import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { BuiltPage } from './build.ts';

/** A running server. */
export type Served = { url: string; stop: () => Promise<void> };

/** Serves a built page with our own server, in a separate process. */
export async function serve({ folder }: BuiltPage, ...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), folder, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TRIMTAB_LOG_LEVEL: 'error' },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (/http:\/\/127\.0\.0\.1:\d+/.test(printed)) break;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
  if (url === undefined) throw new Error(`The server ended before it was ready: ${printed}`);
  return {
    url,
    stop: async () => {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * Waits until the server has computed its figures, which the first call starts. For 10,000 targets that takes about a
 * minute of processor time. Until then the page polls the figures, and the browser shares the processor with the server.
 */
export async function computed(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(new URL('/v1/views/kpis', url));
    if (!(await answer.text()).includes('"computing":true')) return;
    await setTimeout(1_000);
  }
  throw new Error(`${url} has not computed its figures after five minutes.`);
}
