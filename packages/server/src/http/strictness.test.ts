import { isRecord, operations } from '@trimtab/core';
import { aClient, aGate, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';

function world() {
  const small = aWorld();
  small.workloads.push(aWorkload());
  return small;
}

describe('query parameters', () => {
  it.each([
    ['/v1/ast?limit=0', 'limit'],
    ['/v1/ast?limit=1e9', 'limit'],
    ['/v1/ast?limit=10abc', 'limit'],
    ['/v1/ast?limit=-5', 'limit'],
    ['/v1/ast?limit=-1', 'limit'],
    ['/v1/ast?limit=1001', 'limit'],
    ['/v1/ast?limit=', 'limit'],
    ['/v1/ast?limit=1&limit=1', 'limit'],
    ['/v1/ast?limit[]=1', 'limit[]'],
    ['/v1/ast?offset=-1', 'offset'],
    ['/v1/ast?offset=99999999999999999999', 'offset'],
    ['/v1/ast?enhancedItems=1', 'enhancedItems'],
    ['/v1/ast?enhancedItems=true&limit=251', 'limit'],
    ['/v1/ast?constructor=1', 'constructor'],
    ['/v1/views/namespaces/shop/asts?managed=TRUE', 'managed'],
    ['/v1/views/namespaces/shop/asts?sort=%2Bage', 'sort'],
    ['/v1/views/namespaces/shop/asts?sort=', 'sort'],
    ['/v1/views/namespaces/shop/asts?sort=cost', 'sort'],
    ['/v1/views/asts?sort=net', 'sort'],
    ['/v1/views/kpis?x=1', 'x'],
    ['/v1/ast/shop/cart/suggestions?start=1700000000', 'start'],
    ['/v1/ast/shop/cart/suggestions?start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z', 'start'],
    ['/v1/ast/shop/cart/suggestions?start=2026-01-01T00:00:00Z&end=2026-01-01T00:00:00Z', 'start'],
    ['/v1/ast/shop/cart/suggestions?start=2015-01-01T00:00:00Z&end=2026-01-01T00:00:00Z', 'start'],
    ['/v1/ast/shop/cart/suggestions?start=2026-13-01T00:00:00Z', 'start'],
    ['/v1/ast/shop/cart/suggestions?start=2026-02-30T00:00:00Z', 'start'],
    ['/v1/ast/shop/cart/suggestions?end=2026-02-29T00:00:00%2B02:00', 'end'],
    ['/v1/ast/shop/cart/suggestions?end=2026-01-01T24:00:00Z', 'end'],
    ...[
      '/v1/ast/shop/cart/metrics?',
      '/v1/ast/potential-savings/average?',
      '/v1/views/cost/analysis?bucket=Month&',
    ].flatMap((path) => [
      [`${path}start=2010-01-01T00:00:00Z`, 'start'],
      [`${path}start=2030-01-01T00:00:00Z`, 'start'],
      [`${path}start=2030-01-01T00:00:00Z&end=2031-01-01T00:00:00Z`, 'start'],
    ]),
  ])('answers 400 to %s, names the invalid parameter and reads no source', async (path, parameter) => {
    const small = world();
    const { status, body } = await aClient(small).get(path);
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [expect.stringContaining(parameter)] });
    expect(small.asked).toEqual({ cluster: 0, metrics: 0 });
  });

  it('returns the true total for an offset beyond the end', async () => {
    const client = aClient(world());
    await client.post('/v1/ast/candidates/shop?dryrun=false', { workloads: ['cart'] });
    expect(await client.get('/v1/ast?offset=100')).toMatchObject({ status: 200, body: { items: [], total: 1 } });
  });
});

type Asked = { readonly what: string; readonly method: string; readonly path: string; readonly body: unknown };

const badName = 'Not_A_Name';
const namedParts = new Set(['namespace', 'name', 'namespaces', 'targetName']);

/** Copies of an example body, each with one invalid name. */
function withBadNames(body: unknown): unknown[] {
  if (!isRecord(body)) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const put = (changed: unknown) => ({ ...body, [key]: changed });
    if (typeof value === 'string' && namedParts.has(key)) return [put(badName)];
    if (key === 'names' || key === 'workloads') return [put([badName])];
    if (key === 'containers') return [];
    if (Array.isArray(value)) return withBadNames(value[0]).map((item) => put([item]));
    return withBadNames(value).map(put);
  });
}

