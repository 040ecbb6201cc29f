import { aWorld } from '@trimtab/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { withoutSignIn } from '../auth/without-sign-in.ts';
import { HttpError } from '../http/errors.ts';
import type { Authenticator, UpstreamCost } from '../ports/index.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { createSite } from './site/site.ts';

const aTokenIsNeeded: Authenticator = {
  mode: 'oidc',
  async authenticate(request) {
    if (request.headers.get('authorization') === 'Bearer good') return { subject: 'scraper', permissions: new Set() };
    throw new HttpError(401, 'Sign in.').withHeaders({ 'www-authenticate': 'Bearer' });
  },
  problem: async () => null,
};
const clock = { now: () => 0 };
const metrics = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/metrics', { headers, method });

/** Values by name and labels, as written in the text format. */
async function read(endpoint: ReturnType<typeof createMetricsEndpoint>): Promise<ReadonlyMap<string, number>> {
  const text = await (await endpoint.respond(metrics())).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the metrics endpoint', () => {
  it('reports calls by operation and status, caches and the process', async () => {
    const endpoint = createMetricsEndpoint({ version: '1.2.3', auth: withoutSignIn, clock });
    const deps = { ...aWorld().deps, telemetry: endpoint.telemetry, logger: () => undefined, version: '1.2.3' };
    const site = createSite({
      api: createApp(deps),
      metrics: endpoint.respond,
      webRoot: '/nonexistent',
      version: '1',
      extra: {},
    });
    for (const path of [
      '/healthz',
      '/v1/system/namespaces',
      '/v1/system/namespaces',
      '/v1/ast?limit=x',
      '/v1/nothing',
    ]) {
      await site(new Request(`http://localhost${path}`));
    }
    const found = await read(endpoint);
    expect(found.get('trimtab_requests_total{operation="namespaces.list",status="200"}')).toBe(2);
    expect(found.get('trimtab_requests_total{operation="targets.list",status="400"}')).toBe(1);
    expect(found.get('trimtab_requests_total{operation="none",status="404"}')).toBe(1);
    expect(found.get('trimtab_request_seconds_count{operation="namespaces.list"}')).toBe(2);
    expect(found.get('trimtab_requests_in_flight')).toBe(0);
    expect(found.get('trimtab_cache_total{cache="namespaces",result="miss"}')).toBe(1);
    expect(found.get('trimtab_cache_total{cache="namespaces",result="hit"}')).toBe(1);
    expect(found.get('trimtab_build_info{version="1.2.3"}')).toBe(1);
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    const answer = await site(metrics());
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('reports the queries to a connector and their cost', async () => {
    const endpoint = createMetricsEndpoint({ version: '1', auth: withoutSignIn, clock });
    const upstream = (cost: UpstreamCost) => endpoint.telemetry.upstream(cost);
    upstream({ connector: 'prometheus', outcome: 'answered', seconds: 0.2, bytes: 1000, samples: 50 });
    upstream({ connector: 'prometheus', outcome: 'answered', seconds: 0.3, bytes: 500, samples: null });
    upstream({ connector: 'prometheus', outcome: 'failed', seconds: 20, bytes: 0, samples: null });
    const found = await read(endpoint);
    expect(found.get('trimtab_upstream_queries_total{connector="prometheus",outcome="answered"}')).toBe(2);
    expect(found.get('trimtab_upstream_queries_total{connector="prometheus",outcome="failed"}')).toBe(1);
    expect(found.get('trimtab_upstream_samples_total{connector="prometheus"}')).toBe(50);
    expect(found.get('trimtab_upstream_bytes_total{connector="prometheus"}')).toBe(1500);
    expect(found.get('trimtab_upstream_seconds_sum{connector="prometheus"}')).toBeCloseTo(20.5, 9);
  });

  it('reports whether the server reaches its store and its identity provider', async () => {
    const endpoint = createMetricsEndpoint({ version: '1', auth: withoutSignIn, clock });
    const { deps } = aWorld();
    let isDown = false;
    const get: typeof deps.store.settings.get = () =>
      isDown ? Promise.reject(new Error('down')) : deps.store.settings.get();
    const store = { ...deps.store, settings: { ...deps.store.settings, get } };
    createApp({
      ...deps,
      store,
      auth: aTokenIsNeeded,
      telemetry: endpoint.telemetry,
      logger: () => undefined,
      version: '1',
    });
    const ready = async (check: string) => (await read(endpoint)).get(`trimtab_ready{check="${check}"}`);
    expect([await ready('store'), await ready('sign_in')]).toEqual([1, 1]);
    isDown = true;
    expect([await ready('store'), await ready('sign_in')]).toEqual([0, 1]);
  });

  it('reads offered gauges at each scrape, and leaves out those that cannot be read', async () => {
    const endpoint = createMetricsEndpoint({ version: '1', auth: withoutSignIn, clock });
    let jobs = new Map([
      ['pending', 3],
      ['constructor', 1],
    ]);
    const offer = (name: string, value: () => Promise<Map<string, number>>) =>
      endpoint.telemetry.offer({ name, help: 'Jobs.', label: 'state', read: value });
    offer('jobs', async () => jobs);
    offer('broken', () => Promise.reject(new Error('gone')));
    expect((await read(endpoint)).get('trimtab_jobs{state="pending"}')).toBe(3);
    jobs = new Map([['running', 2]]);
    const found = await read(endpoint);
    expect([...found].filter(([name]) => name.startsWith('trimtab_jobs'))).toEqual([
      ['trimtab_jobs{state="running"}', 2],
    ]);
    expect([...found.keys()].some((name) => name.startsWith('trimtab_broken'))).toBe(false);
  });

  it('leaves out what takes too long, so that Prometheus gets the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const endpoint = createMetricsEndpoint({ version: '1', auth: withoutSignIn, clock });
    let reads = 0;
    const readSilent = () => {
      reads += 1;
      return new Promise<never>(() => undefined);
    };
    const offer = { help: 'Jobs.', label: 'state' };
    endpoint.telemetry.offer({ ...offer, name: 'silent', read: readSilent });
    endpoint.telemetry.offer({ ...offer, name: 'jobs', read: async () => new Map([['pending', 3]]) });
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const response = endpoint.respond(metrics());
      await vi.advanceTimersByTimeAsync(6_000);
      const text = await (await response).text();
      expect(text).toContain('trimtab_jobs{state="pending"} 3');
      expect(text).not.toContain('trimtab_silent{');
    }
    expect(reads).toBe(1);
  });

  it('needs the same access token as the API', async () => {
    const { respond } = createMetricsEndpoint({ version: '1', auth: aTokenIsNeeded, clock });
    const stranger = await respond(metrics());
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
    expect(await stranger.json()).toEqual({ errors: ['Sign in.'] });
    expect((await respond(metrics({ authorization: 'Bearer good' }))).status).toBe(200);
    expect((await respond(metrics({ authorization: 'Bearer good' }, 'POST'))).status).toBe(405);
    const head = await respond(metrics({ authorization: 'Bearer good' }, 'HEAD'));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('limits each caller, and each address without a valid token', async () => {
    const { respond } = createMetricsEndpoint({ version: '1', auth: aTokenIsNeeded, clock });
    const statuses = async (request: () => Request) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => respond(request(), '192.0.2.1')));
      return answers.map(({ status }) => status);
    };
    expect((await statuses(metrics)).filter((status) => status === 401)).toHaveLength(10);
    const signedIn = await statuses(() => metrics({ authorization: 'Bearer good' }));
    expect([signedIn.filter((status) => status === 200).length, signedIn.at(-1)]).toEqual([8, 429]);
  });
});
