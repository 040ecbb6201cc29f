import type { IncomingHttpHeaders } from 'node:http';
import { aWorld } from '@trimtab/testing';
import { answer, type ScriptedServer, scriptedServer } from '@trimtab/testing/prometheus';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { type Connector, QueryError, SourceError } from '../../ports/index.ts';
import type { ConnectionOptions } from './client/connection.ts';
import { createPrometheus } from './index.ts';
import { prometheusStarter, whySkipped } from './testing/real-prometheus.ts';

const reason = whySkipped('the Prometheus connector');

const window = (end: number) => ({ start: end - 600_000, end });
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe.skipIf(reason)('a real Prometheus as a connector', () => {
  const seeded = prometheusStarter({ history: 1800 });
  let connector: Connector;
  let now = 0;
  beforeAll(async () => {
    const started = await seeded();
    connector = started.connector;
    now = started.seed.now;
  });

  test('lists every metric', async () => {
    const names = (await connector.metrics()).map(({ name }) => name);
    expect(names).toContain('container_cpu_usage_seconds_total');
    expect(names).toEqual(names.toSorted());
  });

  test('aligns results to the periods, with null where a series has no point', async () => {
    const start = Math.floor(now / 1000) * 1000 - 3_600_000;
    const { periods, series } = await connector.query(
      'count by (namespace) (kube_pod_owner{namespace=~"shop|data"})',
      { start, end: start + 3_600_000 },
      300,
    );
    expect(periods).toEqual(Array.from({ length: 12 }, (_, index) => start + index * 300_000));
    expect(series.map(({ labels }) => labels.get('namespace') ?? '')).toEqual(['data', 'shop']);
    for (const { values } of series) {
      expect(values).toHaveLength(12);
      expect(values[0]).toBeNull();
      expect(values[11]).toBeGreaterThan(0);
    }
  });

  test('an invalid query gives a QueryError with the reason from Prometheus', async () => {
    const error = await failureOf(connector.query('sum(up', window(now), 60));
    expect(error).toBeInstanceOf(QueryError);
    expect(String(error)).toMatch(/Prometheus cannot answer this query: .*unclosed left parenthesis/);
    const joined = await failureOf(connector.query('kube_pod_owner * on (namespace) kube_pod_info', window(now), 60));
    expect(String(joined)).toMatch(/duplicate series for the match group/);
  });

  test('an empty window sends no query', async () => {
    expect(await connector.query('up', { start: now, end: now }, 60)).toEqual({ periods: [], series: [] });
  });
});

const oneSampleEach = (series: number) =>
  Array.from({ length: series }, (_, index) => ({ metric: { pod: `p-${index}` }, values: [[1_699_999_000, '1']] }));

const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function scripted(script: Parameters<typeof scriptedServer>[0], options: Partial<ConnectionOptions> = {}) {
  const server = await scriptedServer(script);
  servers.push(server);
  const clock = { now: () => 1_700_000_000_000 };
  return { server, ...createPrometheus({ url: server.url, clock, logger: () => undefined, ...options }) };
}

