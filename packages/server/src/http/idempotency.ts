import type { Clock } from '../ports/index.ts';
import { readText } from './body.ts';
import { HttpError } from './errors.ts';

const keptForMs = 24 * 3_600_000;
const maximumKeys = 10_000;
/** Of all kept answers together, in UTF-16 units. Beyond it the oldest go first, before their 24 hours are over. */
const maximumLength = 16 * 1024 * 1024;

type Kept = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
};
type Entry = { readonly fingerprint: string; readonly at: number; readonly answer: Promise<Kept>; length: number };

/** Answers a write; `caller` and the key that the request carries name it. */
export type Repeats = (
  caller: string,
  request: Request,
  run: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * A write that is sent again with its `Idempotency-Key`, because its answer was lost, is answered as the first time and
 * not done again; one that comes while the first still runs waits for it. Kept in memory: a restart forgets the answers
 * but not what was written, and enrolling again changes nothing.
 */
export function createRepeats(clock: Clock): Repeats {
  const entries = new Map<string, Entry>();
  let length = 0;
  const drop = (key: string, entry: Entry): void => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    length -= entry.length;
  };
  const makeRoom = (): void => {
    for (const [key, entry] of entries) {
      const age = clock.now() - entry.at;
      if (age >= 0 && age < keptForMs && entries.size < maximumKeys && length <= maximumLength) break;
      drop(key, entry);
    }
  };
  const start = (key: string, fingerprint: string, work: Promise<Response>): Entry => {
    const entry: Entry = { fingerprint, at: clock.now(), answer: work.then(keep), length: 0 };
    entries.set(key, entry);
    entry.answer.then(
      ({ status, text }) => {
        // Refused or failed: nothing was done that a repetition could do twice.
        if (status >= 300) return drop(key, entry);
        entry.length = text.length;
        length += text.length;
        makeRoom();
      },
      () => drop(key, entry),
    );
    return entry;
  };
  return async (caller, request, run) => {
    const given = request.headers.get('idempotency-key');
    if (given === null) return run(request);
    if (!/^[\x21-\x7e]{1,255}$/.test(given)) {
      throw new HttpError(400, 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    const body = await readText(request);
    const fingerprint = await digest(JSON.stringify([request.method, request.url, body]));
    makeRoom();
    const key = JSON.stringify([caller, given]);
    const known = entries.get(key);
    if (known !== undefined && known.fingerprint !== fingerprint) {
      throw new HttpError(422, 'This Idempotency-Key was used for another request. Take a new one for each request.');
    }
    const entry = known ?? start(key, fingerprint, run(withBody(request, body)));
    const { status, headers, text } = await entry.answer;
    return new Response(text === '' ? null : text, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}

const keep = async (response: Response): Promise<Kept> => ({
  status: response.status,
  headers: [...response.headers],
  text: await response.text(),
});

const withBody = ({ url, method, headers, signal }: Request, body: string): Request =>
  new Request(url, { method, headers, signal, ...(body === '' ? {} : { body }) });

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
