import {
  aClient,
  aGate,
  aGuardedClient,
  aRecord,
  aUsage,
  aWorkload,
  aWorld,
  hour,
  now,
  pastUsage,
  type SmallWorld,
  untar,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { DomainError, type PodLogs, SourceError } from '../ports/index.ts';
import { notConnected } from '../services/pod-logs/pod-logs.ts';

function shop(...names: string[]): SmallWorld {
  const world = aWorld(names.map((name) => aRecord({ name })));
  world.workloads.push(...names.map((name) => aWorkload({ name })));
  world.usages.push(...names.map((name) => aUsage(0.3, 0.4, { name })));
  return world;
}

const download = (world: SmallWorld, query = '', signal?: AbortSignal): Promise<Response> =>
  createApp({ history: pastUsage(world), ...world.deps, logger: () => undefined, version: '1.2.3' })(
    new Request(`http://api.test/v1/export${query}`, signal === undefined ? {} : { signal }),
  );

async function filesOf(world: SmallWorld, query = ''): Promise<ReadonlyMap<string, unknown>> {
  const response = await download(world, query);
  expect(response.status).toBe(200);
  if (response.body === null) throw new Error('No body.');
  const files = await untar(response.body);
  return new Map(
    [...files].map(([path, text]) => [
      path.replace(/^diagnostics-[^/]+\//, ''),
      path.endsWith('.log') ? text : JSON.parse(text),
    ]),
  );
}

const logsOf = (log: (question: Parameters<PodLogs['open']>[0]) => string): PodLogs => ({
  async open(question) {
    const bytes = new TextEncoder().encode(log(question));
    return (async function* () {
      yield bytes;
    })();
  },
});

function partOf(files: ReadonlyMap<string, unknown>, part: string): unknown {
  const parts: unknown = Reflect.get(Object(files.get('manifest.json')), 'parts');
  return Array.isArray(parts) ? parts.find((each) => Reflect.get(Object(each), 'part') === part) : null;
}

describe('GET /v1/export', () => {
  it('is an attachment named after the time', async () => {
    const response = await download(shop('cart'));
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="diagnostics-20260304T120000Z.tar.gz"',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    await response.body?.cancel();
  });

  it('contains the parts of every target, and a manifest at the end', async () => {
    const files = await filesOf(shop('cart', 'pay'), '?include-pod-logs=true&include-metrics=false');
    const parts = ['spec', 'status', 'workload', 'pods', 'suggestions', 'explanation', 'report-card'];
    expect([...files.keys()]).toEqual([
      'configuration.json',
      'kpis.json',
      'problems.json',
      ...['cart', 'pay'].flatMap((name) => parts.map((part) => `targets/shop/${name}/${part}.json`)),
      'manifest.json',
    ]);
    expect(files.get('targets/shop/cart/spec.json')).toMatchObject({
      namespace: 'shop',
      name: 'cart',
      unoptimized: null,
    });
    expect(files.get('targets/shop/cart/workload.json')).toMatchObject({ replicas: 2, current_replicas: 2 });
    expect(files.get('targets/shop/cart/status.json')).toMatchObject({ net_hourly_savings: expect.any(Number) });
    expect(files.get('targets/shop/cart/pods.json')).toMatchObject({ items: [{ name: 'cart-1' }] });
    expect(files.get('kpis.json')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ value: 2 })]),
    });
    expect(files.get('configuration.json')).toEqual({
      version: '1.2.3',
      signIn: 'none',
      nodeSettings: { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 },
      nodeSettingsFrom: 'default',
    });
    expect(files.get('manifest.json')).toMatchObject({
      product: 'Trimtab',
      version: '1.2.3',
      created: '2026-03-04T12:00:00.000Z',
      target: null,
      window: { start: '2026-02-25T12:00:00.000Z', end: '2026-03-04T12:00:00.000Z' },
      targets: 2,
      files: 17,
      complete: true,
      parts: [
        { part: 'configuration', state: 'included', files: 1 },
        { part: 'kpis', state: 'included', files: 1 },
        { part: 'problems', state: 'included', files: 1 },
        ...parts.map((part) => ({ part, state: 'included', files: 2 })),
        { part: 'metrics', state: 'not asked for', files: 0 },
        { part: 'podLogs', state: 'missing', missing: [{ reason: notConnected }] },
      ],
    });
  });

  it('lists missing parts with their targets and reasons', async () => {
    const world = shop('cart', 'pay');
    world.workloads.pop();
    world.fail.metrics = new SourceError('It answers 503.');
    const manifest = (await filesOf(world, '?include-metrics=true')).get('manifest.json');
    const pay = { namespace: 'shop', name: 'pay' };
    expect(manifest).toMatchObject({
      parts: expect.arrayContaining([
        expect.objectContaining({
          part: 'workload',
          state: 'partial',
          missing: [expect.objectContaining({ targets: [pay] })],
        }),
        expect.objectContaining({ part: 'suggestions', state: 'missing' }),
        expect.objectContaining({ part: 'metrics', state: 'missing', files: 0 }),
      ]),
    });
  });

  it('stops reading a source that keeps failing', async () => {
    const world = shop('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
    world.fail.cluster = new SourceError('It does not answer.');
    const files = await filesOf(world);
    expect(world.asked.cluster).toBeLessThan(10);
    expect(JSON.stringify(files.get('manifest.json'))).toContain('failed 3 times in a row and was not read again');
  });

  it('contains the newest lines of logs, also before a restart, and says what is missing', async () => {
    const world = shop('cart', 'pay');
    const { cluster } = world.deps;
    const podsOf = cluster.pods.bind(cluster);
    cluster.pods = async (...asked) => {
      const { items, problems } = await podsOf(...asked);
      const lastRestart = { container: 'app', reason: 'OOMKilled', exitCode: 137, at: now };
      return { items: items.map((pod) => ({ ...pod, lastRestart, restarts: 1 })), problems };
    };
    world.deps.podLogs = logsOf(({ pod, previous, tail }) => {
      if (pod === 'pay-1') throw new DomainError('conflict', 'The container app has not started: ContainerCreating.');
      if (previous) return '2026-03-04T11:00:00Z token=abc\tlast words\n';
      return Array.from({ length: tail }, (_, line) => `2026-03-04T11:59:00Z ${line} ${'x'.repeat(500)}\n`).join('');
    });
    const files = await filesOf(world, '?include-pod-logs=true');
    const folder = 'targets/shop/cart/logs/cart-1';
    expect([...files.keys()].filter((path) => path.includes('/logs/'))).toEqual([
      `${folder}/app.log`,
      `${folder}/app.previous.log`,
    ]);
    expect(files.get(`${folder}/app.previous.log`)).toBe('2026-03-04T11:00:00Z token=[redacted]\tlast words\n');
    const log = String(files.get(`${folder}/app.log`));
    expect(log.length).toBeLessThanOrEqual(256 * 1024);
    expect(log.trimEnd().split('\n').at(-1)).toMatch(/Z 999 x+$/);
    expect(partOf(files, 'podLogs')).toEqual({
      part: 'podLogs',
      state: 'partial',
      files: 2,
      missing: [
        {
          reason: 'Of a container, only the newest 1000 lines and 256 KiB are included.',
          targets: [{ namespace: 'shop', name: 'cart' }],
        },
        {
          reason: 'The container app has not started: ContainerCreating.',
          targets: [{ namespace: 'shop', name: 'pay' }],
        },
      ],
    });
  });

  it('contains no logs unless they are asked for, and none for an account that may not read them', async () => {
    const world = shop('cart');
    world.deps.podLogs = logsOf(() => 'x\n');
    expect(partOf(await filesOf(world), 'podLogs')).toMatchObject({ state: 'not asked for', files: 0 });
    const { respond } = aGuardedClient(world);
    const { body } = await respond('/v1/export?include-pod-logs=true', { as: 'reader' });
    if (body === null) throw new Error('No body.');
    const manifest = [...(await untar(body))].find(([path]) => path.endsWith('manifest.json'))?.[1] ?? '';
    expect(partOf(new Map([['manifest.json', JSON.parse(manifest)]]), 'podLogs')).toMatchObject({
      state: 'missing',
      missing: [{ reason: 'The account lacks the permission logs:read.' }],
    });
  });

  it('can be limited to one target', async () => {
    const files = await filesOf(shop('cart', 'pay'), '?namespace=shop&targetName=pay');
    expect([...files.keys()].filter((path) => path.includes('/cart/'))).toEqual([]);
    expect(files.has('targets/shop/pay/spec.json')).toBe(true);
    expect(files.get('manifest.json')).toMatchObject({ target: { namespace: 'shop', name: 'pay' }, targets: 1 });
  });

  it('keeps paths of hostile names inside the archive, and leaves secrets out', async () => {
    const world = shop('../../etc', '..', 'constructor');
    const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    world.deps.cluster.pods = async () => ({
      items: [
        {
          name: 'p',
          status: 'Running',
          createdAt: null,
          labels: [{ key: 'api-token', value: 'canary' }],
          containers: [
            {
              name: 'a',
              image: `http://me:canary@registry/${jwt}`,
              cpuRequest: 1,
              cpuLimit: null,
              memoryRequest: null,
              memoryLimit: null,
            },
          ],
        },
      ],
      problems: [],
    });
    const files = await filesOf(world);
    for (const path of files.keys()) expect(path.split('/')).not.toContain('..');
    const everything = JSON.stringify([...files]);
    expect(everything).not.toContain('canary');
    expect(everything).not.toContain(jwt);
    expect(everything).toContain('[redacted]');
  });

  it('stops reading sources when the client disconnects', async () => {
    const world = shop(...Array.from({ length: 200 }, (_, index) => `w${index}`));
    const response = await download(world);
    const reader = response.body?.getReader();
    await reader?.read();
    const gate = aGate();
    world.gate = gate.opened;
    await reader?.cancel();
    const asked = world.asked.cluster;
    gate.open();
    await expect.poll(() => world.signals.at(-1)?.aborted).toBe(true);
    expect(world.asked.cluster).toBeLessThanOrEqual(asked + 1);
  });

  it.each([
    ['?start=2026-03-01T00:00:00Z&end=2026-03-01T00:00:00Z', 'start'],
    ['?start=1926-03-01T00:00:00Z', 'start'],
    ['?start=1772668800000', 'start'],
    [`?start=${new Date(now + hour).toISOString()}&end=${new Date(now + 2 * hour).toISOString()}`, 'start'],
    ['?include-metrics=TRUE', 'include-metrics'],
    ['?include-metrics=true&include-metrics=true', 'include-metrics'],
    ['?namespace=shop', 'namespace'],
    ['?targetName=cart', 'targetName'],
    ['?namespace=&targetName=cart', 'namespace'],
    ['?since=1h', 'since'],
  ])('rejects %s', async (query, named) => {
    const world = shop('cart');
    const { status, body } = await aClient(world).get(`/v1/export${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(named);
    expect(world.asked).toEqual({ cluster: 0, metrics: 0 });
  });

  it('answers 404 for a target that is not enrolled', async () => {
    expect((await aClient(shop('cart')).get('/v1/export?namespace=shop&targetName=nobody')).status).toBe(404);
  });
});
