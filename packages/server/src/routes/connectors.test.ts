import { aWorld, hour, now } from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { type Authenticator, type Connector, QueryError, SourceError } from '../ports/index.ts';

type Asked = { query: string; start: number; end: number; stepSeconds: number };

/** A connector that records its queries and fails on demand. */
function aConnector() {
  const asked: Asked[] = [];
  const state: { failure: Error | null; listed: number } = { failure: null, listed: 0 };
  const connector: Connector = {
    status: async () => ({ status: 'down', detail: 'It does not answer.' }),
    metrics: async () => {
      state.listed += 1;
      return [{ name: 'up', type: 'gauge', help: 'Whether it answered.' }, { name: 'constructor' }];
    },
    async query(query, { start, end }, stepSeconds) {
      asked.push({ query, start, end, stepSeconds });
      if (state.failure) throw state.failure;
      return {
        periods: [start, start + stepSeconds * 1000],
        series: [
          {
            labels: new Map([
              ['__proto__', 'x'],
              ['pod', 'a'],
            ]),
            values: [1, null],
          },
        ],
      };
    },
  };
  return { connector, asked, state };
}

function anApp(permissions: readonly string[] = ['connectors:query']) {
  const { connector, asked, state } = aConnector();
  const auth: Authenticator = {
    mode: 'oidc',
    authenticate: async () => ({ subject: 'reader', permissions: new Set(permissions) }),
    problem: async () => null,
  };
  const connectors = new Map([['prometheus', connector]]);
  const app = createApp({ ...aWorld().deps, connectors, auth, logger: () => undefined, version: '1.2.3' });
  const get = async (path: string) => {
    const response = await app(new Request(`http://api.test${path}`));
    return { status: response.status, body: await response.text() };
  };
  return { get, connector, asked, state };
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const asking = (parameters: Record<string, string>) =>
  new URLSearchParams({ query: 'up', start: time(now - hour), end: time(now), ...parameters }).toString();

describe('connectors', () => {
  it('are listed with their status', async () => {
    const { status, body } = await anApp().get('/v1/connectors');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      items: [{ name: 'prometheus', status: 'down', detail: 'It does not answer.' }],
    });
  });

  it('are listed within seconds while one of them never answers', async () => {
    vi.useFakeTimers();
    try {
      const { get, connector } = anApp();
      connector.status = ({ signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      const listed = get('/v1/connectors');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(JSON.parse((await listed).body)).toEqual({
        items: [{ name: 'prometheus', status: 'down', detail: 'It did not answer within 5 seconds.' }],
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('list their metrics, which are read once, and describe one', async () => {
    const { get, state } = anApp();
    expect(JSON.parse((await get('/v1/connectors/prometheus/metrics')).body).items).toHaveLength(2);
    expect(JSON.parse((await get('/v1/connectors/prometheus/metrics/constructor')).body)).toEqual({
      name: 'constructor',
    });
    expect((await get('/v1/connectors/prometheus/metrics/toString')).status).toBe(404);
    expect(state.listed).toBe(1);
  });

  it.each(['/v1/connectors/prometheus/series', '/v1/connector/prometheus/timeseries'])(
    'run a query at %s',
    async (path) => {
      const { get, asked } = anApp();
      const { status, body } = await get(`${path}?${asking({ query: ' sum(up) ', interval: '1m30s' })}`);
      expect(status).toBe(200);
      expect(body).toBe(
        `{"periods":["${time(now - hour)}","${time(now - hour + 90_000)}"],"metrics":[{"labels":{"__proto__":"x","pod":"a"},"values":[1,null]}]}`,
      );
      expect(asked).toEqual([{ query: 'sum(up)', start: now - hour, end: now, stepSeconds: 90 }]);
    },
  );

  it.each([
    [hour, 15],
    [24 * hour, 300],
    [14 * 24 * hour, 7200],
    [400 * 24 * hour, 172_800],
  ])('choose a readable default interval for a window of %i ms', async (length, stepSeconds) => {
    const { get, asked } = anApp();
    await get(`/v1/connectors/prometheus/series?${asking({ start: time(now - length) })}`);
    expect(asked).toMatchObject([{ stepSeconds }]);
  });

  it.each([
    ['query', { query: '' }],
    ['query', { query: `up or ${'x'.repeat(8192)}` }],
    ['query', { query: 'ä'.repeat(4097) }],
    ['start', { start: '' }],
    ['start', { start: '1700000000000' }],
    ['start must be before end', { end: time(now - hour) }],
    ['start must be before end', { end: time(now - 2 * hour) }],
    ['interval', { interval: '0' }],
    ['interval', { interval: '60' }],
    ['interval', { interval: '-1m' }],
    ['interval', { interval: '10ms' }],
    ['start', { start: '1926-01-31T12:00:00Z', interval: '1m' }],
  ])('reject an invalid parameter by name without a query: %s, %j', async (name, parameters) => {
    const { get, asked } = anApp();
    const { status, body } = await get(`/v1/connectors/prometheus/series?${asking(parameters)}`);
    expect(status).toBe(400);
    expect(body).toContain(`Parameter ${name}`);
    expect(asked).toEqual([]);
  });

  it('allow at most 11,000 points', async () => {
    const { get } = anApp();
    expect(
      (await get(`/v1/connectors/prometheus/series?${asking({ start: time(now - 11_000_000), interval: '1s' })}`))
        .status,
    ).toBe(200);
    const { status, body } = await get(
      `/v1/connectors/prometheus/series?${asking({ start: time(now - 11_001_000), interval: '1s' })}`,
    );
    expect(status).toBe(400);
    expect(body).toContain('it must be at least 2s');
  });

  it('are found only by their exact name', async () => {
    const { get, asked } = anApp();
    for (const name of [
      '__proto__',
      'constructor',
      'Prometheus',
      '..%2fprometheus',
      'http:%2f%2f169.254.169.254',
      'a%5cb',
    ]) {
      for (const path of [`/v1/connectors/${name}/series?${asking({})}`, `/v1/connectors/${name}/metrics`]) {
        const answer = await get(path);
        expect(`${answer.status} ${answer.body}`).toContain('404 {"errors":["There is no connector');
      }
    }
    expect(asked).toEqual([]);
  });

  it('accept queries only from callers with the permission', async () => {
    const path = `/v1/connectors/prometheus/series?${asking({})}`;
    const reader = anApp([]);
    expect((await reader.get(path)).status).toBe(403);
    expect(reader.asked).toEqual([]);
    expect((await reader.get('/v1/connectors/prometheus/metrics')).status).toBe(200);
    expect((await anApp(['ast:enrol']).get(path)).status).toBe(200);
  });

  it.each([
    [new QueryError('It has a typing error.'), 400, 'Parameter query: It has a typing error.'],
    [new SourceError('It is away.'), 502, 'metrics source unavailable'],
    [new SourceError('It is slow.', { timedOut: true }), 504, 'metrics source unavailable'],
  ])('report a failure: %s', async (failure, expected, message) => {
    const { get, state } = anApp();
    state.failure = failure;
    const { status, body } = await get(`/v1/connectors/prometheus/series?${asking({})}`);
    expect(status).toBe(expected);
    expect(body).toContain(message);
  });
});
