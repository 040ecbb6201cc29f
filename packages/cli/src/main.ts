import { version } from '../package.json';
import type { Surroundings } from './context.ts';
import { exitCode } from './exit-code.ts';
import { run } from './program.ts';

/** A command that is told to stop gets this long to say what it knows; then the process ends regardless. */
const farewellMs = 200;

/** Signals that tell a command to stop: Ctrl-C, a build that was canceled, a terminal that was closed. */
const endSignals = [
  ['SIGINT', exitCode.interrupted],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;
const interruption = new AbortController();
let endedWith: number = exitCode.interrupted;
for (const [name, code] of endSignals) {
  process.on(name, () => {
    if (interruption.signal.aborted) process.exit(code);
    endedWith = code;
    interruption.abort();
    setTimeout(() => process.exit(code), farewellMs);
  });
}

// `| head` closes the pipe early: that is the reader's right, not an error (L9).
// Whatever else is wrong with stdout the one who writes to it is told, and says so.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.ok);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCode.ok : exitCode.api);
});

/** Build machines give some jobs a terminal at which nobody sits; all of them set this. */
const isUnattended = !['', '0', 'false'].includes(process.env['CI'] ?? '');

async function ask(question: string, givenUp?: AbortSignal): Promise<string | null> {
  const { createInterface } = await import('node:readline/promises');
  // The answer is read by readline, which restores the terminal when it is closed.
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { signal } = interruption;
  try {
    return await new Promise<string | null>((resolve, reject) => {
      lines.once('close', () => resolve(null));
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      givenUp?.addEventListener('abort', () => lines.close(), { once: true });
      lines.question(question, { signal }).then(resolve, reject);
    });
  } finally {
    lines.close();
  }
}

const surroundings: Surroundings = {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  now: Date.now,
  signal: interruption.signal,
  version,
  // Only what asks looks: to ask whether stdin is a terminal opens it, which costs milliseconds.
  get ask() {
    return !isUnattended && process.stdin.isTTY && process.stderr.isTTY ? ask : undefined;
  },
  get terminal() {
    const { stdin, stdout } = process;
    return !isUnattended && stdin.isTTY && stdout.isTTY ? { stdin, stdout } : undefined;
  },
  waitingAfterMs: isUnattended ? undefined : 1_000,
  desktop: async () => {
    const { openDesktop } = await import('./auth/desktop.ts');
    return openDesktop();
  },
};

void run(process.argv.slice(2), surroundings).then((code) =>
  process.exit(interruption.signal.aborted ? endedWith : code),
);

// What a command does is built into a file of its own, which must throw the very errors that are caught here.
export { CliError, UsageError } from './failure.ts';
