import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startChild } from './child.ts';

/**
 * Measures the cost of large or hostile answers of Prometheus: the growth of the server's memory and the p99 delay of
 * its event loop, while eight parallel calls receive 8 MiB for each of their queries, or another hostile answer. Exits
 * with 1 if a value exceeds its budget. The first row is the same load with small answers, which a busy heap also takes.
 *
 *   node bench/server/hostile.ts [name of an answer]...
 */
const seconds = 8;
const budget = { growthBytes: 100e6, delayMs: 200 };
const size = 7.9 * 2 ** 20;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A JSON text of about `most` characters: as many parts as fit, separated by commas. */
function fill(head: string, part: (index: number) => string, tail: string, most = size): string {
  const parts: string[] = [];
  for (let length = 0; length < most; length += parts.at(-1)?.length ?? 0) parts.push(part(parts.length));
  return head + parts.join(',') + tail;
}

type Type = 'vector' | 'matrix';
const result = (type: Type, series: (index: number) => string, most = size): string =>
  fill(`{"status":"success","data":{"resultType":"${type}","result":[`, series, ']}}', most);
const now = Math.floor(Date.now() / 1_000);
const points = (count: number): string =>
  Array.from({ length: count }, (_, index) => `[${now - index * 300},"${Math.random()}"]`).join(',');
const values = `"value":[${now},"1"],"values":[[${now},"1"]]`;

const bucket = '[0,"0.1","0.2","3"]';
const histogram = `[${now},{"count":"9","sum":"9","buckets":[${Array.from({ length: 160 }, () => bucket).join(',')}]}]`;

const shopSeries = (index: number): string =>
  `{"metric":{"namespace":"shop","pod":"p-${index}"},"value":${points(1)},"values":[${points(300)}]}`;

const usual = 'small answers';
const answers: Readonly<Record<string, (type: Type) => string>> = {
  [usual]: (type) => result(type, shopSeries, 2 ** 17),
  'many series': (type) => result(type, shopSeries),
  'as many points as an answer has at most': (type) =>
    result(
      type,
      (index) => `{"metric":{"pod":"p-${index}"},"value":${points(1)},"values":[${points(12)}]}`,
      7.4 * 2 ** 20,
    ),
  'series without labels': (type) => result(type, () => `{"metric":{},${values}}`),
  'different labels': (type) => result(type, (index) => `{"metric":{"k${index}":"v"},${values}}`),
  'one series with many labels': (type) =>
    fill(
      `{"status":"success","data":{"resultType":"${type}","result":[{"metric":{`,
      (index) => `"k${index}":""`,
      `},${values}}]}}`,
    ),
  'empty lists': (type) => result(type, () => '[[]]'),
  'deep lists': (type) => result(type, () => '['.repeat(200_000) + ']'.repeat(200_000)),
  'long values of labels': (type) =>
    result(type, (index) => `{"metric":{"namespace":"shop","pod":"${index}${'é'.repeat(50_000)}"},${values}}`),
  'values of labels of 4,000 characters': (type) =>
    result(type, (index) => `{"metric":{"namespace":"shop","pod":"${index}${'k'.repeat(4_000)}"},${values}}`),
  'equal series without a number': (type) =>
    result(type, () => `{"metric":{"namespace":"shop","pod":"p"},${values.replaceAll('"1"', '"NaN"')}}`),
  'long names of labels': (type) =>
    result(type, (index) => `{"metric":{"${index}${'k'.repeat(50_000)}":"v"},${values}}`),
  'native histograms': (type) =>
    result(type, () => `{"metric":{},"histogram":${histogram},"histograms":[${histogram}]}`),
  'a number of another type in each series': (type) =>
    result(type, (index) => `{"metric":{"pod":"p-${index}"},"value":[${now},${index}],"values":{"${index}":[]}}`),
  'many warnings': (type) =>
    `${result(type, shopSeries, 2 ** 17).slice(0, -1)},"warnings":[${Array.from({ length: 80_000 }, () => '"w"').join(',')}]}`,
  names: () => fill('{"status":"success","data":[', (index) => `"m${index}"`, ']}'),
};

const json = { 'Content-Type': 'application/json' };
const ordinary = answers['many series'] ?? (() => '');
const small = answers['series without labels'] ?? ordinary;
const compressed = { vector: gzipSync(small('vector').repeat(10)), matrix: gzipSync(small('matrix').repeat(10)) };

function* cut(body: Buffer, length: number): Iterable<Buffer> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length);
}
function* forEver(body: Buffer): Iterable<Buffer> {
  const series = body.subarray(body.indexOf('[') + 1, body.lastIndexOf(']'));
  for (yield body.subarray(0, body.lastIndexOf(']')); ; yield series) yield Buffer.from(',');
}