describe('a connector to a server with a Prometheus-compatible API', () => {
  test('without the metadata endpoint, metrics have only names', async () => {
    const { connector, server } = await scripted((response, _query, { url = '' }) => {
      if (url.includes('/metadata')) response.writeHead(404).end('404 page not found');
      else answer(response, { status: 'success', data: ['up', 7, 'constructor'] });
    });
    expect(await connector.metrics()).toEqual([{ name: 'constructor' }, { name: 'up' }]);
    expect(server.asked.map(({ method, path }) => `${method} ${path.replace(/\?$/, '')}`).toSorted()).toEqual([
      'GET /api/v1/label/__name__/values',
      'GET /api/v1/metadata',
    ]);
  });

  test('a list of more than 100,000 metrics is refused', async () => {
    const { connector } = await scripted((response, _query, { url = '' }) => {
      if (url.includes('/metadata')) return answer(response, { status: 'success', data: {} });
      // Never ends, so a refusal did not wait for the end.
      response.write(`{"status":"success","data":[${'"m",'.repeat(100_001)}"m"${' '.repeat(100_000)}`);
    });
    expect(String(await failureOf(connector.metrics()))).toContain('Prometheus has more than 100000 names of metrics.');
  });

  test('metadata adds type and help to the metrics', async () => {
    const { connector } = await scripted((response, _query, { url = '' }) =>
      answer(response, {
        status: 'success',
        data: url.includes('/metadata')
          ? { up: [{ type: 'gauge', help: 'Whether it answered.', unit: '' }], odd: 'text' }
          : ['odd', 'up'],
      }),
    );
    expect(await connector.metrics()).toEqual([
      { name: 'odd' },
      { name: 'up', type: 'gauge', help: 'Whether it answered.' },
    ]);
  });

  test('an answer with too many points is refused before it is built', async () => {
    const { connector } = await scripted((response, query) =>
      answer(response, { status: 'success', data: { resultType: 'matrix', result: oneSampleEach(Number(query)) } }),
    );
    const end = 1_700_000_000_000;
    const ask = (series: number, points = 11_000) =>
      connector.query(String(series), { start: end - points * 1_000, end }, 1);
    expect((await ask(22)).series).toHaveLength(22);
    const error = await failureOf(ask(23));
    expect(error).toBeInstanceOf(QueryError);
    expect(String(error)).toContain('its first 23 series of 11000 points are more than 250000 points');
    // Without a limit, these would be 220 million points. The rest of the result is not read.
    expect(String(await failureOf(ask(20_000)))).toContain('its first 23 series');
    // Nor are more than 8 MiB.
    expect(String(await failureOf(ask(200_000, 1)))).toContain('The result of the query is too large. Request');
  });

  test('an answer whose labels have more than 4 Mi characters together is refused', async () => {
    const { connector } = await scripted((response, query) => {
      const metric = { pod: 'p'.repeat(4096) };
      const result = Array.from({ length: Number(query) }, () => ({ metric, values: [[1_699_999_500, '1']] }));
      answer(response, { status: 'success', data: { resultType: 'matrix', result } });
    });
    const ask = (series: number) => connector.query(String(series), window(1_700_000_000_000), 60);
    expect((await ask(1024)).series).toHaveLength(1024);
    const error = await failureOf(ask(1025));
    expect(error).toBeInstanceOf(QueryError);
    expect(String(error)).toContain('the labels of its first 1025 series have more than 4194304 characters');
  });

  test('a label of more than 4,096 characters is refused with what to do', async () => {
    const { connector } = await scripted((response) =>
      answer(response, {
        status: 'success',
        data: { resultType: 'matrix', result: [{ metric: { note: 'é'.repeat(5000) }, values: [[0, '1']] }] },
      }),
    );
    const error = await failureOf(connector.query('up', window(1_700_000_000_000), 60));
    expect(error).toBeInstanceOf(QueryError);
    expect(String(error)).toContain('a label of more than 4096 characters. Remove the label');
  });

  test('no call follows a redirect', async () => {
    const { connector: other, server: elsewhere } = await scripted((response) => answer(response, {}));
    expect(other).toBeDefined();
    const { connector } = await scripted((response) =>
      response.writeHead(307, { Location: `${elsewhere.url}/api/v1/query_range` }).end(),
    );
    for (const question of [connector.metrics(), connector.query('up', window(1_700_000_000_000), 60)]) {
      expect(String(await failureOf(question))).toContain('redirect');
    }
    expect(elsewhere.asked).toEqual([]);
  });

  test('the error text of Prometheus is shortened and control characters are removed', async () => {
    const { connector } = await scripted((response) =>
      answer(response, { status: 'error', errorType: 'bad_data', error: `\u001b[31m\n${'x'.repeat(1000)}` }, 400),
    );
    const error = await failureOf(connector.query('up', window(1_700_000_000_000), 60));
    expect(error).toBeInstanceOf(QueryError);
    const message = error instanceof QueryError ? error.message : '';
    expect(message).toMatch(/^Prometheus cannot answer this query: +\[31m x+$/);
    expect(message.length).toBeLessThan(350);
  });

  test('headers of the caller are not forwarded, and our credentials do not appear in the error', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const { connector } = await scripted(
      (response, query, { headers }) => {
        seen.push(headers);
        const error = query.includes('token') ? `no: ${headers.authorization}` : `no: ${String(headers['x-api-key'])}`;
        answer(response, { status: 'error', errorType: 'bad_data', error }, 400);
      },
      { headers: async () => ({ Authorization: 'Bearer our-own-token', 'X-Api-Key': 'our-own-key' }) },
    );
    const connectors = new Map([['prometheus', connector]]);
    const app = createApp({ ...aWorld().deps, connectors, logger: () => undefined, version: '1.2.3' });
    const headers = {
      authorization: 'Bearer theirs',
      cookie: 'session=theirs',
      'x-forwarded-for': '1.2.3.4',
      'x-api-key': 'x',
    };
    for (const query of ['token', 'key']) {
      const asked = new URLSearchParams({ query, start: '2026-01-01T00:00:00Z', end: '2026-01-01T01:00:00Z' });
      const response = await app(
        new Request(`http://api.test/v1/connectors/prometheus/series?${asked.toString()}`, { headers }),
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ errors: ['Parameter query: Prometheus cannot answer this query.'] });
    }
    expect(seen).toHaveLength(2);
    for (const sent of seen) {
      expect(sent.authorization).toBe('Bearer our-own-token');
      expect(JSON.stringify(sent)).not.toMatch(/theirs|1\.2\.3\.4/);
    }
  });

  test('an answer over plain http is not compressed', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const { connector } = await scripted((response, _query, { headers }) => {
      seen.push(headers);
      answer(response, { status: 'success', data: { resultType: 'matrix', result: [] } });
    });
    await connector.query('up', window(1_700_000_000_000), 60);
    expect(seen.map((headers) => headers['accept-encoding'])).toEqual(['identity']);
  });

  test('a query that times out is a QueryError; an unavailable server is a SourceError', async () => {
    const { connector } = await scripted((response) =>
      answer(response, { status: 'error', errorType: 'timeout', error: 'query timed out' }, 503),
    );
    expect(await failureOf(connector.query('up', window(1_700_000_000_000), 60))).toBeInstanceOf(QueryError);
    const { connector: away } = await scripted((response) => response.writeHead(503).end());
    expect(await failureOf(away.query('up', window(1_700_000_000_000), 60))).toBeInstanceOf(SourceError);
  });
});

