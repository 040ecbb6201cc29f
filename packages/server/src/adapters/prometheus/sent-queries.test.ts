import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { answer, nothingRuns, vector } from '@trimtab/testing/prometheus';
import { expect, test } from 'vitest';
import type { ExplainedQuery } from './client/execute.ts';
import { createPrometheus } from './index.ts';
import { day, now, withServer } from './testing/scripted-prometheus.ts';

test('a caller who cancels also cancels the queries to Prometheus', async () => {
  const open: Promise<unknown>[] = [];
  const leaving = new AbortController();
  const { metrics } = await withServer((response) => {
    open.push(once(response, 'close'));
    if (open.length === 5) leaving.abort(new Error('gone'));
  });
  await expect(metrics.usage({}, day, { signal: leaving.signal })).rejects.toThrow('gone');
  await Promise.all(open);
});

test('at most 16 queries are in flight, and every query is sent', async () => {
  const held: ServerResponse[] = [];
  let most = 0;
  const { cluster } = await withServer((response) => {
    held.push(response);
    most = Math.max(most, held.length);
    setImmediate(() => setImmediate(() => answer(held.shift() ?? response, nothingRuns)));
  });
  await Promise.all(Array.from({ length: 4 }, () => cluster.workloads({})));
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(16);
});

test('queries are sent as POST forms, with credentials in a header and the path prefix of the address', async () => {
  const { server } = await withServer((response) => answer(response, vector()));
  const { metrics } = createPrometheus({
    url: `${server.url.replace('//', '//reader:p%40ss@')}/prom/`,
    clock: { now: () => now },
    logger: () => undefined,
  });
  expect(await metrics.status()).toEqual({ status: 'up' });
  expect(server.asked).toEqual([
    {
      method: 'POST',
      path: '/prom/api/v1/query',
      query: 'vector(1)',
      authorization: `Basic ${Buffer.from('reader:p@ss').toString('base64')}`,
      contentType: 'application/x-www-form-urlencoded',
    },
  ]);
});

test('no query is sent for the future, for an empty list of namespaces or for an empty window', async () => {
  const { cluster, metrics, server } = await withServer((response) => answer(response, vector()));
  const nothing = { items: [], problems: [] };
  expect(await metrics.usage({ namespaces: [] }, day)).toEqual(nothing);
  expect(await cluster.workloads({ namespaces: [] })).toEqual(nothing);
  expect(await metrics.usage({}, { start: now + 1000, end: now + 60_000 })).toEqual(nothing);
  expect(server.asked).toEqual([]);
});

test('each query is explained with its duration, its number of series and the samples read', async () => {
  const explained: ExplainedQuery[] = [];
  const result = [{ metric: { namespace: 'shop' }, value: [0, '1'] }];
  const stats = { samples: { totalQueryableSamples: 42 } };
  const { cluster } = await withServer(
    (response) => answer(response, { status: 'success', data: { resultType: 'vector', result, stats } }),
    { explain: (query) => explained.push(query) },
  );
  await cluster.namespaces();
  expect(explained.map(({ query, series, samples }) => [query, series, samples])).toContainEqual([
    'max by (namespace) (kube_namespace_created{namespace!=""})',
    1,
    42,
  ]);
  for (const { milliseconds } of explained) expect(milliseconds).toBeGreaterThan(0);
});

test('a read whose queries hang does not delay other reads', async () => {
  const held: ServerResponse[] = [];
  const { metrics, cluster, server } = await withServer((response, query) => {
    if (query.includes('namespace="slow"')) held.push(response);
    else answer(response, nothingRuns);
  });
  const leaving = new AbortController();
  const hanging = cluster.workloads({ namespaces: ['slow'] }, { signal: leaving.signal }).catch(() => null);
  await expect.poll(() => held.length).toBe(8);
  expect((await metrics.usage({ namespaces: ['shop'] }, day)).items).toEqual([]);
  leaving.abort();
  await hanging;
  await server.stop();
});

test('of all queries for histories two run at the same time, those for a waiting user first', async () => {
  const asked: { query: string; response: ServerResponse }[] = [];
  const { history, server } = await withServer((response, query) => asked.push({ query, response }));
  const read = (namespace: string, kind: 'background' | 'urgent') =>
    history.history({ namespaces: [namespace] }, day, { history: kind }).catch(() => null);
  const parts = ['a', 'b', 'c'].map((namespace) => read(namespace, 'background'));
  await expect.poll(() => asked.length).toBe(2);
  const urgent = read('urgent', 'urgent');
  asked[0]?.response.destroy();
  await expect.poll(() => asked.length).toBe(3);
  expect(asked[2]?.query).toContain('namespace="urgent"');
  for (const { response } of asked) response.destroy();
  await server.stop();
  await Promise.all([...parts, urgent]);
});

test('requests go before background work, of which two queries run at the same time', async () => {
  const waiting: { query: string; response: ServerResponse }[] = [];
  const { history, cluster, server } = await withServer((response, query) => {
    if (waiting.length < 100) waiting.push({ query, response });
  });
  const leaving = new AbortController();
  const ask = { history: 'background', signal: leaving.signal } as const;
  const parts = Array.from({ length: 20 }, (_, index) =>
    history.history({ namespaces: [`n-${index}`] }, day, ask).catch(() => null),
  );
  await expect.poll(() => waiting.length).toBe(2);
  const listed = ['shop', 'pay'].map((one) => cluster.workloads({ namespaces: [one] }).catch(() => null));
  await expect.poll(() => waiting.length).toBe(16);
  expect(waiting.slice(2).every(({ query }) => /namespace="(?:shop|pay)"/.test(query))).toBe(true);
  leaving.abort();
  for (let index = 0; index < waiting.length; index += 1) waiting[index]?.response.destroy();
  await server.stop();
  await Promise.all([...parts, ...listed]);
});
