import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { root } from './checkout.ts';

const running = new Set<ChildProcess>();

/** Ends a child and everything it started: each child leads a process group of its own. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

function endAll(): void {
  for (const child of running) endGroup(child, 'SIGKILL');
}

/**
 * From now on whatever ends this script also ends what it started. Answers the way back: a script that goes on to run
 * something with signal handling of its own (the server, the CLI) lets go first.
 */
export function endChildrenWithUs(): () => void {
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
  /** Milliseconds after which the command and all it started are killed, and the run counts as failed. */
  timeout: number;
  cwd?: string;
  env?: Record<string, string>;
  /** `inherit` shows the output as it comes; `capture` keeps it for the caller. */
  output?: 'inherit' | 'capture';
};

export type RunResult = { code: number; output: string; timedOut: boolean };

/** Runs a command to its end. Never rejects: a command that cannot be started has code 127. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve) => {
    const capture = options.output === 'capture';
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
      detached: true,
    });
    running.add(child);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child, 'SIGKILL');
    }, options.timeout);
    const finish = (code: number, extra = '') => {
      clearTimeout(timer);
      endGroup(child, 'SIGKILL');
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + extra, timedOut });
    };
    child.once('error', (error) => finish(127, error.message));
    child.once('close', (code) => finish(code ?? 1));
  });
}
