import { once } from 'node:events';
import { connect } from 'node:net';
import { aRecord, aUsage, aWorkload, aWorld, mutatedRequest, seeded } from '@trimtab/testing';
import { afterEach, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { type Listener, listen } from './listener/listener.ts';
import { onlyOurselves } from './listener/testing/access.ts';
import { createSite } from './site/site.ts';

const seed = 20_260_304;
const open: Listener[] = [];
afterEach(() => Promise.all(open.splice(0).map((listener) => listener.stop())));

function aSite() {
  const world = aWorld([aRecord()]);
  world.workloads.push(aWorkload());
  world.usages.push(aUsage(0.7, 0.7));
  const failures: unknown[] = [];
  const api = createApp({
    ...world.deps,
    version: '1.2.3',
    logger: (level, event, fields) => level === 'error' && failures.push({ event, ...fields }),
  });
  return { failures, site: createSite({ api, webRoot: '/nonexistent', version: '1.2.3', extra: {} }) };
}

const isEnvelope = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'errors' in body &&
  Array.isArray(body.errors) &&
  body.errors.length > 0 &&
  body.errors.every((each) => typeof each === 'string' && each !== '');

it(`answers 9,500 mutated requests with data or a one-sentence error (seed ${seed})`, async () => {
  const { site, failures } = aSite();
  const random = seeded(seed);
  const statuses = new Map<number, number>();
  for (let count = 0; count < 9_500; count += 1) {
    const { method, target, headers, body } = mutatedRequest(random);
    const url = `http://localhost${target}`;
    if (!URL.canParse(url)) continue;
    const response = await site(new Request(url, { method, headers, ...(body === null ? {} : { body }) }));
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const isCall = /^\/(v1(\/|$)|healthz$|readyz$)/.test(new URL(url).pathname);
    const text = await response.text();
    if (!isCall || response.status < 300 || method === 'HEAD') continue;
    expect({ url, method, body, text, ok: isEnvelope(JSON.parse(text)) }).toMatchObject({ ok: true });
  }
  expect(failures).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(300);
  expect(statuses.get(400)).toBeGreaterThan(1_000);
});

it(`keeps answering during 500 corrupted requests on real sockets (seed ${seed})`, async () => {
  const { site, failures } = aSite();
  const listener = await listen({
    handle: site,
    host: '127.0.0.1',
    port: 0,
    access: onlyOurselves,
    logger: () => undefined,
  });
  open.push(listener);
  const port = Number(new URL(listener.url).port);
  const random = seeded(seed + 1);
  /** Sends a part of a request. The returned function closes the connection. */
  const torn = async (): Promise<() => Promise<unknown>> => {
    const { method, target, headers, body } = mutatedRequest(random);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = random() < 0.5 ? Buffer.byteLength(body ?? '') : Math.floor(random() * 1e6);
    const bytes = Buffer.from(
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n${body ?? ''}`,
    );
    // Flip a few bytes anywhere: in the request line, in a header name, in a length.
    for (let flips = Math.floor(random() * 4); flips > 0; flips -= 1) {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = Math.floor(random() * 256);
    }
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    socket.write(bytes.subarray(0, 1 + Math.floor(random() * bytes.length)));
    return () => {
      socket.end();
      return closed;
    };
  };
  for (let round = 0; round < 50; round += 1) {
    const others = await Promise.all(Array.from({ length: 10 }, torn));
    expect((await fetch(`${listener.url}/v1/ast`)).status).toBe(200);
    await Promise.all(others.map((hangUp) => hangUp()));
  }
  expect(failures).toEqual([]);
});
