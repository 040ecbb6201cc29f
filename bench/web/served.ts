import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
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
