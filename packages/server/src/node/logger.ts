import type { Clock, Logger } from '../ports/index.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a log is written to; `write` answers false when it cannot keep up. */
export type LogStream = {
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
};

/**
 * One JSON object per event and line, so that no name can forge a second one. Secrets are redacted here and nowhere
 * else. When the reader does not keep up, lines are dropped and counted: a blocked log must not stop the answers.
 */
export function createLogger({ stream, level, clock }: { stream: LogStream; level: LogLevel; clock: Clock }): Logger {
  const threshold = logLevels.indexOf(level);
  let dropped = 0;
  let blocked = false;
  return (at, event, fields) => {
    if (logLevels.indexOf(at) < threshold) return;
    if (blocked) {
      dropped += 1;
      return;
    }
    const lost = dropped === 0 ? {} : { dropped };
    dropped = 0;
    const line = { time: new Date(clock.now()).toISOString(), level: at, event, ...lost, ...fields };
    blocked = !stream.write(`${JSON.stringify(line, redact)}\n`);
    if (blocked) {
      stream.once('drain', () => {
        blocked = false;
      });
    }
  };
}

const secretKey = /token|authorization|password|passwd|secret|cookie|api[-_]?key/i;

function redact(key: string, value: unknown): unknown {
  if (value !== null && value !== undefined && secretKey.test(key)) return '[redacted]';
  if (value instanceof Error) {
    return { name: value.name, message: value.message, ...(value.cause === undefined ? {} : { cause: value.cause }) };
  }
  return typeof value === 'string' ? redactText(value) : value;
}

/** By the shape of a value too: a credential is one wherever it stands. */
const redactText = (text: string): string =>
  text
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]')
    .replaceAll(/:\/\/[^/\s@]+@/g, '://[redacted]@')
    .replaceAll(/\b(ticket|access_token|code)=[\w.-]+/g, '$1=[redacted]');
