import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { inCheckout, root } from './checkout.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * A command that prints nothing for this long is considered hung. The total time of a command is not limited, because a
 * slow machine would exceed any limit.
 */
export const hangMs = 10 * 60_000;

/** Where Node keeps compiled code. A test run starts a hundred processes of Node, many of them with the same code. */
const compileCache = inCheckout('.cache/node-compile');

/** The commands that run, each with the function that ends it. */
const running = new Map<ChildProcess, () => void>();

/** Ends a child that leads its own process group, and everything that it started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

function endAll(): void {
  for (const end of running.values()) end();
}

/**
 * From now on, ending this script also ends the commands that it started. Returns a function that undoes this, for a
 * script that goes on to run something with its own signal handlers (the server, the CLI).
 */
export function endChildrenOnExit(): () => void {
  const handlers = new Map<NodeJS.Signals, () => void>();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const handler = () => {
      endAll();
      process.exit(code);
    };
    handlers.set(signal, handler);
    process.once(signal, handler);
  }
  process.once('exit', endAll);
  return () => {
    process.off('exit', endAll);
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

export type RunOptions = {
  cwd?: string;
  env?: Record<string, string>;
  /**
   * `forward` (the default) prints the output as it comes, `capture` returns it, and `inherit` connects the command to
   * this terminal. With `inherit` a hang is not detected, because the user sees it, and the command stays in the process group
   * of the terminal. It is then ended by SIGTERM, so that it can end what it started itself.
   */
  output?: 'forward' | 'capture' | 'inherit';
  /** Decides when the command is hung; replaced in tests. */
  watch?: typeof createWatchdog;
};

export type RunResult = {
  code: number;
  /** What the command printed; empty unless it was captured. */
  output: string;
  /** True if the command was killed because it printed nothing for too long. */
  isHung: boolean;
};

/** Runs a command until it ends. Never rejects: a command that cannot be started has code 127. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { output = 'forward', watch = createWatchdog } = options;
  return new Promise((resolve) => {
    const stream = output === 'inherit' ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        ...options.env,
      },
      stdio: [output === 'inherit' ? 'inherit' : 'ignore', stream, stream],
      detached: output !== 'inherit',
    });
    const end = output === 'inherit' ? () => void child.kill('SIGTERM') : () => endGroup(child);
    running.set(child, end);
    let isHung = false;
    const watchdog = watch(hangMs, () => {
      isHung = true;
      end();
    });
    if (output === 'inherit') watchdog.stop();
    const chunks: Buffer[] = [];
    const receive = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
      watchdog.reset();
      if (output === 'capture') chunks.push(chunk);
      else target.write(chunk);
    };
    child.stdout?.on('data', receive(process.stdout));
    child.stderr?.on('data', receive(process.stderr));
    const finish = (code: number, extra = '') => {
      watchdog.stop();
      end();
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + extra, isHung });
    };
    child.once('error', (error) => finish(127, error.message));
    child.once('close', (code) => finish(code ?? 1));
  });
}