/** Every call with a bad name in each place of path, query and body in turn. */
async function everyBadName(): Promise<Asked[]> {
  const { body: document } = await aClient(world()).get('/v1/openapi.json');
  return operations.flatMap(({ id, method, path, query = {} }): Asked[] => {
    const example = exampleOf(document, path, method.toLowerCase());
    const needed = Object.entries(query).flatMap(([name, { required, type }]) =>
      required === true
        ? `${name}=${type === 'boolean' ? 'true' : type === 'instant' ? `2026-01-0${name === 'end' ? 2 : 1}T00:00:00Z` : 'x'}`
        : [],
    );
    const targetOf = (parts: Record<string, string>, more: readonly string[] = []) => {
      const filled = path.replaceAll(
        /\{(\w+)\}/g,
        (_match, name: string) => parts[name] ?? (name === 'namespace' ? 'shop' : 'cart'),
      );
      return [filled, [...needed, ...more].join('&')].filter((part) => part !== '').join('?');
    };
    const inPath = path.includes('{namespace}')
      ? ['namespace', 'name'].filter((name) => path.includes(`{${name}}`))
      : [];
    const inQuery = Object.keys(query).filter((name) => namedParts.has(name));
    return [
      ...inPath.map((name) => ({
        what: `${id} path ${name}`,
        method,
        path: targetOf({ [name]: badName }),
        body: example,
      })),
      ...inQuery.map((name) => ({
        what: `${id} query ${name}`,
        method,
        path: targetOf({}, [`${name}=${badName}`]),
        body: example,
      })),
      ...withBadNames(example).map((body) => ({
        what: `${id} body ${JSON.stringify(body)}`,
        method,
        path: targetOf({}),
        body,
      })),
    ];
  });
}

function exampleOf(document: unknown, ...keys: readonly string[]): unknown {
  const places = ['paths', ...keys, 'requestBody', 'content', 'application/json', 'example'];
  return places.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document);
}

describe('names', () => {
  it('that Kubernetes does not allow are refused in every place of every call', async () => {
    const asked = await everyBadName();
    expect(asked.length).toBeGreaterThan(60);
    const accepted: unknown[] = [];
    for (const { what, method, path, body } of asked) {
      const small = world();
      const client = aClient(small);
      const hasBody = method !== 'GET' && body !== undefined;
      const sent = hasBody ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
      const answer = await client.send(new Request(`http://api.test${path}`, { method, ...sent }));
      const isRefused = answer.status === 400 && JSON.stringify(answer.body).includes('is not a valid Kubernetes name');
      if (!isRefused || small.asked.cluster + small.asked.metrics > 0) accepted.push({ what, answer });
    }
    expect(accepted).toEqual([]);
  });
});

describe('paths', () => {
  it.each([
    ['/v1/ast/Shop', 'namespace \\"Shop\\"'],
    ['/v1/ast/shop_1/cart', 'namespace \\"shop_1\\"'],
    ['/v1/ast/a.b/cart/pods', 'namespace \\"a.b\\"'],
    [`/v1/views/namespaces/${'n'.repeat(64)}/kpis`, 'namespace'],
    ['/v1/ast/shop/-cart', 'name \\"-cart\\"'],
    ['/v1/ast/shop/a%0ab/explain', 'name'],
    ['/v1/ast/shop/__proto__/suggestions', 'name'],
    [`/v1/metrics/shop/${'n'.repeat(254)}/catalog`, 'name'],
  ])('answers 400 to a name that Kubernetes does not allow, and reads no source: %s', async (path, named) => {
    const small = world();
    const { status, body } = await aClient(small).get(path);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(named);
    expect(small.asked).toEqual({ cluster: 0, metrics: 0 });
  });

  it.each([
    ['/v1/ast/candidates/shop?dryrun=true', { workloads: ['cart', 'Web'] }, 'name \\"Web\\"'],
    ['/v1/ast/candidates/shop?dryrun=false', { workloads: ['n'.repeat(254)] }, 'name'],
    ['/v1/ast/preflight', { scaleTargetRef: { namespace: 'Shop', name: 'cart', kind: 'Deployment' } }, 'namespace'],
    ['/v1/ast/metrics/current/bulk', { targets: [{ namespace: 'shop', name: 'a/b' }] }, 'name \\"a/b\\"'],
    ['/v1/ast/suggestions/bulk', { targets: [{ namespace: 'a.b', name: 'cart' }] }, 'namespace \\"a.b\\"'],
    ['/v1/ast/shop/suggestions/bulk', { names: ['-cart'] }, 'name \\"-cart\\"'],
    ['/v1/insights', { type: 'savings', namespace: 'shop_1' }, 'namespace \\"shop_1\\"'],
  ])('answers 400 to a name in a body that Kubernetes does not allow: %s %j', async (path, sent, named) => {
    const small = world();
    const { status, body } = await aClient(small).post(path, sent);
    expect(JSON.stringify(body)).toContain(named);
    expect(JSON.stringify(body)).toContain('in the body is not a valid Kubernetes name');
    expect(status).toBe(400);
    expect(small.asked).toEqual({ cluster: 0, metrics: 0 });
  });

  it('answers 404 to a name that Kubernetes allows, also with dots', async () => {
    expect((await aClient(world()).get(`/v1/ast/${'n'.repeat(63)}/web.v1.example`)).status).toBe(404);
  });

  it.each(['/v1/ast/%zz', `/v1/ast/${'n'.repeat(600)}`])('answers 400 to an invalid path: %s', async (path) => {
    expect((await aClient(world()).get(path)).status).toBe(400);
  });

  it.each([
    '/v1/ast/a%00b',
    '/v1/connectors/..%2f..%2fetc%2fpasswd/metrics',
    '/v1/connectors/%00/metrics',
    '/v1/connectors/__proto__/metrics',
    '/v1/connectors/..%5cetc/metrics',
    '/v1/connectors/http:%2f%2f169.254.169.254/metrics',
    '/v1/artifacts/..%2f..%2fetc%2fpasswd',
    '/v1/artifacts/%00',
    '/v1/artifacts/..%5cetc',
    '/v1/artifacts/constructor',
  ])('answers 404 to a path that names nothing: %s', async (path) => {
    expect((await aClient(world()).get(path)).status).toBe(404);
  });

  it('decodes a path parameter once', async () => {
    const { status, body } = await aClient(world()).get('/v1/ast/shop/a%252Fb%2Fc');
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [expect.stringContaining('"a%2Fb/c"')] });
  });
});

