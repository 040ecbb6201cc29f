import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { answer, nothingRuns, vector } from '@trimtab/testing/prometheus';
import { expect, test } from 'vitest';
import { day, failureOf, now, owner, withServer } from './testing/scripted-prometheus.ts';

test('an unreachable server gives an error without its address', async () => {
  const { server, cluster, metrics } = await withServer(() => undefined, { credentials: 'reader:hunter2@' });
  await server.stop();
  const error = await failureOf(cluster.workloads({}));
  expect(error.message).toBe('Prometheus cannot be reached: the connection was refused.');
  expect(error.timedOut).toBe(false);
  expect(await metrics.status()).toEqual({ status: 'down', detail: error.message });
});

test.each<[string, (response: ServerResponse) => void, string, boolean]>([
  [
    '503',
    (response) => response.writeHead(503).end('Service Unavailable'),
    'Prometheus is unavailable (HTTP 503).',
    false,
  ],
  [
    '422',
    (response) => answer(response, { status: 'error', errorType: 'execution', error: 'secret words' }, 422),
    'Prometheus rejected a query (HTTP 422).',
    false,
  ],
  [
    'too many samples',
    (response) =>
      answer(
        response,
        { status: 'error', errorType: 'execution', error: 'query processing would load too many samples into memory' },
        422,
      ),
    'A query needs more than the server allows. Request fewer namespaces, or raise --query.max-samples of Prometheus.',
    false,
  ],
  [
    'a time-out in Prometheus',
    (response) => answer(response, { status: 'error', errorType: 'timeout', error: 'query timed out' }, 503),
    'Prometheus canceled a query because it took too long.',
    true,
  ],
  [
    '401',
    (response) => response.writeHead(401).end('no org id'),
    'Prometheus rejected the credentials (HTTP 401). Mimir and Cortex also need --prometheus-tenant.',
    false,
  ],
  ['403', (response) => response.writeHead(403).end(), 'Prometheus rejected the credentials (HTTP 403).', false],
  [
    'HTML',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>sign in</html>'),
    'The server at the Prometheus address does not answer with the Prometheus HTTP API.',
    false,
  ],
  [
    'truncated JSON',
    (response) => response.writeHead(200).end('{"status":"succ'),
    'The server at the Prometheus address does not answer with the Prometheus HTTP API.',
    false,
  ],
  [
    'another result type',
    (response) => answer(response, { status: 'success', data: { resultType: 'scalar', result: [0, '1'] } }),
    'Prometheus answered a query in a format that cannot be read.',
    false,
  ],
  ...[
    null,
    {},
    { metric: null, value: [0, '1'] },
    { metric: { pod: 7 }, value: [0, '1'] },
    { metric: {} },
    { metric: {}, value: [0] },
    { metric: {}, value: [0, 1] },
    { metric: {}, value: [0, ''] },
    { metric: {}, value: [0, 'many'] },
    { metric: {}, value: ['0', '1'] },
  ].map((entry): [string, (response: ServerResponse) => void, string, boolean] => [
    `the entry ${JSON.stringify(entry)}`,
    (response) => answer(response, { status: 'success', data: { resultType: 'vector', result: [entry] } }),
    'Prometheus answered a query in a format that cannot be read.',
    false,
  ]),
  ['a connection reset', (response) => response.destroy(), 'Prometheus cannot be reached.', false],
  [
    'a redirect',
    (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/elsewhere' }).end(),
    'Prometheus answered with a redirect. Configure the address that it redirects to.',
    false,
  ],
])(
  '%s becomes a sentence that is safe to show (docs/faults.md#metrics-source-down)',
  async (_, script, message, timedOut) => {
    const { metrics } = await withServer(script);
    const error = await failureOf(metrics.usage({}, day));
    expect(error.message).toBe(message);
    expect(error.timedOut).toBe(timedOut);
  },
);

test('a server that never answers ends in a time-out at the deadline', async () => {
  const { metrics } = await withServer(() => undefined, { limits: { deadlineMs: 100 } });
  const error = await failureOf(metrics.usage({}, day));
  expect(error.message).toBe('Prometheus did not answer within 0.1 s.');
  expect(error.timedOut).toBe(true);
});

test('a body that stalls ends in a time-out at the deadline', async () => {
  const { cluster } = await withServer((response) => void response.writeHead(200).write('{"status":'), {
    limits: { deadlineMs: 100 },
  });
  expect((await failureOf(cluster.namespaces())).timedOut).toBe(true);
});

test('a small compressed body that decompresses to gigabytes is stopped at the limit', async () => {
  const series = Buffer.from(`{"metric":{"pod":"${'p'.repeat(199)}"},"value":[0,"1"]},`.repeat(2 ** 13));
  let sent = 0;
  const { cluster } = await withServer(
    (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      const gzip = createGzip({ level: 1 });
      gzip.pipe(response);
      gzip.write('{"status":"success","data":{"resultType":"vector","result":[');
      const more = () => {
        while (!response.destroyed && sent < 2048) {
          sent += 1;
          if (!gzip.write(series)) {
            gzip.once('drain', more);
            return;
          }
        }
        gzip.end();
      };
      response.once('error', () => gzip.destroy());
      more();
    },
    { limits: { responseBytes: 4 * 2 ** 20 } },
  );
  const error = await failureOf(cluster.namespaces());
  expect(error.message).toBe('Prometheus answered one query with more than 4 MiB. Request fewer namespaces at a time.');
  expect(sent).toBeLessThan(2048);
});

test('a response with far more values than usual is refused while it arrives', async () => {
  const { cluster } = await withServer(
    (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      // Never ends, so a refusal did not wait for the end.
      // Fewer bytes than the limit, so that the first of the two limits is exceeded however the response is cut.
      const value = '[0,"1"],'.repeat(10_000);
      response.write(`{"status":"success","data":{"resultType":"vector","result":[{"values":[${value}`);
    },
    { limits: { responseBytes: 2 ** 17 } },
  );
  const error = await failureOf(cluster.namespaces());
  expect(error.message).toBe(
    'Prometheus answered one query with more than 16384 values. Request fewer namespaces at a time.',
  );
});

test('series without labels count as what they take in memory', async () => {
  const value: [number, string] = [0, '1'];
  const { cluster } = await withServer(
    (response) => answer(response, vector(...Array.from({ length: 9000 }, () => ({ metric: {}, value })))),
    { limits: { responseBytes: 2 ** 20 } },
  );
  const error = await failureOf(cluster.namespaces());
  expect(error.message).toContain('Prometheus answered the queries of one request with more than 2 MiB.');
});

test('a response whose series all have other labels is refused', async () => {
  const value: [number, string] = [0, '1'];
  const series = Array.from({ length: 10_001 }, (_, index) => ({ metric: { [`l${index}`]: '' }, value }));
  const { cluster } = await withServer((response) => answer(response, vector(...series)));
  const error = await failureOf(cluster.namespaces());
  expect(error.message).toBe(
    'Prometheus answered one query with more than 10000 label names. Request fewer namespaces at a time.',
  );
});

test('several responses that each stay below the limit are refused when one call would hold them together', async () => {
  const value: [number, string] = [0, '1'];
  // Many small series, which have 0.15 MiB but count as 0.6 MiB.
  const hostile = vector(...Array.from({ length: 5000 }, () => ({ metric: {}, value })));
  let sent: unknown = hostile;
  const { cluster, metrics } = await withServer((response) => answer(response, sent), {
    limits: { responseBytes: 2 ** 20, deadlineMs: 120_000 },
  });
  const tooLarge =
    'Prometheus answered the queries of one request with more than 2 MiB. Request fewer namespaces at a time.';
  const failures = await Promise.all([
    ...Array.from({ length: 4 }, () => failureOf(metrics.usage({}, day))),
    ...Array.from({ length: 4 }, () => failureOf(cluster.workloads({}))),
    failureOf(cluster.workloads({ namespaces: ['shop', 'pay'] })),
  ]);
  expect(new Set(failures.map(({ message }) => message))).toEqual(new Set([tooLarge]));
  // Together they need several times the memory for responses, so some of them wait.
  const pods = Array.from({ length: 700 }, (_, index) => ({ ...owner, pod: `db-${index}` }));
  sent = vector(...pods.map((metric) => ({ metric, value })));
  const listings = await Promise.all(Array.from({ length: 8 }, () => cluster.workloads({})));
  expect(listings.map(({ items }) => items.length)).toEqual(Array.from({ length: 8 }, () => 1));
});

test('a result with warnings about the query is used, and they are logged at most once a minute', async () => {
  let time = now;
  const warning = 'PromQL warning: encountered a mix of histograms and floats for metric name "x"';
  const { cluster, lines } = await withServer((response) => answer(response, { ...nothingRuns, warnings: [warning] }), {
    clock: { now: () => time },
  });
  const warnings = () => lines.filter(({ event }) => event === 'prometheus.warning');
  await cluster.workloads({});
  await cluster.workloads({});
  expect(warnings()).toEqual([{ level: 'warn', event: 'prometheus.warning', fields: { warnings: [warning] } }]);
  time += 60_000;
  await cluster.workloads({});
  expect(warnings()).toHaveLength(2);
  // The clock is set back.
  time -= 3_600_000;
  await cluster.workloads({});
  await cluster.workloads({});
  expect(warnings()).toHaveLength(3);
});

test('of very many warnings, only the first ones are logged', async () => {
  const warnings = Array.from({ length: 20_000 }, (_, index) => `PromQL info: ${index}`);
  const { cluster, lines } = await withServer((response) => answer(response, { ...nothingRuns, warnings }));
  await cluster.workloads({});
  const logged = lines.filter(({ event }) => event === 'prometheus.warning').map(({ fields }) => fields);
  expect(logged).toEqual([{ warnings: warnings.slice(0, 10), more: 19_990 }]);
});

// The responses follow the documentation of the products and their source code.
test.each([
  ['Thanos', { warnings: ['fetch series for {cluster="eu"} 10.1.2.3:10901: connection refused'] }],
  ['Prometheus with a remote read', { warnings: ['remote_read: server returned HTTP status 503'] }],
  ['VictoriaMetrics', { isPartial: true }],
])('a result of %s in which stores are missing is an error, unless it is accepted', async (_, partial) => {
  const forms: URLSearchParams[] = [];
  const { cluster } = await withServer((response, _query, _request, form) => {
    forms.push(form);
    answer(response, { ...nothingRuns, ...partial });
  });
  const error = await failureOf(cluster.workloads({}));
  expect(error.message).toMatch(/^Prometheus answered only in part, because some of its stores did not answer[.( ]/);
  expect(error.message).not.toContain('10.1.2.3');
  expect(forms[0]?.get('partial_response')).toBe('false');
  expect(forms[0]?.get('deny_partial_response')).toBe('1');
  expect(forms[0]?.get('max_source_resolution')).toBe('0s');
  const accepting = await withServer((response) => answer(response, { ...nothingRuns, ...partial }), {
    acceptPartial: true,
  });
  const told = expect.stringMatching(/^Some stores of Prometheus did not answer.*, so figures can be too low\.$/);
  expect(await accepting.cluster.workloads({})).toEqual({ items: [], problems: [told] });
});

test('a result that is marked as whole is used', async () => {
  const { cluster } = await withServer((response) => answer(response, { ...nothingRuns, isPartial: false }));
  expect(await cluster.workloads({})).toEqual({ items: [], problems: [] });
});

test('a namespace that times out costs only its own rows, and the next read begins with the parts that were needed', async () => {
  const asked = new Set<string>();
  const { metrics, cluster } = await withServer((response, query) => {
    const scope = /namespace=~?"([^"]*)"/.exec(query)?.[1] ?? '';
    if (scope !== '') asked.add(scope);
    if (scope.includes('slow')) answer(response, { status: 'error', errorType: 'timeout', error: 'too slow' }, 503);
    else if (!query.includes('kube_pod_owner') || !scope.includes('a')) answer(response, nothingRuns);
    else answer(response, vector({ metric: { ...owner, namespace: 'a' }, value: [1, '1'] }));
  });
  const namespaces = ['a', 'b', 'c', 'slow'];
  const usage = await metrics.usage({ namespaces }, day);
  expect([...(usage.failed ?? [])].map(([namespace, { timedOut }]) => [namespace, timedOut])).toEqual([['slow', true]]);
  expect([...asked].toSorted()).toEqual(['a|b', 'a|b|c|slow', 'c', 'c|slow', 'slow']);
  asked.clear();
  await metrics.usage({ namespaces }, day);
  // A query that was canceled with its batch may reach the server this late, but no query for `a|b` was canceled.
  expect([...asked]).toEqual(expect.arrayContaining(namespaces));
  expect(asked.has('a|b')).toBe(false);
  const workloads = await cluster.workloads({ namespaces });
  expect(workloads.items.map(({ name }) => name)).toEqual(['db']);
  expect([...(workloads.failed?.keys() ?? [])]).toEqual(['slow']);
  expect((await failureOf(metrics.usage({ namespaces: ['slow'] }, day))).timedOut).toBe(true);
});

test('a label that cannot be the name of a namespace is omitted from the list of namespaces', async () => {
  const { cluster } = await withServer((response, query) => {
    const names = query.includes('kube_namespace_created') ? ['shop', '$(id)', 'a.b'] : ['pay', 'Shop', ''];
    answer(
      response,
      vector(...names.map((namespace) => ({ metric: { namespace }, value: [1, '1'] as [number, string] }))),
    );
  });
  expect((await cluster.namespaces()).items.map(({ name }) => name)).toEqual(['pay', 'shop']);
});
