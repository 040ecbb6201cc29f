import type { Desktop } from '../auth/desktop.ts';
import type { Surroundings } from '../context.ts';
import { run } from '../program.ts';
import { fixedNow } from './loopback.ts';

type Setting = {
  api?: string;
  /** The width of the terminal; absent if stdout is a pipe. */
  columns?: number;
  environment?: Record<string, string>;
  /** The typed answers in order; absent without a terminal that can ask. */
  typed?: string[];
  signal?: AbortSignal;
  /** Called after each write to stdout. */
  onOutput?: () => void;
  /** Absent without keyring and browser. */
  desktop?: Desktop;
  /** Absent for a clock on which no time passes. */
  clock?: Surroundings['clock'];
  now?: () => number;
  /** Absent: no waiting line. */
  waitingAfterMs?: number;
};

/** Sleeps only until pending events are handled. */
const noTime: NonNullable<Surroundings['clock']> = {
  elapsedMs: () => 0,
  sleep: async (_milliseconds, signal) => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    signal.throwIfAborted();
  },
};

function recorder(columns: number | undefined, onOutput?: () => void) {
  const chunks: string[] = [];
  return {
    ...(columns === undefined ? {} : { isTTY: true, columns }),
    write(text: string | Uint8Array, written: (error?: Error | null) => void) {
      chunks.push(typeof text === 'string' ? text : Buffer.from(text).toString('latin1'));
      written();
      onOutput?.();
      return true;
    },
    text: () => chunks.join(''),
  };
}

/** Runs a command line in this process, as main.ts does, and returns its output. */
export async function trimtab(line: string | readonly string[], setting: Setting = {}) {
  const stdout = recorder(setting.columns, setting.onOutput);
  const stderr = recorder(setting.columns);
  const typed = setting.typed?.values();
  const questions: string[] = [];
  const { desktop } = setting;
  const surroundings: Surroundings = {
    stdout,
    stderr,
    environment: { ...(setting.api === undefined ? {} : { TRIMTAB_API: setting.api }), ...setting.environment },
    now: setting.now ?? (() => fixedNow),
    clock: setting.clock ?? noTime,
    waitingAfterMs: setting.waitingAfterMs,
    ...(desktop === undefined ? {} : { desktop: async () => desktop }),
    signal: setting.signal ?? new AbortController().signal,
    version: '0.1.0',
    ...(typed === undefined
      ? {}
      : {
          ask: async (question: string) => {
            questions.push(question);
            return typed.next().value ?? null;
          },
        }),
  };
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const code = await run(words, surroundings);
  return { code, stdout: stdout.text(), stderr: stderr.text(), questions };
}