describe('a server that keeps failing', () => {
  test('is not queried for a while, reports until when, and is queried again after that', async () => {
    let time = 1_700_000_000_000;
    let healthy = false;
    const { metrics, server } = await scripted(
      (response) => {
        if (healthy) answer(response, { status: 'success', data: { resultType: 'vector', result: [] } });
        else response.writeHead(503).end();
      },
      { clock: { now: () => time }, random: () => 1 },
    );
    for (let count = 0; count < 5; count += 1) {
      expect(await metrics.status()).toEqual({ status: 'down', detail: 'Prometheus is unavailable (HTTP 503).' });
      time += 100;
    }
    expect(await metrics.status()).toEqual({
      status: 'down',
      detail: 'Prometheus failed 5 times in a row. The next query is sent at 22:13:21 UTC.',
    });
    expect(server.asked).toHaveLength(5);
    healthy = true;
    time += 1_000;
    expect(await metrics.status()).toEqual({ status: 'up' });
    expect(await metrics.status()).toEqual({ status: 'up' });
  });

  test('a rejected query does not count as a failure', async () => {
    const { metrics, server } = await scripted((response) =>
      answer(response, { status: 'error', errorType: 'execution', error: 'no' }, 422),
    );
    for (let count = 0; count < 8; count += 1) await metrics.status();
    expect(server.asked).toHaveLength(8);
  });
});
