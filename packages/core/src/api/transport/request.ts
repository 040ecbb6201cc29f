import { ApiError, InvalidResponseError, NetworkError, TrimtabError } from '../../errors.ts';
import type { Method } from '../operations/operation.ts';
import { assertSafeForToken, hostOf } from './address.ts';
import type { ClientClock } from './clock.ts';
import { sleepForReal } from './clock.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { FetchLike, FetchResponse } from './fetch.ts';
import type { ClientLogger } from './logger.ts';
import { readMessages, readText } from './response.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { isRetriedStatus, maxRetries, retryAfterMs, retryWaitMs } from './retry-timing.ts';
import { createTokenSession, type TokenProvider } from './token-session.ts';

/** Time limit of a call, including all retries and waits. */
export const defaultDeadlineMs = 30_000;

export type RequesterOptions = {
  readonly baseUrl: string;
  readonly fetch: FetchLike;
  readonly token?: TokenProvider | undefined;
  readonly clock: ClientClock;
  readonly logger?: ClientLogger | undefined;
  /** In [0, 1). */
  readonly random: () => number;
  readonly deadlineMs: number;
  readonly retries?: RetryBudget | undefined;
  /** Cancels every call, in addition to the signal of the call itself. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the milliseconds when calls wait because of a limit of the server, and with null when none waits. */
  readonly onLimit?: ((waitMs: number | null) => void) | undefined;
};

export type Call = {
  readonly id: string;
  readonly method: Method;
  readonly pathAndQuery: string;
  readonly accept: string;
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The body is read after the call has returned. The reader then ends the deadline. */
  readonly streamed?: true;
};

/** Reads a successful response. Any error that is not a TrimtabError counts as a lost connection. */
type Read<T> = (response: FetchResponse, deadline: Deadline) => Promise<T>;

export type Requester = <T>(call: Call, read: Read<T>, signal?: AbortSignal) => Promise<T>;

/** Result of one attempt. */
type Outcome<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: Failure };
type Failure = ApiError | NetworkError;

function reasonOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}

/** The server names the wait because of its own limit, so a repetition does not make an outage worse. */
const isLimited = (error: Failure): boolean =>
  error instanceof ApiError && error.status === 429 && error.retryAfterMs !== null;

const headersOf = (call: Call, token: string | null): Record<string, string> => ({
  accept: call.accept,
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
});

const eitherOf = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other]);

