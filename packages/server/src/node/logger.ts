import type { Clock, Logger } from '../ports/index.ts';
import { redacted, redactText, secretName } from '../redaction.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where the log is written; `write` returns false if the reader cannot keep up. */
export type LogStream = {
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
};

/**
 * Writes one JSON object per line, so that no value can forge a second line (docs/faults.md#log-injection), and redacts
 * secrets. If the reader cannot keep up, lines are dropped and counted, because a blocked log must not block requests.
 */
export function createLogger({ stream, level, clock }: { stream: LogStream; level: LogLevel; clock: Clock }): Logger {
  const threshold = logLevels.indexOf(level);
  let dropped = 0;
  let blocked = false;
  return (eventLevel, event, fields) => {
    if (logLevels.indexOf(eventLevel) < threshold) return;
    if (blocked) {
      dropped += 1;
      return;
    }
    const droppedField = dropped === 0 ? {} : { dropped };
    dropped = 0;
    const line = { time: new Date(clock.now()).toISOString(), level: eventLevel, event, ...droppedField, ...fields };
    blocked = !stream.write(`${JSON.stringify(line, redactField)}\n`);
    if (blocked) {
      stream.once('drain', () => {
        blocked = false;
      });
    }
  };
}

function redactField(key: string, value: unknown): unknown {
  if (value !== null && value !== undefined && secretName.test(key)) return redacted;
  if (value instanceof Error) {
    return { name: value.name, message: value.message, ...(value.cause === undefined ? {} : { cause: value.cause }) };
  }
  return typeof value === 'string' ? cut(redactLogText(value)) : value;
}

/** Callers choose paths and sources choose messages. The limit keeps a single one from filling the log. */
const mostCharacters = 4_096;
const cut = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… (${text.length - mostCharacters} more characters)`;

/** Stricter than `redactText`: it also removes short credentials, export tickets and authorization codes. */
const redactLogText = (text: string): string =>
  redactText(text)
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`)
    .replaceAll(/\b(ticket|code)=[\w.-]+/g, `$1=${redacted}`);