describe('a request that the client aborts', () => {
  it('is answered at once, even if the call is still waiting for the store', async () => {
    const small = world();
    small.deps.store = {
      ...small.deps.store,
      settings: { ...small.deps.store.settings, get: () => aGate().opened.then(() => null) },
    };
    const leaving = new AbortController();
    const request = new Request('http://api.test/v1/cost-savings/settings', { signal: leaving.signal });
    const answer = aClient(small).send(request);
    leaving.abort();
    expect(await answer).toMatchObject({
      status: 400,
      body: { errors: ['The client disconnected before the response.'] },
    });
  });
});

describe('bodies', () => {
  it.each([
    ['a form as the content type', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['text/plain, even without a body', '', 'text/plain', 415],
    ['a content type that only begins with application/json', '{}', 'application/jsonp', 415],
    ['invalid JSON', '{', 'application/json', 400],
    ['a list instead of an object', '[]', 'application/json', 400],
    ['an unknown key', '{"names":[]}', 'application/json', 400],
    ['the key __proto__', '{"__proto__":{"workloads":[]}}', 'application/json', 400],
    ['a body that is nested too deeply', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'application/json', 400],
    ['a name that is not a string', '{"workloads":[1]}', 'application/json', 400],
    ['an empty name', '{"workloads":[""]}', 'application/json', 400],
    [
      'too many names',
      JSON.stringify({ workloads: Array.from({ length: 10_001 }, () => 'a') }),
      'application/json',
      400,
    ],
    ['a body of more than 1 MiB', JSON.stringify({ workloads: ['a'.repeat(1024 * 1024)] }), 'application/json', 413],
  ])('rejects %s and enrolls nothing', async (_what, body, type, status) => {
    const small = world();
    const request = new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    const answer = await aClient(small).send(request);
    expect(answer).toMatchObject({ status, body: { errors: [expect.any(String)] } });
    expect(await small.deps.store.targets.list()).toEqual([]);
  });

  it.each(['/v1/queue/forecast/pop', '/v1/export/tickets', '/v1/ast/shop/cart/cleanup'])(
    'rejects a body for a call that takes none: %s',
    async (path) => {
      const client = aClient(world());
      expect(await client.post(path, { namespace: 'shop' })).toMatchObject({
        status: 400,
        body: { errors: ['This call takes no body.'] },
      });
      expect((await client.post(path, {})).status).not.toBe(400);
    },
  );

  it('accepts a charset in the content type, and an empty body where the body is optional', async () => {
    expect((await post('{"workloads":["cart"]}', 'application/json; charset=utf-8')).status).toBe(200);
    expect((await aClient(world()).post('/v1/ast/candidates/shop?dryrun=true')).status).toBe(200);
  });

  it('answers 408 if the rest of the body has not arrived after 10 seconds', async () => {
    vi.useFakeTimers();
    try {
      const half = new ReadableStream<Uint8Array>({ start: (one) => one.enqueue(new TextEncoder().encode('{"w')) });
      const init = { method: 'POST', body: half, headers: { 'content-type': 'application/json' }, duplex: 'half' };
      const request = new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', init);
      const answer = aClient(world()).send(request);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await answer).toMatchObject({
        status: 408,
        body: { errors: ['The body did not arrive in time. Send it again.'] },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops reading a body without a content-length at the limit, and answers 413', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    // The Fetch standard requires `duplex` with a streamed body, but some RequestInit types lack it.
    const init = { method: 'POST', body: endless, headers: { 'content-type': 'application/json' }, duplex: 'half' };
    const request = new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', init);
    expect((await aClient(world()).send(request)).status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });

  it('answers 413 to a body that is too large in a cloned request, as a service worker passes it', async () => {
    const body = JSON.stringify({ workloads: ['x'.repeat(2 * 1024 * 1024)] });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const request = new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', init);
    request.clone();
    expect((await aClient(world()).send(request)).status).toBe(413);
  });

  it('names the invalid field of a body', async () => {
    const { body } = await json('{"workloads":"cart"}');
    expect(body).toEqual({ errors: ['In the body, workloads must be of type array.'] });
  });
});

const post = (body: BodyInit, type: string) =>
  aClient(world()).send(
    new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    }),
  );
const json = (text: string) => post(text, 'application/json');
