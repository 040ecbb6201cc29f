import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const serveScript = fileURLToPath(new URL('../../packages/server/dist/serve.js', import.meta.url));
const movableClock = new URL('./movable-clock.ts', import.meta.url).href;

export type RunningServer = {
  /** The address that it printed, without a trailing slash. */
  url: string;
  pid: number | undefined;
  /** Everything that it has printed so far. */
  output: () => { stdout: string; stderr: string };
  /** Resolves to the exit code when it has ended. */
  ended: Promise<number | null>;
  /** Stops it as Ctrl-C does. Returns the exit code. */
  stop: () => Promise<number | null>;
};

export type ServerRun = { code: number | null; stdout: string; stderr: string };

export type Program = { readonly command: readonly [string, ...string[]]; readonly env: NodeJS.ProcessEnv };

/** A built server, by default that of the checkout. */
export const builtServer = (script = serveScript): Program => ({
  command: [process.execPath, script],
  env: { ...process.env, TRIMTAB_LOG_LEVEL: 'warn' },
});
const ofCheckout = builtServer();

function launch({ command: [file, ...words], env }: Program, args: readonly string[]) {
  const child = spawn(file, [...words, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  // A test that fails may not stop its server.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const closed = once(child, 'close').then(() => {
    process.removeListener('exit', kill);
    return child.exitCode;
  });
  return { child, closed, output: () => ({ stdout, stderr }) };
}

/** Starts the built server on a free port and waits until it prints its address. */
export const startServer = (...args: string[]): Promise<RunningServer> => startProgram(ofCheckout, ...args);

/** The same with a clock that the test moves: `process.kill(pid, 'SIGUSR2')` moves it a minute ahead. */
export const startWithMovableClock = (...args: string[]): Promise<RunningServer> =>
  startProgram({ ...ofCheckout, command: [process.execPath, '--import', movableClock, serveScript] }, ...args);

/** Starts another program that is the server. */
export async function startProgram(program: Program, ...args: string[]): Promise<RunningServer> {
  const { child, closed, output } = launch(program, ['--port', '0', ...args]);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /http:\/\/[^\s/]+/.exec(output().stdout)?.[0];
      if (address) resolve(address);
    });
    void closed.then((code) => reject(new Error(`The server ended with ${code}: ${output().stderr}`)));
  });
  return {
    url,
    pid: child.pid,
    ended: closed,
    output,
    stop: async () => {
      child.kill('SIGINT');
      return await closed;
    },
  };
}

/** Runs the built server until it exits: for starts that must fail, and for options such as --help. */
export async function runServer(...args: string[]): Promise<ServerRun> {
  const { child, closed, output } = launch(ofCheckout, args);
  const limit = setTimeout(() => child.kill('SIGKILL'), 300_000);
  const code = await closed;
  clearTimeout(limit);
  return { code, ...output() };
}
