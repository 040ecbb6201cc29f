import { type Operation, operations } from '@trimtab/core';

/** Numbers in [0, 1) that are the same for the same seed (mulberry32, Tommy Ettinger, public domain). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Mutated = {
  readonly method: string;
  /** Path and query, of visible ASCII. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

const awkward = [
  '',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  'TRUE',
  '__proto__',
  'constructor',
  '..',
  '%2e%2e%2f',
  '%00',
  '%zz',
  '%ff',
  '\u202e',
  "'; --",
  '"} or vector(1) #',
  '<script>',
  '{{7*7}}',
  '2026-03-04T12:00:00Z',
  '9999-99-99T99:99:99Z',
  'shop',
  'cart',
  'a'.repeat(300),
  'a'.repeat(5_000),
];
const bodies = [
  '{}',
  '[]',
  'null',
  '7',
  '""',
  '{',
  '{"workloads":["cart"]}',
  '{"workloads":[null]}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"targets":[{"namespace":"shop","name":"cart"}]}',
  '{"metricIds":["a"],"start":"2026-03-04T00:00:00Z","end":"2026-03-04T12:00:00Z"}',
  '{"node_cpu_cores":1e308,"node_memory_bytes":1,"node_hourly_cost":-1}',
  '{"replicas":-1,"containers":[{}]}',
  '{"scaleTargetRef":{"namespace":"shop","name":"cart","kind":"Deployment"}}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `{"a":"${'x'.repeat(50_000)}"}`,
  '\ud800',
];
const methods = ['GET', 'GET', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];
const contentTypes = ['application/json', 'application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x'];

/** A random request to an operation of the contract with zero or more mistakes. */
export function mutatedRequest(random: () => number): Mutated {
  const one = <T>(from: readonly T[], fallback: T): T => from[Math.floor(random() * from.length)] ?? fallback;
  const sometimes = (likelihood: number) => random() < likelihood;
  const operation = one<Operation | null>(operations, null);
  if (operation === null) throw new Error('The list of operations is empty.');
  const path = operation.path.replaceAll(/\{\w+\}/g, () => part(one(awkward, ''), sometimes(0.5)));
  const names = [...Object.keys(operation.query ?? {}), 'limit', 'dryrun', 'x'];
  const query = Array.from(
    { length: Math.floor(random() * 5) },
    () => `${one(names, 'x')}=${part(one(awkward, ''), true)}`,
  );
  const method = sometimes(0.8) ? operation.method : one(methods, 'GET');
  const headers: Record<string, string> = {};
  if (sometimes(0.7)) headers['content-type'] = one(contentTypes, 'x');
  if (sometimes(0.2)) headers['idempotency-key'] = one(['k', 'k2', ' ', 'a'.repeat(500)], 'k');
  if (sometimes(0.2)) headers['authorization'] = one(['Bearer x', 'Basic eDp5', 'Bearer', ''], '');
  if (sometimes(0.1)) headers['accept'] = one(['text/html', '*/*', 'x'], 'x');
  const carries = method !== 'GET' && method !== 'HEAD' && sometimes(0.8);
  return {
    method,
    target: `${cut(path, random)}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers,
    body: carries ? cut(one(bodies, '{}'), random) : null,
  };
}

const part = (text: string, encode: boolean): string =>
  encode ? encodeURIComponent(text) : text.replaceAll(/[^\x21-\x7e]|[?#]/g, '');

/** Cuts off the end in one of ten cases. */
const cut = (text: string, random: () => number): string =>
  random() < 0.1 ? text.slice(0, 1 + Math.floor(random() * text.length)) : text;
