import type { AnswerStore, AppDeps, KeptAnswer } from '../ports/index.ts';
import { readText } from './body.ts';
import { HttpError } from './errors.ts';

const keptForMs = 24 * 3_600_000;
/** Beyond these the oldest go first, before their 24 hours are over. Text in UTF-16 units. */
const bounds = { most: 10_000, mostText: 16 * 1024 * 1024 };

type Running = { readonly fingerprint: string; readonly answer: Promise<KeptAnswer> };

/** Answers a write; `caller` and the key that the request carries name it. */
export type IdempotentWrites = (
  caller: string,
  request: Request,
  run: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * A write that is sent again with its `Idempotency-Key`, because its answer was lost, is answered as the first time and
 * not done again, also after a restart; one that comes while the first still runs waits for it. Between a write and the
 * keeping of its answer a kill can still come: what is written must bear to be written again, as enrolling does, or be
 * told apart by the key, as an insight is.
 */
export function createIdempotentWrites(
  answers: AnswerStore,
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
): IdempotentWrites {
  const running = new Map<string, Running>();

  const known = async (caller: string, key: string): Promise<KeptAnswer | null> => {
    const kept = await answers.get(caller, key);
    const age = kept === null ? keptForMs : clock.now() - kept.at;
    return age >= 0 && age < keptForMs ? kept : null;
  };
  const keep = async (answer: KeptAnswer): Promise<void> => {
    try {
      await answers.put(answer, { ...bounds, after: answer.at - keptForMs });
    } catch (error) {
      // It was done, and that is what its sender must hear.
      logger('warn', 'the answer to a write could not be kept; sent again, it would be done again', { error });
    }
  };

  return async (caller, request, run) => {
    const key = request.headers.get('idempotency-key');
    if (key === null) return run(request);
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new HttpError(400, 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    const body = await readText(request);
    // Without the host: the same server may be reached by another name, or listen on another port after a restart.
    const { pathname, search } = new URL(request.url);
    const fingerprint = await digest(JSON.stringify([request.method, pathname, search, body]));
    const perform = async (): Promise<KeptAnswer> => {
      const before = await known(caller, key);
      if (before !== null) return before;
      const response = await run(withBody(request, body));
      const { status } = response;
      const headers = [...response.headers];
      const answer = { caller, key, fingerprint, at: clock.now(), status, headers, text: await response.text() };
      // Refused or failed: nothing was done that a repetition could do twice.
      if (status < 300) await keep(answer);
      return answer;
    };
    const id = JSON.stringify([caller, key]);
    const start = (): Running => {
      const started = { fingerprint, answer: perform().finally(() => running.delete(id)) };
      running.set(id, started);
      return started;
    };
    const mine = running.get(id) ?? start();
    const answer = mine.fingerprint === fingerprint ? await mine.answer : null;
    if (answer?.fingerprint !== fingerprint) {
      throw new HttpError(422, 'This Idempotency-Key was used for another request. Take a new one for each request.');
    }
    const { status, headers, text } = answer;
    return new Response(text === '' ? null : text, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}

const withBody = ({ url, method, headers, signal }: Request, body: string): Request =>
  new Request(url, { method, headers, signal, ...(body === '' ? {} : { body }) });

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
