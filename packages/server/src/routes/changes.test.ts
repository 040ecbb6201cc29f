import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeListSchema, dayMs, hourMs, minuteMs } from '@trimtab/core';
import {
  aClient,
  aGuardedClient,
  aRecord,
  aUsage,
  aWorkload,
  aWorld,
  mebibyte,
  now,
  pastUsage,
  type SmallWorld,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSqliteStore } from '../adapters/sql/index.ts';
import { type DeclaredState, SourceError, StoreError } from '../ports/index.ts';

type Change = { readonly from: number; readonly memory?: number; readonly cpu?: number; readonly image?: string };

/** A target whose requests and image are those of the newest change at each time. */
function aChangingWorld(changes: readonly Change[], record: Parameters<typeof aRecord>[0] = {}) {
  const small = aWorld([aRecord({ enrolledAt: now - 30 * dayMs, ...record })]);
  small.workloads.push(aWorkload());
  small.usages.push(aUsage(0.7, 0.7, { since: now - 20 * dayMs }));
  const stateAt = (at: number): DeclaredState => {
    const { cpu, memory, image } = Object.assign({}, ...changes.filter(({ from }) => from <= at));
    const container = {
      name: 'app',
      image: image ?? 'cart:1',
      cpuRequest: cpu ?? 1,
      cpuLimit: null,
      memoryRequest: (memory ?? 1024) * mebibyte,
      memoryLimit: null,
    };
    return { at, containers: [container], isRollingOut: false, replicas: 2, bounds: null };
  };
  const reads: string[] = [];
  small.deps.history = {
    ...pastUsage(small),
    async declared({ namespaces = [] }, { start, end }, stepMs) {
      if (small.fail.cluster !== null) throw small.fail.cluster;
      reads.push(`${(end - start) / stepMs + 1} × ${stepMs / minuteMs} min`);
      const states = Array.from({ length: (end - start) / stepMs + 1 }, (_, step) => stateAt(start + step * stepMs));
      const items = namespaces.map((namespace) => ({ namespace, kind: 'Deployment', name: 'cart', states }));
      return { items, problems: [] };
    },
  };
  return { small, reads };
}

const others = (namespace: string, count: number) =>
  Array.from({ length: count }, (_, index) => aRecord({ namespace, name: `cart-${index}` }));

const listOf = (body: unknown) => changeListSchema.parse(body);
async function list(small: SmallWorld, query = '') {
  return listOf((await aClient(small).get(`/v1/views/changes${query}`)).body);
}
const summary = async (small: SmallWorld, query = '') =>
  (await list(small, query)).items.map(({ event, at }) => `${event} ${at.slice(5, 16)}`);
const iso = (time: number) => new Date(time).toISOString().slice(5, 16);

describe('the changes in the cluster', () => {
  it('are those of the two weeks before, for a target that is seen for the first time', async () => {
    const { small, reads } = aChangingWorld([{ from: now - 3 * dayMs, memory: 2048 }]);
    expect(await list(small)).toMatchObject({
      items: [
        {
          id: `resources.${(now - 3 * dayMs).toString(36)}.shop.cart`,
          at: new Date(now - 3 * dayMs).toISOString(),
          kind: 'Deployment',
          event: 'resources',
          by: null,
          before: { containers: [{ name: 'app', cpu_request: 1, memory_request: 1024 * mebibyte }], replicas: 2 },
          after: { containers: [{ name: 'app', memory_request: 2048 * mebibyte, image: 'cart:1' }] },
          suggestion: null,
        },
      ],
      total: 1,
    });
    expect(reads).toEqual(['336 × 60 min']);
  });

  it('are read for several small namespaces together', async () => {
    const { small, reads } = aChangingWorld([{ from: now - 3 * dayMs, memory: 2048 }]);
    await small.deps.store.targets.enroll([
      ...['a', 'b'].flatMap((namespace) => [aRecord({ namespace }), ...others(namespace, 39)]),
      ...others('c', 60),
    ]);
    expect((await list(small)).items.map(({ namespace }) => namespace).toSorted()).toEqual(['a', 'b', 'shop']);
    // The namespaces a and b, then c and shop.
    expect(reads).toEqual(['336 × 60 min', '336 × 60 min']);
  });

  it('are recorded once with the time at which they first showed, also after a restart and a long stop', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-changes-'));
    const [first, second] = [now + 7 * minuteMs, now + 3 * hourMs];
    const { small, reads } = aChangingWorld([
      { from: first, memory: 2048 },
      { from: second, image: 'cart:2' },
    ]);
    small.deps.store = await openSqliteStore(folder);
    await small.deps.store.targets.enroll([aRecord()]);
    const expected = [`image ${iso(second)}`, `resources ${iso(now + 10 * minuteMs)}`];
    expect(await summary(small)).toEqual([]);
    small.now += 12 * minuteMs;
    expect(await summary(small)).toEqual([]);
    small.now += 5 * minuteMs;
    expect(await summary(small)).toEqual(expected.slice(1));
    await small.deps.store.close();
    small.deps.store = await openSqliteStore(folder);
    expect(await summary(small)).toEqual(expected.slice(1));
    small.now = now + 9 * hourMs;
    expect(await summary(small)).toEqual(expected);
    small.now += 10 * minuteMs;
    expect(await summary(small)).toEqual(expected);
    expect(reads.slice(1).every((read) => read.endsWith('× 5 min'))).toBe(true);
    await small.deps.store.close();
    rmSync(folder, { recursive: true });
  });

  it('that cannot be read are named, and read later', async () => {
    const { small } = aChangingWorld([{ from: now - hourMs, image: 'cart:2' }]);
    small.fail.cluster = new SourceError('Prometheus is unavailable (HTTP 502).');
    const client = aClient(small);
    const failing = listOf((await client.get('/v1/views/changes')).body);
    expect(failing.incomplete).toEqual([
      'Changes of namespace shop could not be read: Prometheus is unavailable (HTTP 502).',
    ]);
    small.fail.cluster = null;
    const answered = listOf((await client.get('/v1/views/changes')).body);
    expect(answered.incomplete).toBeUndefined();
  });

  it('are unknown to a source that does not know what the cluster declared', async () => {
    expect(await list(aWorld([aRecord()]))).toEqual({
      items: [],
      total: 0,
      incomplete: ['The source of past usage does not report requests, replicas and images.'],
    });
  });
});

