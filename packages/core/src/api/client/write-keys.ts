import { ApiError, CanceledError, NetworkError } from '../../errors.ts';
import { isWrite } from '../operations/writes.ts';
import type { ClientClock } from '../transport/clock.ts';
import type { Call } from '../transport/request.ts';

/** How long a write counts as a repetition. Later, others may have changed what it wrote. */
const repeatedWithinMs = 120_000;

export type SendOnce = <T>(call: Call, send: (call: Call) => Promise<T>) => Promise<T>;

/** What the key of a write belongs to. */
type KeyedWrite = {
  readonly id: string;
  readonly method: string;
  readonly pathAndQuery: string;
  readonly body?: string | undefined;
};

/** Remembers the keys of writes whose outcome is unknown. */
export type WriteKeys = {
  /** Called before a write is sent. Returns the key of an earlier, equal write with an unknown outcome, else `newKey`. */
  readonly begin: (write: KeyedWrite, newKey: string) => string | Promise<string>;
  readonly end: (write: KeyedWrite, key: string, isOutcomeKnown: boolean) => void | Promise<void>;
};

/**
 * Gives each write an `Idempotency-Key`. If the outcome of a write is unknown and it is repeated, the repetition gets
 * the same key. The server then returns the stored answer instead of executing the write twice.
 */
export const sendWritesOnce =
  (keys: WriteKeys): SendOnce =>
  (call, send) => {
    const [, query] = call.pathAndQuery.split('?');
    const isKeyed = call.idempotencyKey === undefined && isWrite(call.id, new URLSearchParams(query));
    return isKeyed ? withWriteKey(keys, call, (idempotencyKey) => send({ ...call, idempotencyKey })) : send(call);
  };

/** Sends a write with its key, and remembers or forgets the key. */
export async function withWriteKey<T>(
  keys: WriteKeys,
  write: KeyedWrite,
  send: (key: string) => Promise<T>,
): Promise<T> {
  const key = await keys.begin(write, newKey());
  try {
    const answer = await send(key);
    await keys.end(write, key, true);
    return answer;
  } catch (error) {
    await keys.end(write, key, !isOutcomeUnknown(error));
    throw error;
  }
}

const textOf = ({ method, pathAndQuery, body }: KeyedWrite): string => JSON.stringify([method, pathAndQuery, body]);

/** Remembers the last write of this client, in memory. A write that ends after a later one has begun is forgotten. */
export function createWriteKeys(clock: ClientClock): WriteKeys {
  let last = { write: '', key: '', until: 0 };
  return {
    begin(write, newKey) {
      const text = textOf(write);
      last = { write: text, key: last.write === text && clock.now() < last.until ? last.key : newKey, until: 0 };
      return last.key;
    },
    end(_write, key, isOutcomeKnown) {
      if (!isOutcomeKnown && last.key === key) last.until = clock.now() + repeatedWithinMs;
    },
  };
}

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof CanceledError || (error instanceof ApiError && error.status >= 500);

/** `randomUUID` is not available on pages that were loaded over plain http from another machine. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
