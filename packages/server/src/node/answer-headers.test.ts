import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRecord, aWorkload, aWorld, byWord } from '@trimtab/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { limitsOfSubject } from '../http/admission.ts';
import { type Listener, listen } from './listener/listener.ts';
import { onlyOurselves } from './listener/testing/access.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { createSite } from './site/site.ts';

let folder = '';
let listener: Listener;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-headers-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Trimtab</title>');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export const answer = 42;\n');
  const world = aWorld([aRecord()]);
  world.workloads.push(aWorkload());
  const shared = { auth: byWord, version: '1.2.3', clock: world.deps.clock };
  const api = createApp({ ...world.deps, ...shared, limits: limitsOfSubject(50), logger: () => undefined });
  const metrics = createMetricsEndpoint(shared).respond;
  const handle = createSite({ api, metrics, webRoot: folder, version: '1.2.3', extra: {} });
  const access = { ...onlyOurselves, corsOrigins: ['https://console.example.com'] };
  listener = await listen({ handle, host: '127.0.0.1', port: 0, access, logger: () => undefined });
});
afterAll(async () => {
  await listener.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every response has these, with the same values. */
const common = [
  'connection',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'x-content-type-options',
];
/** Their values differ from run to run. */
const varying = new Set(['content-length', 'etag', 'last-modified', 'x-request-id']);

async function headersOf(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(`${listener.url}${path}`, { method, headers }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  const own = Object.entries<string | string[]>(response.headers).filter(([name]) => !common.includes(name));
  const lines = own.map(([name, value]) => `${name}: ${varying.has(name) ? '…' : String(value)}`);
  const missing = ['content-security-policy', 'referrer-policy', 'x-content-type-options'].filter(
    (name) => response.headers[name] === undefined,
  );
  return { answer: [response.statusCode, ...lines.toSorted((a, b) => (a < b ? -1 : 1))].join('\n'), missing };
}

const reader = { authorization: 'Bearer reader' };
const window = 'start=2026-03-04T11:00:00Z&end=2026-03-04T12:00:00Z';

it.each<[string, ...Parameters<typeof headersOf>]>([
  ['a probe', '/healthz'],
  ['an answer of the API', '/v1/ast', reader],
  ['a missing token', '/v1/ast'],
  ['a missing permission', '/v1/queue/forecast/pop', reader, 'POST'],
  ['an invalid request', '/v1/ast?limit=x', reader],
  ['an unknown target', '/v1/ast/shop/nothing', reader],
  ['an export', `/v1/export?${window}`, reader],
  ['metrics of the server', '/metrics', reader],
  ['the configuration of the console', '/config.json'],
  ['a page of the console', '/onboarding', { accept: 'text/html', 'sec-fetch-mode': 'navigate' }],
  ['a file with a hash in its name', '/assets/app-1a2b.js'],
  ['a missing file', '/assets/nothing.js'],
  ['another host name', '/', { host: 'evil.example' }],
  ['a write from another site', '/v1/ast', { ...reader, 'sec-fetch-site': 'cross-site' }, 'POST'],
  ['an answer to an allowed origin', '/v1/ast', { ...reader, origin: 'https://console.example.com' }],
  ['an answer to another origin', '/v1/ast', { ...reader, origin: 'https://evil.example' }],
])('the headers of %s', async (_class, ...asked) => {
  const { answer, missing } = await headersOf(...asked);
  expect(answer).toMatchSnapshot();
  expect(missing).toEqual([]);
});

it('the headers of a request that is not HTTP', async () => {
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write('junk\r\n\r\n');
  await once(socket, 'close');
  expect(text.slice(0, text.indexOf('\r\n\r\n')).replace(/[0-9a-f-]{36}/, '…')).toMatchSnapshot();
});
