import { isWrite, type Operation, type OperationId, operations, writes } from '@trimtab/core';
import { aClient, aGuardedClient, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const table: readonly Operation[] = operations;
/**
 * The operations that read, but use POST because their parameters do not fit into a URL, and `views.recordExport`, which
 * records an export of data that the caller may read. All other operations than GET must be in `writes`.
 */
const readsWithPost: ReadonlySet<OperationId> = new Set([
  'targets.findByOwner',
  'targets.preflight',
  'metrics.currentBulk',
  'metrics.bulk',
  'suggestions.create',
  'suggestions.createInNamespace',
  'suggestions.createBulk',
  'diagnostics.createTicket',
  'extensions.whatIf',
  'views.recordExport',
]);
const open = ['GET /healthz', 'GET /readyz'];
const calls = table.map(({ id, method, path }) => ({ id, method, path, name: `${method} ${path}` }));
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');

describe('every operation', () => {
  it.each(calls.filter(({ name }) => open.includes(name)))(
    'needs no token if it is declared open: $name',
    async ({ path }) => {
      const { ask } = aGuardedClient(aWorld());
      expect([(await ask(path)).status, (await ask(path, { as: 'forged' })).status]).toEqual([200, 200]);
    },
  );

  it.each(calls.filter(({ name }) => !open.includes(name)))('needs a token: $name', async ({ id, method, path }) => {
    const world = aWorld();
    const { ask } = aGuardedClient(world);
    for (const as of [undefined, 'forged']) {
      const { status, body, headers } = await ask(fill(path), { method, ...(as === undefined ? {} : { as }) });
      expect({ id, status }).toEqual({ id, status: 401 });
      expect(body).toEqual({ errors: [expect.any(String)] });
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect(world.asked).toEqual({ cluster: 0, metrics: 0 });
  });

  it.each(calls.filter(({ method }) => method !== 'GET'))(
    'is listed either as a write or as a read with POST: $name',
    ({ id }) => expect([...readsWithPost, ...writes].filter((each) => each === id)).toEqual([id]),
  );

  it.each(calls.filter(({ id }) => isWrite(id, new URLSearchParams())))(
    'needs the permission ast:enrol if it changes something: $name',
    async ({ method, path }) => {
      const { ask } = aGuardedClient(aWorld());
      const { status, body } = await ask(fill(path), { method, as: 'reader' });
      expect(status).toBe(403);
      expect(body).toEqual({ errors: [expect.stringContaining('needs the permission ast:enrol')] });
      expect((await ask(fill(path), { method, as: 'operator' })).status).not.toBe(403);
    },
  );
});

describe('unknown paths', () => {
  it.each(['/v1', '/v1/nothing', '/v1//ast', '/v1/ast/../healthz/x', '/healthz/', '/healthz/x', '/HEALTHZ', '/v1/%zz'])(
    'tell a stranger nothing: %s',
    async (path) => expect((await aGuardedClient(aWorld()).ask(path)).status).toBe(401),
  );

  it('give 404 to signed-in callers', async () => {
    expect((await aGuardedClient(aWorld()).ask('/v1/nothing', { as: 'reader' })).status).toBe(404);
  });
});

describe('auth', () => {
  it('is checked before the body, the parameters and everything else', async () => {
    const world = aWorld();
    const { ask } = aGuardedClient(world);
    const headers = { 'content-type': 'text/plain' };
    expect((await ask('/v1/ast/candidates/shop?dryrun=x&y=1', { method: 'POST', headers })).status).toBe(401);
  });

  it('allows a preview without the permission, but only with the exact dryrun=true', async () => {
    const world = aWorld();
    world.workloads.push(aWorkload());
    const { ask } = aGuardedClient(world);
    const post = async (query: string) =>
      (await ask(`/v1/ast/candidates/shop${query}`, { method: 'POST', as: 'reader' })).status;
    expect(await post('?dryrun=true')).toBe(200);
    for (const query of ['', '?dryrun=false', '?dryrun=TRUE', '?dryrun=true&dryrun=false', '?dryrun=']) {
      expect(await post(query)).toBe(403);
    }
    expect(await world.deps.store.targets.list()).toEqual([]);
  });

  it('is declared in openapi.json if it is enabled', async () => {
    expect((await aClient(aWorld()).get('/v1/openapi.json')).body).toMatchObject({ security: [] });
    const { ask } = aGuardedClient(aWorld());
    expect((await ask('/v1/openapi.json', { as: 'reader' })).body).toMatchObject({ security: [{ token: [] }] });
  });

  it('logs the caller and the operation of a change, and no token', async () => {
    const { ask, lines } = aGuardedClient(aWorld());
    await ask('/v1/ast/shop/cart/cleanup', { method: 'POST', as: 'operator' });
    expect(lines.at(-1)).toMatchObject({
      level: 'info',
      fields: { subject: 'operator', operation: 'targets.cleanup', path: '/v1/ast/shop/cart/cleanup' },
    });
    expect(JSON.stringify(lines)).not.toContain('Bearer');
  });
});

describe('an error that a browser opens as a page', () => {
  it('is plain text, so that a browser does not run it', async () => {
    const { respond } = aGuardedClient(aWorld());
    const response = await respond('/v1/export?start=x', { headers: { 'sec-fetch-mode': 'navigate' } });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.json()).toEqual({ errors: [expect.any(String)] });
  });
});
