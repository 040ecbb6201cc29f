import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { demoted } from './demoted.ts';

type Program = {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Where it accepts connections when it is ready. */
  readonly place: { readonly host: string; readonly port: number; readonly user: string };
  readonly stopSignal: NodeJS.Signals;
};

const readyMs = 120_000;

/** Starts a program that speaks the protocol of PostgreSQL, and waits until it accepts connections. */
export async function runProgram({ path, args, cwd, place, stopSignal }: Program) {
  const child: ChildProcess = spawn(path, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], ...demoted });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
  });
  const ended = once(child, 'exit').catch((error: unknown) => void (log += String(error)));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    child.kill(stopSignal);
    const timer = setTimeout(kill, 60_000);
    await ended;
    clearTimeout(timer);
  };
  const until = Date.now() + readyMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const client = new Client({ ...place, database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return { stop };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await stop();
  throw new Error(`${path} did not start:\n${log}`);
}
