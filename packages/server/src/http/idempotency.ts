import { dayMs } from '@trimtab/core';
import { digest } from '../hex.ts';
import { type AppDeps, type Shared, type Store, type StoredAnswer, storeTime } from '../ports/index.ts';
import { readBodyText } from './body.ts';
import { HttpError } from './errors.ts';

const storedForMs = dayMs;
/** Above these limits, the oldest answers are deleted even if they are younger than 24 hours. `mostText` counts UTF-16 units. */
const bounds = { most: 10_000, mostText: 16 * 1024 * 1024 };

/** A write ends within this time, or its replica has been killed. */
const longestWriteMs = 30_000;
const pollMs = 100;

type Running = { readonly fingerprint: string; readonly answer: Promise<StoredAnswer> };

/** Runs a write once for each pair of caller and `Idempotency-Key`. */
export type IdempotentWrites = (
  caller: string,
  request: Request,
  run: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * A write that is repeated with the same `Idempotency-Key` gets the stored answer and is not executed again, even after
 * a restart. If the first request still runs, the repetition waits for it. The process may be killed between a write
 * and the storing of its answer. Every write must therefore be idempotent itself, as enrollment is, or be identified by
 * the key, as an insight is.
 */
export function createIdempotentWrites(
  { answers, shared }: Pick<Store, 'answers' | 'shared'>,
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
): IdempotentWrites {
  const running = new Map<string, Running>();
  const now = () => storeTime(shared, clock);

  const known = async (caller: string, key: string): Promise<StoredAnswer | null> => {
    const stored = await answers.get(caller, key);
    // In the future if the clock was set back.
    return stored !== null && Math.abs(now() - stored.at) < storedForMs ? stored : null;
  };
  const store = async (answer: StoredAnswer): Promise<void> => {
    try {
      await answers.put(answer, { ...bounds, after: answer.at - storedForMs });
    } catch (error) {
      // The write succeeded, so return its answer even if storing it failed.
      logger('warn', 'the answer to a write could not be stored; a repetition would be executed again', { error });
    }
  };

  return async (caller, request, run) => {
    const key = request.headers.get('idempotency-key');
    if (key === null) return run(request);
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new HttpError(400, 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    const body = await readBodyText(request);
    // Without the host, because clients may use another host name, and the port may change with a restart.
    const { pathname, search } = new URL(request.url);
    const fingerprint = await digest([request.method, pathname, search, body]);
    const id = JSON.stringify([caller, key]);
    const perform = async (): Promise<StoredAnswer> => {
      for (;;) {
        const before = await known(caller, key);
        if (before !== null) return before;
        if (shared === undefined) return execute();
        const mark = await shared.startWrite(id, longestWriteMs);
        if (mark !== null) return executeMarked(shared, mark);
        // It runs on another replica.
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    };
    const executeMarked = async (replicas: Shared, mark: number): Promise<StoredAnswer> => {
      try {
        return (await known(caller, key)) ?? (await execute());
      } finally {
        await replicas.endWrite(id, mark).catch(() => undefined);
      }
    };
    const execute = async (): Promise<StoredAnswer> => {
      const response = await run(withBody(request, body));
      const { status } = response;
      const headers = [...response.headers];
      const answer = { caller, key, fingerprint, at: now(), status, headers, text: await response.text() };
      // A write that was rejected or failed changed nothing, so a repetition may run.
      if (status < 300) await store(answer);
      return answer;
    };
    const start = (): Running => {
      const started = { fingerprint, answer: perform().finally(() => running.delete(id)) };
      running.set(id, started);
      return started;
    };
    const current = running.get(id) ?? start();
    const answer = current.fingerprint === fingerprint ? await current.answer : null;
    if (answer?.fingerprint !== fingerprint) {
      throw new HttpError(422, 'This Idempotency-Key was used for another request. Use a new key for each request.');
    }
    const { status, headers, text } = answer;
    return new Response(text === '' ? null : text, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}

/** Ignores the client's abort: a repetition must get the outcome even if the first client has left. */
const withBody = ({ url, method, headers }: Request, body: string): Request =>
  new Request(url, { method, headers, ...(body === '' ? {} : { body }) });
