import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.ts';

/**
 * Measures what one client can do to a server of 10,000 targets: the growth of its memory, the delay of its event loop,
 * and how long a list takes meanwhile. Exits with 1 if a value exceeds its budget.
 *
 *   node bench/server/overload.ts [part of the name of an attack]...
 */
const seconds = 8;
const budget = { growthBytes: 100e6, delayMs: 200 };
const only = process.argv.slice(2);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const server = await startChild('scripts/serve.ts', ['--port', '0', '--data-set', 'fleet']);
const { port } = new URL(server.url);

/**
 * Uses its own connection, because a flood may close pooled ones. Without sign-in, a flood uses up the rate limit of
 * all callers, so a refused request is repeated. Rejects without a successful answer within 10 s.
 */
async function get(path: string, until = AbortSignal.timeout(10_000)): Promise<string> {
  const sent = request(`${server.url}${path}`, { agent: false, signal: until }).end();
  // Without this listener, a time-out while the answer is read would end this process.
  sent.on('error', () => undefined);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response?.statusCode === 200) return text(response);
  response?.resume();
  if (response?.statusCode !== 429) throw new Error(`${path} answered ${response?.statusCode}`);
  await sleep(20, null, { signal: until });
  return get(path, until);
}

/** Memory now, and the p99 of the delay of the event loop since the last call; infinite if there is no answer in time. */
async function health(): Promise<{ readonly bytes: number; readonly delayMs: number }> {
  const metrics = await get('/metrics').catch(() => null);
  if (metrics === null) return { bytes: server.peakMemoryBytes(), delayMs: Number.POSITIVE_INFINITY };
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1]);
  return {
    bytes: value('process_resident_memory_bytes'),
    delayMs: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
  };
}

type Attack = { readonly name: string; readonly run: (until: number) => Promise<() => void> };

/** Sends requests in parallel and reads none of the responses. */
const unread = (name: string, path: string, parallel: number, body?: string): Attack => ({
  name,
  async run() {
    const agent = new Agent();
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = Array.from({ length: parallel }, (): ClientRequest => {
      const one = request(`${server.url}${path}`, { agent, headers, method: body === undefined ? 'GET' : 'POST' });
      one.on('response', (response) => response.pause()).on('error', () => undefined);
      return one.end(body);
    });
    return () => {
      for (const one of sent) one.destroy();
    };
  },
});

/** Clients that read each response and immediately send the next request. */
const repeated = (name: string, path: string, parallel: number, body?: string): Attack => ({
  name,
  async run(until) {
    const init = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    for (let client = 0; client < parallel; client += 1) {
      void (async () => {
        while (performance.now() < until) {
          const response = await fetch(`${server.url}${path}`, init);
          await response.arrayBuffer();
        }
      })().catch(() => undefined);
    }
    return () => undefined;
  },
});

const halfBodies: Attack = {
  name: '1,024 half-sent bodies',
  async run() {
    const sockets = Array.from({ length: 1_024 }, (): Socket => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      socket.write('POST /v1/metrics/bulk HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
      socket.write('Content-Length: 1000000\r\n\r\n{"metricIds":');
      return socket;
    });
    return () => {
      for (const socket of sockets) socket.destroy();
    };
  },
};

const json = async (path: string) => JSON.parse(await get(path, AbortSignal.timeout(60_000)));
const { items }: { items: { namespace: string; name: string }[] } = await json('/v1/ast?limit=50');
const metricIds = items.map(({ namespace, name }) => `${namespace}/${name}/deployment/${name}/cpu/total`);
const [{ namespace, name } = { namespace: '', name: '' }] = items;
const end = Date.now();
const window = { start: new Date(end - 14 * 86_400_000).toISOString(), end: new Date(end).toISOString() };
const attacks: readonly Attack[] = [
  halfBodies,
  unread('60 unread catalogs', '/v1/metrics/catalog', 60),
  repeated('catalogs', '/v1/metrics/catalog', 8),
  repeated('suggestions of all targets', '/v1/ast/suggestions/bulk', 8, '{}'),
  unread('60 unread suggestions of all targets', '/v1/ast/suggestions/bulk', 60, '{}'),
  unread('200 unread series', '/v1/metrics/bulk', 200, JSON.stringify({ metricIds, ...window })),
  repeated('series', '/v1/metrics/bulk', 16, JSON.stringify({ metricIds, ...window })),
  repeated('names of a connector', '/v1/connectors/prometheus/metrics', 16),
  repeated('report cards', `/v1/ast/${namespace}/${name}/report-card`, 16),
  repeated('trade-offs', `/v1/ast/${namespace}/${name}/trade-off`, 16),
  repeated('costs of 250 targets', '/v1/ast/potential-savings/average?limit=250', 16),
  repeated(
    'costs of a year',
    `/v1/views/cost/analysis?bucket=Day&start=${new Date(end - 365 * 86_400_000).toISOString()}&end=${window.end}`,
    16,
  ),
];

/** How long one page of a list takes; infinite if there is no answer in time. */
async function listMs(): Promise<number> {
  const from = performance.now();
  try {
    await get('/v1/ast?limit=20');
    return performance.now() - from;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

let isOver = false;
try {
  for (const path of ['/v1/views/kpis', '/v1/metrics/catalog?limit=1']) await get(path, AbortSignal.timeout(60_000));
  await server.settled();
  for (const { name: attack, run } of attacks) {
    if (only.length > 0 && !only.some((part) => attack.includes(part))) continue;
    const before = await health();
    const until = performance.now() + seconds * 1_000;
    const stop = await run(until);
    let peak = before.bytes;
    let slowest = 0;
    let delayMs = 0;
    while (performance.now() < until) {
      await sleep(500);
      slowest = Math.max(slowest, await listMs());
      const now = await health();
      peak = Math.max(peak, now.bytes);
      delayMs = Math.max(delayMs, now.delayMs);
    }
    stop();
    const growth = peak - before.bytes;
    const over = growth > budget.growthBytes || delayMs > budget.delayMs;
    isOver ||= over;
    say(
      `${attack.padEnd(38)} memory +${Math.round(growth / 1e6)} MB to ${Math.round(peak / 1e6)}, delay ${Math.round(delayMs)} ms, list ${Math.round(slowest)} ms${over ? ' (!)' : ''}`,
    );
    await server.settled();
  }
} finally {
  await server.stop();
}
process.exitCode = isOver ? 1 : 0;
