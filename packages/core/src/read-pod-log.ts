import type { PodLogLine } from './api/schemas/logs.ts';
import { type Sleep, sleepForReal } from './api/transport/clock.ts';
import { isRetriedStatus } from './api/transport/retry-timing.ts';
import { displayText } from './display-text.ts';
import { ApiError, InvalidResponseError, NetworkError } from './errors.ts';
import { brokeOff, podLogLines } from './pod-log.ts';

type TextLine = Extract<PodLogLine, { text: string }>;
type LogEnd = Extract<PodLogLine, { end: string }>;

export type LogEvent =
  | { readonly lines: readonly TextLine[] }
  /** The log broke off, and is opened again. */
  | { readonly lost: string }
  /** The log continues. Lines may be missing if it no longer contains the last known line. */
  | { readonly mayLackLines: boolean }
  | LogEnd;

/** The parameters for opening a log again: all lines since the last known line. */
type Resumption = { readonly sinceTime?: string; readonly tail?: number };
type Options = { readonly follow: boolean; readonly signal: AbortSignal; readonly sleep?: Sleep };
type Chunks = AsyncIterable<Uint8Array>;

/** The most that one answer may have. */
const mostResumedLines = 10_000;
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Reads a log until it ends. If one that is followed breaks off or reaches the limit of one answer, it is opened again with growing pauses,
 * from the last line that was seen, until the signal aborts or the server says that there is no such log any more.
 *
 * @throws what `open` throws the first time
 */
export async function* readPodLog(
  open: (resumption: Resumption) => Promise<{ readonly chunks: Chunks }>,
  { follow, signal, sleep = sleepForReal }: Options,
): AsyncGenerator<LogEvent> {
  const reading = { position: new Position(), hasBegun: false, isLost: false, failures: 0 };
  for (;;) {
    let end: LogEnd;
    try {
      const { chunks } = await open(reading.position.resumption());
      end = yield* readOnce(chunks, reading);
      if (!follow || end.end === 'complete' || !reading.hasBegun) return yield end;
    } catch (error) {
      if (!follow || !reading.hasBegun || signal.aborted) throw error;
      end = { end: 'failed', reason: reasonOf(error) };
      if (!isPassing(error)) return yield end;
    }
    if (end.end === 'failed' && !reading.isLost) {
      reading.isLost = true;
      yield { lost: end.reason ?? '' };
    }
    const longest = Math.min(longestWaitMs, firstWaitMs * 2 ** reading.failures);
    reading.failures += 1;
    await sleep(longest * (0.5 + Math.random() / 2), signal);
  }
}

type LogReading = { readonly position: Position; hasBegun: boolean; isLost: boolean; failures: number };

/** Reads one answer. Returns its last line. */
async function* readOnce(chunks: Chunks, reading: LogReading): AsyncGenerator<LogEvent, LogEnd> {
  const { position } = reading;
  let mustTell = reading.hasBegun;
  for await (const group of podLogLines(chunks)) {
    const lines = group.filter((line) => 'text' in line).filter(({ at }) => position.isNew(at));
    const end = group.find((line) => 'end' in line);
    const hasFound = mustTell && position.isFound;
    // An empty group means that the log is open but has no new lines.
    if (lines.length > 0 || hasFound || (end === undefined ? group.length === 0 : end.end !== 'failed')) {
      if (mustTell && (reading.isLost || !hasFound)) yield { mayLackLines: !hasFound };
      mustTell = false;
      Object.assign(reading, { hasBegun: true, isLost: false });
    }
    if (lines.length > 0) {
      reading.failures = 0;
      yield { lines };
    }
    if (end !== undefined) return end;
  }
  throw brokeOff();
}

/** The time of the last known line, and how many lines have the same time. */
class Position {
  #at = '';
  #count = 0;
  #found = 0;
  #isResumed = false;
  /** Whether the reopened log contains the last known line, so that no line is missing. */
  isFound = true;

  resumption(): Resumption {
    if (this.#at === '') return {};
    this.#isResumed = true;
    this.isFound = false;
    this.#found = 0;
    return { sinceTime: this.#at, tail: mostResumedLines };
  }

  /** Whether a line has not been seen. A log is opened again at a whole second, so some lines arrive twice. */
  isNew(time: string | null): boolean {
    const at = instantOf(time);
    if (at === null) return true;
    if (at < this.#at) return !this.#isResumed;
    if (at === this.#at && this.#isResumed && this.#found < this.#count) {
      this.#found += 1;
      this.isFound = true;
      return false;
    }
    if (at > this.#at) {
      this.#isResumed = false;
      this.#count = 0;
    }
    this.#at = at;
    this.#count += 1;
    this.#found += 1;
    return true;
  }
}

/** A time with nine fractional digits in UTC, so that times can be compared as texts; null if it is none. */
function instantOf(time: string | null): string | null {
  const [, seconds = '', fraction = '', zone = ''] =
    /^(.{19})(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time ?? '') ?? [];
  const milliseconds = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(milliseconds)) return null;
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.padEnd(9, '0')}Z`;
}

/** Whether the log may be available again soon. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof InvalidResponseError ||
  (error instanceof ApiError && (error.status === 500 || isRetriedStatus(error.status)));

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.messages.length > 0) return displayText(error.messages.join(' '));
  return error instanceof Error ? error.message : String(error);
}
