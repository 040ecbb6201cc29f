import { version } from '../package.json';
import type { Surroundings } from './context.ts';
import { exitCode } from './exit-code.ts';
import { run } from './program.ts';

/** How long an interrupted command may take to print its message before the process exits. */
const exitDelayMs = 200;

/** Ctrl-C, a canceled CI job, and a closed terminal, with their exit codes. */
const endSignals = [
  ['SIGINT', exitCode.interrupted],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;
const interruption = new AbortController();
let endedWith: number = exitCode.interrupted;

/** Work that must end before the process exits, such as the renewal of a sign-in. A second signal exits at once. */
const protectedWork = new Set<Promise<unknown>>();
async function exitAfterWork(code: number): Promise<void> {
  while (protectedWork.size > 0) await Promise.allSettled(protectedWork);
  process.exit(code);
}
function protect(work: Promise<unknown>): void {
  protectedWork.add(work);
  const end = () => protectedWork.delete(work);
  work.then(end, end);
}

for (const [name, code] of endSignals) {
  process.on(name, () => {
    if (interruption.signal.aborted) process.exit(code);
    endedWith = code;
    interruption.abort();
    setTimeout(() => void exitAfterWork(code), exitDelayMs);
  });
}

// `| head` closes the pipe early, which is not an error. Other errors of stdout reject the write, and `run` reports them.
let endsWithPipe = true;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && endsWithPipe) void exitAfterWork(exitCode.ok);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(exitCode.api);
  if (endsWithPipe) void exitAfterWork(exitCode.ok);
});

/** CI systems set `CI`, and some of them give a job a terminal that no person watches. */
const isUnattended = !['', '0', 'false'].includes(process.env['CI'] ?? '');

async function ask(question: string, canceled?: AbortSignal): Promise<string | null> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { signal } = interruption;
  try {
    return await new Promise<string | null>((resolve, reject) => {
      lines.once('close', () => resolve(null));
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      canceled?.addEventListener('abort', () => lines.close(), { once: true });
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
  outlivePipe: () => void (endsWithPipe = false),
  protect,
  version,
  // A getter, because reading `process.stdin` opens it, which takes milliseconds.
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
  exitAfterWork(interruption.signal.aborted ? endedWith : code),
);

// The other bundles use these classes, so that `instanceof` works across bundles.
export { CliError, UsageError } from './failure.ts';
