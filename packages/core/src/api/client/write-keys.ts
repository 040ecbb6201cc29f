import { ApiError, CanceledError, NetworkError } from '../../errors.ts';
import { isWrite } from '../operations/writes.ts';
import type { ClientClock } from '../transport/clock.ts';
import type { Call } from '../transport/request.ts';

/** How long a write counts as a repetition. Later, others may have changed what it wrote. */
const repeatedWithinMs = 120_000;

export type SendOnce = <T>(call: Call, send: (call: Call) => Promise<T>) => Promise<T>;

/**
 * Gives each write an `Idempotency-Key`. If the outcome of a write is unknown and it is repeated, the repetition gets
 * the same key. The server then returns the stored answer instead of executing the write twice.
 */
export function createWriteKeys(clock: ClientClock): SendOnce {
  let unknown: { readonly write: string; readonly key: string; readonly until: number } | null = null;
  return async (call, send) => {
    const [, query] = call.pathAndQuery.split('?');
    if (call.idempotencyKey !== undefined || !isWrite(call.id, new URLSearchParams(query))) return send(call);
    const write = JSON.stringify([call.method, call.pathAndQuery, call.body]);
    const isRepeated = unknown?.write === write && clock.now() < unknown.until;
    const key = isRepeated && unknown !== null ? unknown.key : newKey();
    unknown = null;
    try {
      return await send({ ...call, idempotencyKey: key });
    } catch (error) {
      if (isOutcomeUnknown(error)) unknown = { write, key, until: clock.now() + repeatedWithinMs };
      throw error;
    }
  };
}

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof CanceledError || (error instanceof ApiError && error.status >= 500);

/** `randomUUID` is not available on pages that were loaded over plain http from another machine. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
