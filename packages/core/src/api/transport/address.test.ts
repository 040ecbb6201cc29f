import { describe, expect, test } from 'vitest';
import { AddressError, RequiredParameterError } from '../../errors.ts';
import { json, silence } from '../../testing/fault-replies.ts';
import { hostilePathParts } from '../../testing/hostile-corpus.ts';
import { fetches, rejection, scripted } from '../../testing/scripted-client.ts';
import type { Client } from '../client/client.ts';
import { exportUrl } from '../client/export-url.ts';
import { readBaseUrl } from './address.ts';

const range = { start: '2026-11-13T00:00:00Z', end: '2026-11-20T00:00:00Z' };

/** Calls the client as untyped code would, with missing values or values of any type. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const untyped = (value: unknown): never => value as never;

describe('a required parameter is missing', () => {
  const target = { namespace: 'shop', name: 'web' };
  const cases: readonly (readonly [string, string, (client: Client) => Promise<unknown>])[] = [
    ['targets.get', 'namespace', (client) => client.targets.get(untyped({ name: 'web' }))],
    ['targets.get', 'name', (client) => client.targets.get({ namespace: 'shop', name: '' })],
    ['targets.pods', 'name', (client) => client.targets.pods(untyped({ namespace: 'shop', name: null }))],
    ['targets.cleanup', 'name', (client) => client.targets.cleanup(untyped({ namespace: 'shop', name: 7 }))],
    ['targets.inNamespace', 'namespace', (client) => client.targets.inNamespace(untyped({}))],
    ['targets.findByOwner', 'body', (client) => client.targets.findByOwner(untyped({}))],
    ['targets.findByOwner', 'body', (client) => client.targets.findByOwner(untyped(undefined))],
    ['targets.findByOwner', 'kind', (client) => client.targets.findByOwner(untyped(target))],
    ['targets.findByOwner', 'kind', (client) => client.targets.findByOwner({ ...target, kind: '' })],
    [
      'targets.preflight',
      'scaleTargetRef',
      (client) => client.targets.preflight(untyped({ scaleTargetRef: undefined })),
    ],
    ['targets.candidates', 'namespace', (client) => client.targets.candidates({ namespace: '' })],
    ['targets.candidates', 'workloads', (client) => client.targets.enroll({ namespace: 'shop', workloads: [] })],
    ['artifacts.patch', 'name', (client) => client.artifacts.patch({ name: '', patch: {} })],
    ['artifacts.patch', 'body', (client) => client.artifacts.patch(untyped({ name: 'a' }))],
    ['connectors.metric', 'connector', (client) => client.connectors.metric({ connector: '', metricName: 'up' })],
    [
      'connectors.metric',
      'metricName',
      (client) => client.connectors.metric({ connector: 'prometheus', metricName: '' }),
    ],
    [
      'connectors.series',
      'query',
      (client) => client.connectors.series({ connector: 'prometheus', ...range, query: '' }),
    ],
    [
      'connectors.series',
      'start',
      (client) => client.connectors.series(untyped({ connector: 'prometheus', end: range.end, query: 'up' })),
    ],
    [
      'connectors.timeseries',
      'end',
      (client) => client.connectors.timeseries(untyped({ connector: 'prometheus', start: range.start, query: 'up' })),
    ],
    ['views.costAnalysis', 'bucket', (client) => client.views.costAnalysis(untyped(range))],
    ['metrics.timeseries', 'metricIds', (client) => client.metrics.timeseries({ ...range, metricIds: [] })],
    ['diagnostics.export', 'start', (client) => client.diagnostics.download(untyped({ end: range.end }))],
    ['diagnostics.export', 'end', (client) => client.diagnostics.download(untyped({ start: range.start }))],
    ['queue.setStatus', 'id', (client) => client.queue.setStatus({ id: '', state: 'failed' })],
    ['queue.setStatus', 'state', (client) => client.queue.setStatus(untyped({ id: '7', state: undefined, x: 1 }))],
    [
      'costs.saveSettings',
      'node_hourly_cost',
      (client) => client.costs.saveSettings(untyped({ node_cpu_cores: 4, node_memory_bytes: 1 })),
    ],
  ];

  test.each(cases)('%s without %s throws before anything is sent', async (operation, parameter, call) => {
    const { client, server } = await scripted(() => silence);
    const error = await rejection(call(client));
    expect(error).toBeInstanceOf(RequiredParameterError);
    expect(error).toMatchObject({ operation, parameter });
    expect(server.requests).toHaveLength(0);
  });

  test('the export address is checked in the same way', async () => {
    const { client } = await scripted(() => silence);
    expect(() => exportUrl(client, untyped({}))).toThrow(RequiredParameterError);
  });

  test('an invalid time is not sent', async () => {
    const { client, server } = await scripted(() => silence);
    const error = await rejection(client.costs.comparisonBulk({ start: new Date(Number.NaN) }));
    expect(error).toMatchObject({ parameter: 'start' });
    expect(await rejection(client.costs.comparisonBulk({ start: Number.NaN }))).toMatchObject({ parameter: 'start' });
    expect(server.requests).toHaveLength(0);
  });
});

describe.each(fetches)('path parts over the %s fetch', (_name, fetch) => {
  test.each(hostilePathParts)('%j is sent as one segment, encoded once', async (part) => {
    const { client, server } = await scripted(() => json({ items: [] }), { fetch });
    await client.targets.pods({ namespace: part, name: part });
    const segments = server.requests[0]?.target.split('/').slice(3) ?? [];
    expect(segments.map(decodeURIComponent)).toEqual([part, part, 'pods']);
  });

  test.each(['.', '..', '\ud800'])('%j cannot be a segment: nothing is sent', async (part) => {
    const { client, server } = await scripted(() => silence, { fetch });
    const error = await rejection(client.targets.pods({ namespace: part, name: 'web' }));
    expect(error).toMatchObject({ name: 'RequiredParameterError', parameter: 'namespace' });
    expect(server.requests).toHaveLength(0);
  });
});

async function sent(call: (client: Client) => Promise<unknown>) {
  const { client, server } = await scripted(() => json({ items: [] }));
  await call(client).catch(() => {});
  return server.requests[0]?.target;
}

describe('queries', () => {
  test('the plus of a sort is encoded', async () => {
    expect(
      await sent((client) => client.views.namespaceTargets({ namespace: 'shop', sort: '+name', managed: true })),
    ).toBe('/v1/views/namespaces/shop/asts?managed=true&sort=%2Bname');
  });

  test('false and zero are sent; absent parameters are omitted', async () => {
    expect(await sent((client) => client.targets.list({ enhancedItems: false, offset: 0, limit: undefined }))).toBe(
      '/v1/ast?enhancedItems=false&offset=0',
    );
  });

  test('times are sent in UTC, ids joined by commas', async () => {
    const target = await sent((client) =>
      client.metrics.timeseries({
        start: Date.UTC(2026, 0, 1),
        end: new Date(Date.UTC(2026, 0, 2)),
        metricIds: ['a', 'b&c'],
      }),
    );
    expect(target).toBe(
      '/v1/metrics/timeseries?start=2026-01-01T00%3A00%3A00.000Z&end=2026-01-02T00%3A00%3A00.000Z&metricIds=a%2Cb%26c',
    );
  });

  test('a preview is a dry run over all workloads; only enroll writes', async () => {
    expect(await sent((client) => client.targets.candidates({ namespace: 'shop' }))).toBe(
      '/v1/ast/candidates/shop?dryrun=true&limit=-1&offset=0',
    );
    expect(await sent((client) => client.targets.enroll({ namespace: 'shop' }))).toContain('dryrun=false');
  });

  test('the namespace flag is sent under the configured name', async () => {
    expect(await sent((client) => client.namespaces.list())).toBe('/v1/system/namespaces');
    expect(await sent((client) => client.namespaces.list({ includeOwn: true }))).toBe(
      '/v1/system/namespaces?include_trimtab=true',
    );
    expect(await sent((client) => client.namespaces.list({ includeOwn: false, flag: 'include_acme' }))).toBe(
      '/v1/system/namespaces?include_acme=false',
    );
  });

  test('the export address contains the parameters', async () => {
    const { client, server } = await scripted(() => silence);
    expect(
      exportUrl(client, {
        ...range,
        includePodLogs: false,
        includeMetrics: true,
        namespace: 'shop',
        targetName: 'web',
      }),
    ).toBe(
      `${server.url}/v1/export?include-pod-logs=false&include-metrics=true&namespace=shop&targetName=web&start=2026-11-13T00%3A00%3A00Z&end=2026-11-20T00%3A00%3A00Z`,
    );
  });
});

describe('the base address', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['/', ''],
    ['/trimtab/', '/trimtab'],
    ['https://api.example', 'https://api.example'],
    [' https://API.example:443/v/ ', 'https://api.example/v'],
    ['http://127.0.0.1:4400/', 'http://127.0.0.1:4400'],
  ])('%j is %j', (text, read) => {
    expect(readBaseUrl(text)).toBe(read);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://api.example',
    '//evil.example',
    '/\\evil.example',
    'api.example',
    'https://user:canary@api.example',
    'https://api.example/?a=b',
    'https://api.example/#a',
    'https://',
  ])('%j is rejected, and not part of the message', (text) => {
    expect(() => readBaseUrl(text)).toThrow(AddressError);
    expect(() => readBaseUrl(text)).not.toThrow(/canary/);
  });
});