describe('a change of resources', () => {
  it('is verified a day later, once', async () => {
    const { small } = aChangingWorld([{ from: now, memory: 2048 }]);
    await summary(small);
    small.now = now + dayMs;
    const pending = (await list(small)).items[0]?.verification;
    expect(pending).toMatchObject({
      day: { state: 'pending', due: new Date(now + dayMs).toISOString(), verdict: null },
      week: { state: 'pending', due: new Date(now + 7 * dayMs).toISOString() },
    });
    small.now = now + dayMs + 2 * hourMs;
    await summary(small);
    const verified = (await list(small)).items[0]?.verification;
    expect(verified).toMatchObject({
      day: {
        state: 'done',
        verdict: 'same',
        sentence: 'Costs the same.',
        before: { cpu_usage: expect.closeTo(1.4), cpu_requested: 2, oom_kills: null, restarts: null },
        after: { cpu_usage: expect.closeTo(1.4), cpu_requested: 2, oom_kills: null },
      },
      week: { state: 'pending' },
    });
    const { changes } = small.deps.store;
    expect(await changes.due(small.now, 9)).toEqual([]);
  });

  it('is not verified by a replica that has lost this work meanwhile', async () => {
    const { small } = aChangingWorld([{ from: now, memory: 2048 }]);
    await summary(small);
    const { store } = small.deps;
    small.deps.store = {
      ...store,
      changes: {
        ...store.changes,
        async write(written, holds = []) {
          const isWatched = written.watched.length > 0;
          if (holds.length > 0 && !isWatched) throw new StoreError('Another replica has taken over this work.');
          await store.changes.write(written, holds);
        },
      },
    };
    small.now = now + dayMs + 2 * hourMs;
    await summary(small);
    expect((await list(small)).items[0]?.verification?.day.state).toBe('pending');
  });

  it('cannot be verified if another follows too soon', async () => {
    const { small } = aChangingWorld([
      { from: now - 9 * dayMs, memory: 2048 },
      { from: now - 8.5 * dayMs, memory: 4096 },
    ]);
    await summary(small);
    await summary(small);
    const [later, earlier] = (await list(small)).items.map(({ verification }) => verification);
    expect(earlier?.day).toMatchObject({
      state: 'impossible',
      reason: 'Requests or limits changed again after 12 hours.',
    });
    expect(later?.day).toMatchObject({
      state: 'impossible',
      reason: 'Requests or limits had changed 12 hours before.',
    });
  });

  it('cannot be verified when the target is no longer enrolled', async () => {
    const { small } = aChangingWorld([{ from: now, memory: 2048 }]);
    await summary(small);
    small.now = now + 10 * minuteMs;
    await summary(small);
    await small.deps.store.targets.remove('shop', 'cart');
    small.now = now + dayMs + 2 * hourMs;
    await summary(small);
    expect((await list(small)).items[0]?.verification?.day).toMatchObject({
      state: 'impossible',
      reason: 'The target is no longer enrolled.',
      verdict: null,
    });
  });

  it('names the suggestion that it applies', async () => {
    const { small } = aChangingWorld([{ from: now + hourMs, cpu: 1, memory: 1 }]);
    const client = aClient(small);
    await client.get('/v1/ast/shop/cart/suggestions');
    const published = listOf((await client.get('/v1/views/changes?events=suggestion')).body).items[0];
    expect(published).toMatchObject({
      event: 'suggestion',
      by: 'trimtab',
      kind: 'Deployment',
      suggestion: expect.any(String),
      before: { containers: [{ name: 'app', cpu_request: 1, memory_request: 1024 * mebibyte }] },
    });
    const [suggested] = published?.after?.containers ?? [];
    const applied = aChangingWorld([
      {
        from: now + hourMs,
        cpu: suggested?.cpu_request ?? 0,
        memory: Math.round((suggested?.memory_request ?? 0) / mebibyte),
      },
    ]).small;
    applied.deps.store = small.deps.store;
    await summary(applied);
    applied.now = now + 2 * hourMs;
    const [change] = (await list(applied, '?events=resources')).items;
    expect(change?.suggestion).toBe(published?.suggestion);
  });
});

