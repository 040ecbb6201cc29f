import { afterEach, describe, expect, it } from 'vitest';
import { type KubernetesStandIn, startKubernetes } from './server.ts';
import { targetDefinition } from './target-definition.ts';

const running: KubernetesStandIn[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.stop()));
});

async function aServer() {
  const standIn = await startKubernetes();
  running.push(standIn);
  const ask = async (method: string, path: string, body?: object, type = 'application/json') => {
    const response = await fetch(`${standIn.url}${path}`, {
      method,
      headers: { authorization: 'Bearer admin', 'content-type': type, connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null, response };
  };
  return { standIn, ask };
}

const targets = '/apis/trimtab.dev/v1alpha1/namespaces/shop/aiscaletargets';
const aTarget = (spec: object) => ({
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { name: 'cart' },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' }, ...spec },
});
async function withDefinition() {
  const { standIn, ask } = await aServer();
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  const { status } = await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', targetDefinition());
  expect(status).toBe(201);
  return { standIn, ask };
}

describe('the definition of AIScaleTarget', () => {
  it('accepts a target, and fills in its defaults', async () => {
    const { ask } = await withDefinition();
    const vertical = { mode: 'autonomous', containers: { app: { cpu: {} } } };
    const { status, body } = await ask('POST', targets, aTarget({ vertical, model: {} }));
    expect(status).toBe(201);
    expect(body.spec).toMatchObject({ model: { mode: 'balanced' }, vertical });
    const table = await fetch(`${running[0]?.url}${targets}`, {
      headers: {
        authorization: 'Bearer admin',
        accept: 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json',
      },
    });
    const { columnDefinitions }: { columnDefinitions: { name: string }[] } = await table.json();
    expect(columnDefinitions.map(({ name }) => name)).toEqual([
      'Name',
      'Mode',
      'CPU',
      'Memory',
      'Replicas',
      'Ready',
      'Reason',
      'Age',
    ]);
  });

  it.each([
    [{ vertical: { mode: 'sometimes' } }, 'Unsupported value: "sometimes"'],
    [{}, 'spec: Invalid value: give horizontal, vertical or both'],
    [{ horizontal: { mode: 'recommendation' }, limitPolicy: 'never' }, 'spec.limitPolicy: Unsupported value: "never"'],
    [{ horizontal: {} }, 'spec.horizontal.mode: Required value'],
  ])('refuses %j', async (spec, reason) => {
    const { ask } = await withDefinition();
    const { status, body } = await ask('POST', targets, aTarget(spec));
    expect(status).toBe(422);
    expect(body.message).toContain(reason);
  });

  it('keeps the workload of a target, and reports a stale write', async () => {
    const { ask } = await withDefinition();
    const { body: first } = await ask('POST', targets, aTarget({ horizontal: { mode: 'recommendation' } }));
    const merge = 'application/merge-patch+json';
    const moved = await ask('PATCH', `${targets}/cart`, { spec: { scaleTargetRef: { name: 'other' } } }, merge);
    expect(moved.body.message).toContain('scaleTargetRef is immutable');
    await ask('PATCH', `${targets}/cart`, { spec: { limitPolicy: 'equal' } }, merge);
    const stale = await ask('PUT', `${targets}/cart`, first);
    expect([stale.status, stale.body.reason]).toEqual([409, 'Conflict']);
  });

  it('keeps the owners of fields apart', async () => {
    const { ask } = await withDefinition();
    const apply = 'application/apply-patch+yaml';
    const mine = aTarget({ horizontal: { mode: 'recommendation' }, limitPolicy: 'keep' });
    await ask('PATCH', `${targets}/cart?fieldManager=trimtab`, mine, apply);
    const theirs = aTarget({ horizontal: { mode: 'autonomous' } });
    const { status, body } = await ask('PATCH', `${targets}/cart?fieldManager=kubectl`, theirs, apply);
    expect(status).toBe(409);
    expect(body.details.causes).toEqual([
      { reason: 'FieldManagerConflict', message: 'conflict with "trimtab"', field: '.spec.horizontal.mode' },
    ]);
  });
});

describe('faults on demand', () => {
  const pods = '/api/v1/pods';

  it('answers with errors as often as asked', async () => {
    const { standIn, ask } = await aServer();
    standIn.fail({ answer: 'too many', times: 2, retryAfter: 3 });
    const first = await ask('GET', pods);
    expect([first.status, first.text, first.response.headers.get('retry-after')]).toEqual([
      429,
      'Too many requests, please try again later.\n',
      '3',
    ]);
    expect((await ask('GET', pods)).status).toBe(429);
    expect((await ask('GET', pods)).status).toBe(200);
    standIn.removeUser('admin');
    expect((await ask('GET', pods)).status).toBe(401);
  });

  it('breaks watches off, and forgets the past when it restarts', async () => {
    const { standIn, ask } = await aServer();
    const watch = await fetch(`${standIn.url}${pods}?watch=1&resourceVersion=1`, {
      headers: { authorization: 'Bearer admin' },
    });
    expect(standIn.openWatches()).toBe(1);
    standIn.dropWatches();
    await expect(watch.text()).rejects.toThrow('terminated');
    standIn.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'shop' } });
    await standIn.down();
    await expect(ask('GET', pods)).rejects.toThrow('fetch failed');
    await standIn.up();
    const { text } = await ask('GET', `${pods}?watch=1&resourceVersion=2`);
    expect(JSON.parse(text)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
  });
});
