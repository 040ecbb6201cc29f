import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel } from './logger.ts';

function aLog(level: LogLevel = 'debug') {
  const lines: string[] = [];
  let drained: (() => void) | null = null;
  const stream = {
    isFull: false,
    write: (text: string) => {
      lines.push(text);
      return !stream.isFull;
    },
    once: (_event: 'drain', listener: () => void) => {
      drained = listener;
    },
  };
  const log = createLogger({ stream, level, clock: { now: () => 0 } });
  return { log, lines, stream, drain: () => drained?.() };
}

describe('logger', () => {
  it('writes one JSON line per event, whatever the fields contain (docs/faults.md#log-injection)', () => {
    const { log, lines } = aLog();
    log('info', 'answered', { path: '/a\n{"level":"error"}\u001b[2J' });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.split('\n')).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'answered',
      path: '/a\n{"level":"error"}\u001b[2J',
    });
  });

  it('writes nothing below its level', () => {
    const { log, lines } = aLog('warn');
    log('info', 'x');
    log('error', 'y');
    expect(lines).toHaveLength(1);
  });

  it.each([
    [{ authorization: 'CANARY' }],
    [{ nested: { accessToken: 'CANARY' } }],
    [{ error: new Error('fetch http://user:CANARY@host/ failed', { cause: new Error('Bearer CANARY') }) }],
    [{ text: 'eyJhbGciOiJSUzI1NiJ9.eyJDQU5BUlkiOjF9.CANARY' }],
  ])('redacts secrets: %j', (fields) => {
    const { log, lines } = aLog();
    log('error', 'x', fields);
    expect(lines[0]).toContain('[redacted]');
    expect(lines[0]).not.toContain('CANARY');
  });

  it('drops and counts lines while the reader is blocked, and continues after that', () => {
    const { log, lines, stream, drain } = aLog();
    stream.isFull = true;
    log('info', 'fills it');
    log('info', 'lost');
    log('info', 'lost');
    stream.isFull = false;
    drain();
    log('info', 'again');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'fills it' },
      { event: 'again', dropped: 2 },
    ]);
  });
});
