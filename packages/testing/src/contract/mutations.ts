import { wrongInFailure, wrongInSuccess } from './answers.ts';
import type { DescribedCall, ReadDocument } from './document.ts';
import { isObject } from './json-schema.ts';
import { type Mount, type Sent, send } from './mount.ts';
import { type Draft, sentOf } from './requests.ts';

const awkward = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'TRUE',
  '__proto__',
  'constructor',
  '..',
  '\u0000',
  '\u202e',
  '\ud83d\ude00',
  "'; --",
  '"} or vector(1) #',
  '<script>',
  '%2e%2e',
  '\r\nx: y',
  '9999-12-31T23:59:59Z',
  'é'.repeat(300),
  'a'.repeat(5_000),
];
const strange: readonly unknown[] = [...awkward, null, true, 0, -1, 1e308, [], {}, [[]], { constructor: 1 }];

/** A valid request with one to three changes. Nearly valid requests reach more code than random ones. */
function mutated(draft: Draft, random: () => number): Sent {
  const one = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const text = () => one(awkward) ?? '';
  let { path, query, body } = draft;
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
    const kind = random();
    const name = one(draft.call.inQuery)?.name;
    if (kind < 0.2 && path.size > 0) path = new Map([...path, [one([...path.keys()]) ?? '', text()]]);
    else if (kind < 0.5 && name !== undefined) query = new Map([...query, [name, text()]]);
    else if (kind < 0.6 && name !== undefined) query = new Map([...query].filter(([each]) => each !== name));
    else if (body !== undefined) body = changed(body, one, random);
  }
  return sentOf({ ...draft, path: nonEmpty(path), query, body });
}

/** Avoids the path segments `.`, `..` and an empty one, which would change the path. */
const nonEmpty = (path: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...path].map(([name, value]) => [name, /^\.*$/.test(value) ? `-${value}` : value]));

function changed(value: unknown, one: <T>(from: readonly T[]) => T | undefined, random: () => number): unknown {
  if (random() < 0.3) return one(strange);
  if (Array.isArray(value))
    return value.length === 0
      ? [one(strange)]
      : value.map((each) => (random() < 0.5 ? changed(each, one, random) : each));
  if (!isObject(value)) return one(strange);
  const key = one(Object.keys(value));
  if (key === undefined) return { surprise: 1 };
  return random() < 0.2
    ? Object.fromEntries(Object.entries(value).filter(([each]) => each !== key))
    : { ...value, [key]: changed(value[key], one, random) };
}

type Options = {
  readonly drafts: readonly Draft[];
  readonly document: ReadDocument;
  readonly requests: number;
  readonly random: () => number;
};

/** Sends nearly valid requests. Every response must be a valid success or a client error with a reason, never a server error. */
export async function wrongInMutations(
  mount: Mount,
  { drafts, document, requests, random }: Options,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const draft = drafts[Math.floor(random() * drafts.length)];
    if (draft === undefined) throw new Error('No operation has a valid request to change.');
    const request = mutated(draft, random);
    found.push(...(await wrongInOne(mount, draft.call, request, document)));
  }
  return found;
}

async function wrongInOne(
  mount: Mount,
  call: DescribedCall,
  request: Sent,
  document: ReadDocument,
): Promise<readonly string[]> {
  const answered = await send(mount, request);
  const wrong =
    answered.status < 400 ? wrongInSuccess(call, answered, document) : [...wrongInFailure(answered), ...ours(answered)];
  const shown = `${request.method} ${request.target.slice(0, 200)} ${(request.body ?? '').slice(0, 200)}`;
  return wrong.map((each) => `${call.id} ${each} (${shown})`);
}

/** 500 is allowed only for a missing workload. 501 is reported by `verifyContract`. Errors of data sources are not checked. */
const ours = ({ status, text }: { readonly status: number; readonly text: string }): readonly string[] =>
  status >= 500 && status !== 501 && !text.includes('failed to get target scale')
    ? [`fails with ${status}: ${text.slice(0, 200)}`]
    : [];
