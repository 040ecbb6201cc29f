import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRecord } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { holdOn, type Store, wholeWork } from '../../ports/index.ts';
import { mostPruned } from './batches.ts';
import { openedStore, postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { openSqliteStore } from './sqlite/open.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const always = { start: 0, end: Number.MAX_SAFE_INTEGER };
const few = 3;
const times = Array.from({ length: mostPruned + 2 * few }, (_, at) => at);

async function inSqlite(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-prune-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return openSqliteStore(folder);
}

const target = { namespace: 'shop', name: 'cart' };

const { emptyDatabase } = postgresStarter();
const inPostgres = async () => openedStore(await emptyDatabase());
const hasPostgres = whySkipped('old records in PostgreSQL') === null;
const kinds = [{ kind: 'SQLite', open: inSqlite }, ...(hasPostgres ? [{ kind: 'PostgreSQL', open: inPostgres }] : [])];

describe('old suggestions and changes', () => {
  it.each(kinds)('are deleted some at a time in $kind', async ({ open }) => {
    const store = await open();
    cleanups.push(() => store.close());
    const { suggestions, changes } = store;
    await suggestions.add(times.map((at) => ({ ...target, createdAt: at, id: `${at}`, version: 1, body: '{}' })));
    const before = mostPruned + few;
    expect(await suggestions.prune(before)).toBe(false);
    expect(await suggestions.list('shop', 'cart', always)).toHaveLength(2 * few);
    expect(await suggestions.prune(before)).toBe(true);
    expect((await suggestions.list('shop', 'cart', always)).map(({ createdAt }) => createdAt)).toEqual(
      times.slice(-few).toReversed(),
    );
    const event = 'image' as const;
    const records = times.map((at) => ({ ...target, id: `${at}`, at, event, dueAt: null, body: '{}' }));
    const idsLeft = async () => (await changes.list({ window: always }, 2 * mostPruned)).map(({ id }) => id);
    for (const bounds of [
      { before, most: 2 * mostPruned },
      { before: 0, most: few },
    ]) {
      await changes.write({ changes: records, watched: [] });
      expect(await changes.prune(['image'], bounds)).toBe(false);
      expect(await idsLeft()).toHaveLength(2 * few);
      expect(await changes.prune(['image'], bounds)).toBe(true);
      expect(await idsLeft()).toEqual(times.slice(-few).toReversed().map(String));
    }
  });
});

const holdOf = ({ shared }: Store) => holdOn(shared, 'shop') ?? wholeWork;

async function putStates(store: Store, ...keys: string[]): Promise<void> {
  const states = keys.map((key) => {
    const [namespace = '', name = ''] = key.split('/');
    return { namespace, name, version: 1, bytes: Uint8Array.of(1) };
  });
  await store.states?.put(states, holdOf(store));
}

async function statesLeft({ states }: Store): Promise<readonly string[]> {
  const left = [];
  for (const namespace of ['mail', 'shop']) left.push(...((await states?.inNamespace(namespace)) ?? []));
  return left.map(({ namespace, name }) => `${namespace}/${name}`);
}

describe('the state of a target', () => {
  const names = ['a', 'b', 'c'];

  it.each(kinds)('is deleted in $kind when the target is removed, with those that were left over', async ({ open }) => {
    const store = await open();
    cleanups.push(() => store.close());
    await store.targets.enroll(names.map((name) => aRecord({ name })));
    await store.targets.enroll([aRecord({ namespace: 'mail', name: 'a' })]);
    await putStates(store, 'mail/a', 'shop/a', 'shop/b', 'shop/c');
    expect(await store.targets.remove('shop', 'b')).toBe(true);
    expect(await statesLeft(store)).toEqual(['mail/a', 'shop/a', 'shop/c']);
    // Written by a refresh that began before the removal.
    await putStates(store, 'shop/b');
    expect(await store.targets.remove('shop', 'a')).toBe(true);
    expect(await statesLeft(store)).toEqual(['mail/a', 'shop/c']);
    await store.targets.enroll([aRecord({ name: 'a' })]);
    await putStates(store, 'shop/a');
    expect(await store.targets.remove('shop', 'c')).toBe(true);
    expect(await statesLeft(store)).toEqual(['mail/a', 'shop/a']);
  });

  it.each(kinds)('stays in $kind if another registry has the target', async ({ open }) => {
    const store = await open();
    cleanups.push(() => store.close());
    await store.targets.enroll([aRecord({ namespace: 'mail', name: 'a' })]);
    await putStates(store, 'mail/a', 'shop/a');
    expect(await store.targets.remove('shop', 'a')).toBe(false);
    expect(await store.targets.remove('mail', 'a')).toBe(true);
    await store.suggestions.prune(Number.MAX_SAFE_INTEGER);
    expect(await statesLeft(store)).toEqual(['shop/a']);
  });
});

describe.skipIf(!hasPostgres)('the evaluations of a namespace', () => {
  it('are deleted with its last target, and those that are stored later are seen by the other replicas', async () => {
    const access = await emptyDatabase();
    // The first one has all of the work.
    const one = await openedStore(access, { leaseMs: 3_600_000 });
    const two = await openedStore(access, { name: 'server two', leaseMs: 3_600_000 });
    cleanups.push(
      () => one.close(),
      () => two.close(),
    );
    const namespaces = ['mail', 'shop'];
    const save = async (namespace: string, body: string) =>
      one.shared?.saveEvaluations({ namespace, body }, holdOn(one.shared, namespace) ?? wholeWork);
    const seen = async () => (await two.shared?.revisions('evaluations'))?.get('shop') ?? 0;
    const stored = async () =>
      (await two.shared?.evaluations(namespaces))?.map(({ namespace }) => namespace).toSorted();
    await one.targets.enroll([...['a', 'b'].map((name) => aRecord({ name })), aRecord({ namespace: 'mail' })]);
    for (const namespace of namespaces) await save(namespace, '1');
    const before = await seen();
    expect(await one.targets.remove('shop', 'a')).toBe(true);
    expect(await stored()).toEqual(['mail', 'shop']);
    expect(await one.targets.remove('shop', 'b')).toBe(true);
    expect(await stored()).toEqual(['mail']);
    await one.targets.enroll([aRecord({ name: 'a' })]);
    await save('shop', '2');
    expect(await stored()).toEqual(['mail', 'shop']);
    // Not counted from the beginning again, or the others would take the new evaluations for those that they know.
    expect(await seen()).toBeGreaterThan(before);
  });
});