describe('what was done with Trimtab', () => {
  it('is recorded with who did it', async () => {
    const { small } = aChangingWorld([]);
    await small.deps.store.targets.remove('shop', 'cart');
    const { ask } = aGuardedClient(small);
    const as = 'operator';
    await ask('/v1/ast/candidates/shop?dryrun=false', { as, method: 'POST' });
    // Repeating the request changes nothing.
    await ask('/v1/ast/candidates/shop?dryrun=false', { as, method: 'POST' });
    small.now += minuteMs;
    const targets = [
      { namespace: 'shop', name: 'cart' },
      { namespace: 'shop', name: 'unknown' },
    ];
    expect((await ask('/v1/views/changes', { as: 'reader', method: 'POST', body: { targets } })).status).toBe(204);
    small.now += minuteMs;
    await ask('/v1/ast/shop/cart/cleanup', { as, method: 'POST' });
    const { items } = listOf((await ask('/v1/views/changes', { as: 'reader' })).body);
    expect(items.map(({ event, by, namespace, name, kind }) => [event, by, `${namespace}/${name}`, kind])).toEqual([
      ['unenrolled', 'operator', 'shop/cart', 'Deployment'],
      ['export', 'reader', 'shop/cart', 'Deployment'],
      ['enrolled', 'operator', 'shop/cart', 'Deployment'],
    ]);
  });

  it('is done by nobody known without sign-in', async () => {
    const { small } = aChangingWorld([]);
    await aClient(small).post('/v1/ast/shop/cart/cleanup');
    expect((await list(small)).items).toMatchObject([{ event: 'unenrolled', by: null, before: null, after: null }]);
  });
});

const twoChanges = () =>
  aChangingWorld([
    { from: now - 3 * dayMs, memory: 2048 },
    { from: now - 2 * dayMs, image: 'cart:2' },
  ]).small;

describe('the list', () => {
  it('is filtered by target, event and time', async () => {
    const small = twoChanges();
    expect(await summary(small, '?namespace=shop&name=cart&events=image,replicas')).toEqual([
      `image ${iso(now - 2 * dayMs)}`,
    ]);
    expect(await summary(small, `?end=${new Date(now - 2 * dayMs).toISOString()}`)).toEqual([
      `resources ${iso(now - 3 * dayMs)}`,
    ]);
    expect(await summary(small, '?namespace=other')).toEqual([]);
    const refused = await aClient(small).get('/v1/views/changes?events=image,imago');
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [expect.stringMatching(/^Parameter events must be a list of resources, .*, not "imago"\.$/)] },
    });
  });

  it('does not move between two pages', async () => {
    const small = twoChanges();
    const client = aClient(small);
    const page = async (offset: number) =>
      listOf((await client.get(`/v1/views/changes?limit=1&offset=${offset}`)).body);
    expect(await page(0)).toMatchObject({ items: [{ event: 'image' }], total: 2 });
    await client.post('/v1/ast/shop/cart/cleanup');
    expect(await page(1)).toMatchObject({ items: [{ event: 'resources' }], total: 2 });
    expect(await page(0)).toMatchObject({ items: [{ event: 'unenrolled' }], total: 3 });
  });

  it.each([
    ['a minute after the first one', 1, minuteMs, 'console'],
    ['for another client', 1, 0, 'script'],
    ['after a first one with the whole list', 250, 0, 'console'],
  ])('is read again for a later page %s', async (_when, limit, wait, agent) => {
    const small = twoChanges();
    const { ask } = aGuardedClient(small);
    const page = async (query: string, client: string) => {
      const headers = { 'user-agent': client };
      return listOf((await ask(`/v1/views/changes?${query}`, { as: 'reader', headers })).body);
    };
    expect(await page(`limit=${limit}&offset=0`, 'console')).toMatchObject({ total: 2 });
    small.now += wait;
    expect(await page('limit=1&offset=1', agent)).toMatchObject({ items: [{ event: 'resources' }], total: 2 });
  });
});

it('the list of targets shows the newest change in the cluster, and is sorted and filtered by it', async () => {
  const { small } = aChangingWorld([{ from: now - 2 * dayMs, image: 'cart:2' }]);
  const shown = async (query: string) => {
    const { body } = await aClient(small).get(`/v1/views/asts?sort=-last_change${query}`);
    return z.object({ items: z.array(z.object({ last_change: z.nullable(z.string()) })) }).parse(body).items;
  };
  const published = new Date(now).toISOString();
  const changed = new Date(now - 2 * dayMs).toISOString();
  expect(await shown('')).toEqual([{ last_change: published }]);
  await list(small);
  expect(await shown('')).toEqual([{ last_change: changed }]);
  expect(await shown(`&changedSince=${changed}`)).toHaveLength(1);
  expect(await shown(`&changedSince=${published}`)).toEqual([]);
});
