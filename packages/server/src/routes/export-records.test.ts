import { changeListSchema, dayMs, hourMs, minuteMs } from '@trimtab/core';
import { aClient, aGuardedClient, aRecord, aWorkload, aWorld, now, type SmallWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const mostExports = 30_000;

async function stored(small: SmallWorld) {
  const window = { start: 0, end: Number.MAX_SAFE_INTEGER };
  return (await small.deps.store.changes.list({ events: ['export'], window }, 100_000)).map(({ id, body }) => ({
    id,
    by: JSON.parse(body).by,
  }));
}
const countBy = async (small: SmallWorld) =>
  Object.fromEntries([...Map.groupBy(await stored(small), ({ by }) => by)].map(([by, own]) => [by, own.length]));

/** Stores exports of a caller, each a millisecond older than the one before. */
async function storeExports(small: SmallWorld, by: string | null, count: number, before = now) {
  const changes = Array.from({ length: count }, (_, index) => ({
    id: `export ${by} ${index}`,
    namespace: 'shop',
    name: 'cart',
    at: before - 1 - index,
    event: 'export' as const,
    dueAt: null,
    body: JSON.stringify({ by }),
  }));
  await small.deps.store.changes.write({ changes, watched: [] });
}

function aWorldOf(count: number) {
  const names = Array.from({ length: count }, (_, index) => `app-${index}`);
  const small = aWorld(names.map((name) => aRecord({ name })));
  const { ask } = aGuardedClient(small);
  const record = async (as: string, some = names) => {
    const body = { targets: some.map((name) => ({ namespace: 'shop', name })) };
    return (await ask('/v1/views/changes', { as, method: 'POST', body })).status;
  };
  return { small, ask, record };
}

describe('the record of an export', () => {
  it('counts against the write limit of the caller, who needs no write permission', async () => {
    const { small, ask, record } = aWorldOf(1);
    const statuses = await Promise.all(Array.from({ length: 12 }, () => record('reader')));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
    expect((await ask('/v1/ast', { as: 'reader' })).status).toBe(200);
    expect(await record('another')).toBe(204);
    small.now += 1_000;
    expect(await record('reader')).toBe(204);
  });

  it('is one for the same caller and target in an hour', async () => {
    const { small, ask, record } = aWorldOf(2);
    for (const as of ['reader', 'another', 'reader']) {
      await record(as);
      small.now += minuteMs;
    }
    const { body } = await ask('/v1/views/changes?events=export', { as: 'reader' });
    expect(changeListSchema.parse(body).items.map(({ by, name, at }) => [by, name, Date.parse(at) - now])).toEqual([
      ['reader', 'app-1', 2 * minuteMs],
      ['reader', 'app-0', 2 * minuteMs],
      ['another', 'app-1', minuteMs],
      ['another', 'app-0', minuteMs],
    ]);
    small.now += hourMs;
    await record('reader');
    expect(await countBy(small)).toEqual({ reader: 4, another: 2 });
  });

  it('displaces only older ones of the callers with the most of them', async () => {
    const { small, record } = aWorldOf(5_000);
    await storeExports(small, 'victim', 9_000, now - dayMs);
    await storeExports(small, 'other', 10_500, now - dayMs);
    await storeExports(small, 'flooder', 60_000);
    expect(await record('flooder')).toBe(204);
    expect(await countBy(small)).toEqual({ victim: 9_000, other: 10_500, flooder: 10_500 });
    const ids = new Set((await stored(small)).map(({ id }) => id));
    expect(['export flooder 5499', 'export flooder 5500'].map((id) => ids.has(id))).toEqual([true, false]);
  });

  it('of 10,000 targets is accepted', async () => {
    const { small, record } = aWorldOf(10_000);
    expect(await record('reader')).toBe(204);
    expect(await countBy(small)).toEqual({ reader: 10_000 });
  });
});

it('many exports delete the oldest of them, and no other records', async () => {
  const small = aWorld([aRecord()]);
  const client = aClient(small);
  await small.deps.store.targets.remove('shop', 'cart');
  small.workloads.push(aWorkload());
  await client.post('/v1/ast/candidates/shop?dryrun=false');
  await storeExports(small, null, mostExports);
  await client.post('/v1/views/changes', { targets: [{ namespace: 'shop', name: 'cart' }] });
  small.now += dayMs;
  const { body } = await client.get('/v1/views/changes?events=enrolled');
  expect(changeListSchema.parse(body).items).toHaveLength(1);
  const ids = (await stored(small)).map(({ id }) => id);
  expect(ids).toHaveLength(mostExports);
  expect(ids).not.toContain(`export null ${mostExports - 1}`);
});