/** Sends calls with one deadline, bounded retries of GET, and one refresh after a 401. */
export function createRequester(options: RequesterOptions): Requester {
  const { baseUrl, clock, deadlineMs, logger } = options;
  const host = hostOf(baseUrl);
  const sleep = clock.sleep?.bind(clock) ?? sleepForReal;
  const tokens = createTokenSession(options.token);
  const budget = options.retries ?? createRetryBudget();

  const attempt = async <T>(
    call: Call,
    token: string | null,
    read: Read<T>,
    deadline: Deadline,
  ): Promise<Outcome<T>> => {
    try {
      const sent = options.fetch(`${baseUrl}${call.pathAndQuery}`, {
        method: call.method,
        headers: headersOf(call, token),
        ...(call.body === undefined ? {} : { body: call.body }),
        redirect: 'error',
        signal: deadline.signal,
      });
      const response = await deadline.race(sent);
      if (response.status >= 200 && response.status < 300)
        return { kind: 'answered', value: await read(response, deadline) };
      return await refused(response, deadline);
    } catch (error) {
      const failure = deadline.failure() ?? (error instanceof TrimtabError ? error : null);
      if (failure !== null) throw failure;
      return { kind: 'failed', error: new NetworkError(host, reasonOf(error), { cause: error }) };
    }
  };

  const refused = async (response: FetchResponse, deadline: Deadline): Promise<Outcome<never>> => {
    const { headers, status } = response;
    // A status counts as a response even if the connection breaks before the body has arrived.
    const text = await readText(response, deadline).catch(() => '');
    const failure = deadline.failure();
    if (failure !== null) throw failure;
    const wait = retryAfterMs(headers.get('retry-after'), headers.get('date'), clock.now());
    return { kind: 'failed', error: new ApiError(status, readMessages(text), headers.get('x-request-id'), wait) };
  };

  /** Milliseconds to wait before the next attempt; null when this error is final. */
  const waitAfter = (call: Call, error: Failure, retries: number, startedAt: number): number | null => {
    const limited = isLimited(error);
    const isAnswered = error instanceof ApiError;
    if (call.method !== 'GET' || (!limited && retries >= maxRetries)) return null;
    if (isAnswered && !isRetriedStatus(error.status)) return null;
    const now = clock.now();
    const asked = isAnswered ? error.retryAfterMs : null;
    const wait = retryWaitMs(asked, retries, startedAt + deadlineMs - now, options.random);
    if (wait === null) return null;
    if (limited) budget.pausedUntil = Math.max(budget.pausedUntil, now + wait);
    return limited || budget.take(now) ? wait : null;
  };

  let limitedCalls = 0;
  const waitForLimit = async (wait: number, deadline: Deadline) => {
    limitedCalls += 1;
    options.onLimit?.(wait);
    try {
      await deadline.race(sleep(wait, deadline.signal));
    } finally {
      limitedCalls -= 1;
      if (limitedCalls === 0) options.onLimit?.(null);
    }
  };

  /** How long the server has asked not to send anything. Longer than a call means that the clock was set back. */
  const pauseMs = (): number => {
    const wait = budget.pausedUntil - clock.now();
    return wait < deadlineMs ? Math.max(0, wait) : 0;
  };

  /** Waits while the server has asked not to send anything. */
  const pause = async (deadline: Deadline) => {
    for (let wait = pauseMs(); wait > 0; wait = pauseMs()) await waitForLimit(wait, deadline);
  };

  /** Runs `work` as soon as this call may be sent. After a rate limit, the next call waits until this work has ended. */
  const inTurn = async <T>(deadline: Deadline, wasLimited: boolean, work: () => Promise<T>): Promise<T> => {
    if (!wasLimited && pauseMs() === 0 && !budget.turns.isTaken()) return work();
    const end = await budget.turns.take(deadline, sleep, () => pause(deadline));
    return work().finally(end);
  };

  const run = async <T>(call: Call, read: Read<T>, deadline: Deadline): Promise<T> => {
    const startedAt = clock.now();
    let token = await deadline.race(tokens.current());
    let replaced = false;
    let retries = 0;
    let wasLimited = false;
    budget.sent(startedAt);
    for (;;) {
      if (token !== null) assertSafeForToken(baseUrl);
      const { outcome, wait } = await inTurn(deadline, wasLimited, async () => {
        const result = await attempt(call, token, read, deadline);
        const waitMs = result.kind === 'answered' ? null : waitAfter(call, result.error, retries, startedAt);
        return { outcome: result, wait: waitMs };
      });
      if (outcome.kind === 'answered') return outcome.value;
      const { error } = outcome;
      if (error instanceof ApiError && error.status === 401 && token !== null && !replaced) {
        replaced = true;
        logger?.debug?.('The API rejected the token. Requesting a new one', { operation: call.id });
        token = await deadline.race(tokens.replace(token));
        if (token === null) throw error;
        continue;
      }
      if (wait === null) throw error;
      // The deadline bounds how often a call is repeated because of a limit.
      wasLimited = isLimited(error);
      if (!wasLimited) retries += 1;
      logger?.debug?.('Retrying the call', { operation: call.id, retry: retries, waitMs: wait, after: error.message });
      await (wasLimited ? waitForLimit(wait, deadline) : deadline.race(sleep(wait, deadline.signal)));
    }
  };

  return async (call, read, signal) => {
    const deadline = startDeadline(sleep, deadlineMs, host, eitherOf(signal, options.signal));
    try {
      const answer = await run(call, read, deadline);
      if (call.streamed !== true) deadline.end();
      return answer;
    } catch (error) {
      deadline.end();
      if (error instanceof InvalidResponseError)
        logger?.warn('A response could not be read', { operation: call.id, problem: error.problem });
      throw error;
    }
  };
}
