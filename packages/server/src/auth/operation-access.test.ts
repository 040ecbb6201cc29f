import { type Operation, operations } from '@trimtab/core';
import { aClient, aGuardedClient, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { isWrite, questions, writes } from './operation-access.ts';

const table: readonly Operation[] = operations;
const open = ['GET /healthz', 'GET /readyz'];
const calls = table.map(({ id, method, path }) => ({ id, method, path, name: `${method} ${path}` }));
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');

describe('every call of the table', () => {
  it.each(calls.filter(({ name }) => open.includes(name)))('is open where it must be: $name', async ({ path }) => {
    const { ask } = aGuardedClient(aWorld());
    expect([(await ask(path)).status, (await ask(path, { as: 'forged' })).status]).toEqual([200, 200]);
  });

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

  it.each(calls.filter(({ method }) => method !== 'GET'))('is either a question or a write: $name', ({ id }) =>
    expect([...questions, ...writes].filter((each) => each === id)).toEqual([id]),
  );

  it.each(calls.filter(({ id }) => isWrite(id, new URLSearchParams())))(
    'needs a permission where it changes something: $name',
    async ({ method, path }) => {
      const { ask } = aGuardedClient(aWorld());
      const { status, body } = await ask(fill(path), { method, as: 'reader' });
      expect(status).toBe(403);
      expect(body).toEqual({ errors: [expect.stringContaining('needs the permission ast:enrol')] });
      expect((await ask(fill(path), { method, as: 'operator' })).status).not.toBe(403);
    },
  );
});

describe('addresses that no call has', () => {
  it.each(['/v1', '/v1/nothing', '/v1//ast', '/v1/ast/../healthz/x', '/healthz/', '/healthz/x', '/HEALTHZ', '/v1/%zz'])(
    'tell a stranger nothing: %s',
    async (path) => expect((await aGuardedClient(aWorld()).ask(path)).status).toBe(401),
  );

  it('are not found by those who are signed in', async () => {
    expect((await aGuardedClient(aWorld()).ask('/v1/nothing', { as: 'reader' })).status).toBe(404);
  });
});

describe('auth', () => {
  it('comes before body, parameters and everything else', async () => {
    const world = aWorld();
    const { ask } = aGuardedClient(world);
    const headers = { 'content-type': 'text/plain' };
    expect((await ask('/v1/ast/candidates/shop?dryrun=x&y=1', { method: 'POST', headers })).status).toBe(401);
  });

  it('lets a preview through without the permission, and nothing that only looks like one', async () => {
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

  it('is said to be off where it is off, and on where it is on', async () => {
    expect((await aClient(aWorld()).get('/v1/openapi.json')).body).toMatchObject({ security: [] });
    const { ask } = aGuardedClient(aWorld());
    expect((await ask('/v1/openapi.json', { as: 'reader' })).body).toMatchObject({ security: [{ token: [] }] });
  });

  it('names in the log who changed what, and no token', async () => {
    const { ask, lines } = aGuardedClient(aWorld());
    await ask('/v1/ast/shop/cart/cleanup', { method: 'POST', as: 'operator' });
    expect(lines.at(-1)).toMatchObject({
      level: 'info',
      fields: { subject: 'operator', operation: 'targets.cleanup', path: '/v1/ast/shop/cart/cleanup' },
    });
    expect(JSON.stringify(lines)).not.toContain('Bearer');
  });
});

describe('a failure in a window of its own', () => {
  it('is plain text, which no browser runs', async () => {
    const { respond } = aGuardedClient(aWorld());
    const response = await respond('/v1/export?start=x', { headers: { 'sec-fetch-mode': 'navigate' } });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.json()).toEqual({ errors: [expect.any(String)] });
  });
});