/** Other ways to send the answer 'many series'. */
const transfers: Readonly<Record<string, (response: ServerResponse, body: Buffer, type: Type) => unknown>> = {
  'compressed, ten times as large': (response, _, type) =>
    response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(compressed[type]),
  'redirects with a body': (response, body) => response.writeHead(302, { Location: '/' }).end(body),
  'failures with a body': (response, body) => response.writeHead(500, json).end(body),
  'no end': (response, body) => Readable.from(forEver(body)).pipe(response.writeHead(200, json)),
  'parts of 10 bytes': (response, body) => Readable.from(cut(body, 10)).pipe(response.writeHead(200, json)),
  trailers: (response, body) => {
    response.writeHead(200, { ...json, Trailer: 'X-More' });
    for (let count = 0; count < 100; count += 1) response.addTrailers([['X-More', 'x'.repeat(100)]]);
    Readable.from(cut(body, 2 ** 16)).pipe(response);
  },
};

let bodies: Readonly<Record<Type, Buffer>>;
let transfer: (typeof transfers)[string] | undefined;
const answerWith = (make: (type: Type) => string) => {
  bodies = { vector: Buffer.from(make('vector')), matrix: Buffer.from(make('matrix')) };
};
const prometheus = createServer((incoming, response) => {
  incoming.resume().once('end', () => {
    const type = incoming.url?.includes('query_range') ? 'matrix' : 'vector';
    if (transfer === undefined) response.writeHead(200, json).end(bodies[type]);
    else void transfer(response, bodies[type], type);
  });
}).listen(0, '127.0.0.1');
await once(prometheus, 'listening');
const bound = prometheus.address();
if (bound === null || typeof bound === 'string') throw new Error('The double of Prometheus has no port.');
const { port } = bound;

const window = `start=${new Date((now - 3_600) * 1_000).toISOString()}&end=${new Date(now * 1_000).toISOString()}`;
const series = `/v1/connectors/prometheus/series?query=x&interval=300s&${window}`;
const candidates = '/v1/ast/candidates/shop?dryrun=true';
const calls = [
  series,
  series,
  series,
  candidates,
  candidates,
  '/v1/system/namespaces',
  '/v1/connectors/prometheus/metrics',
  series,
];

let usualGrowth = Number.NaN;

async function measure(name: string, make: (type: Type) => string): Promise<boolean> {
  transfer = undefined;
  answerWith((type) => `{"status":"success","data":{"resultType":"${type}","result":[]}}`);
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-hostile-'));
  const address = `http://localhost:${port}`;
  const server = await startChild('scripts/serve.ts', [
    '--port',
    '0',
    '--prometheus',
    address,
    '--data',
    folder,
    '--rate-limit',
    '99999',
  ]);
  /** Memory now, and the p99 of the delay of the event loop since the last call. A refused request is repeated. */
  const health = async (): Promise<{ readonly bytes: number; readonly delayMs: number }> => {
    const response = await fetch(`${server.url}/metrics`);
    const text = await response.text();
    if (response.status === 429) return sleep(100).then(health);
    if (!response.ok) throw new Error(`/metrics answered ${response.status}: ${text}`);
    const value = (metric: string) => Number(new RegExp(`^${metric} (.*)$`, 'm').exec(text)?.[1]);
    return {
      bytes: value('process_resident_memory_bytes'),
      delayMs: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    };
  };
  const call = async (path: string) => {
    const isWrite = path === candidates;
    const write = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
    await (await fetch(server.url + path, isWrite ? write : {})).text();
  };
  try {
    await server.settled();
    const before = await health();
    answerWith(make);
    transfer = transfers[name];
    let [peak, delayMs] = [before.bytes, 0];
    const until = performance.now() + seconds * 1_000;
    const attack = async () => {
      while (performance.now() < until) await Promise.all(calls.map(call));
    };
    const watch = async () => {
      while (performance.now() < until) {
        await sleep(250);
        const { bytes, delayMs: delay } = await health();
        [peak, delayMs] = [Math.max(peak, bytes), Math.max(delayMs, delay)];
      }
    };
    await Promise.all([attack(), watch()]);
    const growth = peak - before.bytes;
    if (name === usual) usualGrowth = growth;
    const isOver = growth > budget.growthBytes || delayMs > budget.delayMs;
    say(
      `${name.padEnd(30)} memory +${Math.round(growth / 1e6)} MB (${(growth / usualGrowth).toFixed(1)} × small answers) to ${Math.round(peak / 1e6)}, delay ${Math.round(delayMs)} ms${isOver ? ' (!)' : ''}`,
    );
    return isOver;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

const only = process.argv.slice(2);
const all = [...Object.entries(answers), ...Object.keys(transfers).map((name) => [name, ordinary] as const)];
for (const [name, make] of all) {
  if (only.length > 0 && name !== usual && !only.includes(name)) continue;
  if (await measure(name, make)) process.exitCode = 1;
}
prometheus.close();
prometheus.closeAllConnections();
