import { operations } from '@trimtab/core';
import { aClient, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { allCalls } from './app.ts';
import { StoreError } from './ports/index.ts';

const deps = () => ({ ...aWorld().deps, logger: () => undefined, version: '1.2.3' });

describe('app', () => {
  it('serves its health and its OpenAPI document', async () => {
    const client = aClient(aWorld());
    expect(await client.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { body } = await client.get('/v1/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  });

  it('implements every call of the contract once, and no other call', () => {
    const ids = allCalls(deps()).map(([id]) => id);
    expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it('answers 404 for other paths', async () => {
    const client = aClient(aWorld());
    expect(await client.get('/v1/nothing')).toMatchObject({
      status: 404,
      body: { errors: ['There is no call GET /v1/nothing.'] },
    });
    expect((await client.post('/healthz')).status).toBe(404);
  });

  it('adds a request id and no-store to every response', async () => {
    const { headers } = await aClient(aWorld()).get('/v1/nothing');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('says in a header what all answers lack, to those who may read them', async () => {
    const world = aWorld();
    expect((await aClient(world).get('/v1/ast')).headers.has('trimtab-notice')).toBe(false);
    world.deps.cluster = { ...world.deps.cluster, problem: () => 'No answer from “prod”.' };
    const { targets } = world.deps.store;
    world.deps.store = { ...world.deps.store, targets: { ...targets, staleProblem: () => 'The targets are old.' } };
    const client = aClient(world);
    expect((await client.get('/v1/ast')).headers.get('trimtab-notice')).toBe(
      'No answer from ?prod?. The targets are old.',
    );
    expect((await client.get('/v1/ast/shop/none')).headers.get('trimtab-notice')).toContain('No answer');
    expect((await client.get('/healthz')).headers.has('trimtab-notice')).toBe(false);
  });

  it('hides the details of an unexpected failure', async () => {
    const world = aWorld();
    world.deps.store = { ...world.deps.store, targets: { ...world.deps.store.targets, list: () => broken() } };
    const events: string[] = [];
    const client = aClient(world, (level, event) => events.push(`${level} ${event}`));
    expect(await client.get('/v1/ast')).toMatchObject({
      status: 500,
      body: { errors: ['The server failed unexpectedly. Its log contains the reason.'] },
    });
    expect(events).toContain('error failed unexpectedly');
  });

  it('reports why the store fails', async () => {
    const world = aWorld();
    world.deps.store = { ...world.deps.store, targets: { ...world.deps.store.targets, list: full } };
    const events: string[] = [];
    const client = aClient(world, (level, event) => events.push(`${level} ${event}`));
    expect(await client.get('/v1/ast')).toMatchObject({
      status: 500,
      body: { errors: ['Nothing can be stored: the disk is full.'] },
    });
    expect(events).toContain('error the store failed');
  });
});

const full = (): Promise<never> => Promise.reject(new StoreError('Nothing can be stored: the disk is full.'));
const broken = (): Promise<never> => Promise.reject(new Error('disk I/O error in /home/somebody'));
