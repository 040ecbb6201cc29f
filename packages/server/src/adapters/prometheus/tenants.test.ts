import { createServer, request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createPrometheus } from './index.ts';
import { deployment, hour, prometheusStarter, whySkipped } from './testing/real-prometheus.ts';
import { failureOf } from './testing/scripted-prometheus.ts';

/*
 * Two tenants, each with its own real Prometheus, behind a proxy that needs X-Scope-OrgID as Mimir and Cortex do. The
 * answer without it is worded as in weaveworks/common/middleware, which both use.
 */
describe.skipIf(whySkipped('tenants') !== null)('two tenants', () => {
  const start = prometheusStarter({ history: hour, workloads: [] });
  const stops: (() => void)[] = [];
  afterAll(() => {
    for (const stop of stops) stop();
  });

  it('are kept apart by the tenant header, and without it the message names the option', async () => {
    const now = Date.now();
    const tenants = new Map<string, string>();
    for (const name of ['red', 'blue']) tenants.set(name, (await start({ now, workloads: [deployment(name)] })).url);
    const proxy = createServer((incoming, outgoing) => {
      const target = tenants.get(String(incoming.headers['x-scope-orgid']));
      if (target === undefined) return outgoing.writeHead(401).end('no org id\n');
      const { method, headers, url = '' } = incoming;
      return incoming.pipe(
        request(`${target}${url.replace(/^\/prometheus/, '')}`, { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        }),
      );
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    stops.push(() => {
      proxy.close();
      proxy.closeAllConnections();
    });
    const address = proxy.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/prometheus`;
    const portsOf = (headers: Readonly<Record<string, string>>) =>
      createPrometheus({ url, headers: async () => headers, clock: { now: () => now }, logger: () => undefined });
    const namesOf = async (tenant: string) =>
      (await portsOf({ 'X-Scope-OrgID': tenant }).cluster.workloads({})).items.map(({ name }) => name);
    expect([await namesOf('red'), await namesOf('blue')]).toEqual([['red'], ['blue']]);
    expect((await failureOf(portsOf({}).cluster.workloads({}))).message).toBe(
      'Prometheus rejected the credentials (HTTP 401). Mimir and Cortex also need --prometheus-tenant.',
    );
  });
});
