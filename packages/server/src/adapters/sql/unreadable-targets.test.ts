import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { aClient, aRecord, aWorld } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Logger, Store, TargetRecord } from '../../ports/index.ts';
import { readPostgresTargets } from './postgres/open.ts';
import { openedStore, postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { openSqliteStore, readSqliteTargets } from './sqlite/open.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

type Opened = {
  readonly store: Store;
  /** Executes SQL as another server would. */
  readonly execute: (statement: string) => Promise<unknown>;
  readonly readForCopy: () => Promise<readonly TargetRecord[]>;
};

const missing = (what: string) =>
  `These enrolled targets cannot be read, so they are missing: ${what}. A later version of the server may have stored them.`;

/** A database with one more target, of which a later version has written the policy. */
function targetsOfLaterVersions(open: (logger: Logger) => Promise<Opened>): void {
  const opened = async () => {
    const logged: object[] = [];
    const database = await open((level, event, fields) => logged.push({ level, event, ...fields }));
    cleanups.push(() => database.store.close());
    const { store, execute } = database;
    await store.targets.enroll([aRecord(), aRecord({ name: 'pay' })]);
    const write = () => execute(`update target set limit_policy = 'later' where name = 'cart'`);
    const rows = () => execute(`select * from target where name = 'cart'`);
    return { ...database, targets: store.targets, logged, write, rows };
  };
  const text = missing('shop/cart (limitPolicy)');
  const refused =
    'This server cannot read limitPolicy of the target "cart" in namespace "shop". A later version of the server may have stored it.';

  it('are named, count as present, and are logged once', async () => {
    const { targets, logged, write, execute, readForCopy } = await opened();
    expect(targets.staleProblem?.() ?? null).toBeNull();
    await write();
    for (let times = 0; times < 2; times += 1) expect((await targets.list()).map(({ name }) => name)).toEqual(['pay']);
    expect(targets.staleProblem?.()).toBe(text);
    expect(['cart', 'pay', 'gone'].map((name) => targets.mayExist?.('shop', name))).toEqual([true, false, false]);
    expect(logged).toEqual([
      { level: 'warn', event: 'target unreadable', namespace: 'shop', name: 'cart', field: 'limitPolicy' },
    ]);
    await expect(readForCopy()).rejects.toThrow(text);
    await execute(`update target set limit_policy = 'keep', managed = '[{"container":"app","resources":["gpu"]}]'`);
    await targets.list();
    expect(targets.staleProblem?.()).toBe(missing('shop/cart (managed), shop/pay (managed)'));
    await execute(`update target set managed = '[]'`);
    expect(await targets.list()).toHaveLength(2);
    expect(targets.staleProblem?.()).toBeNull();
    expect(targets.mayExist?.('shop', 'cart')).toBe(false);
  });

  it('are neither enrolled again, nor changed or removed', async () => {
    const { targets, write, rows } = await opened();
    await write();
    const before = await rows();
    expect(await targets.enroll([aRecord(), aRecord({ name: 'new' })])).toEqual([
      { namespace: 'shop', name: 'cart', kind: 'Deployment', result: 'failed', reason: refused },
      { namespace: 'shop', name: 'new', kind: 'Deployment', result: 'created' },
    ]);
    const state = { replicas: 1, containers: [], recordedAt: 1 };
    const calls = [
      () => targets.get('shop', 'cart'),
      () => targets.setLimitPolicy('shop', 'cart', null),
      () => targets.recordUnoptimized('shop', 'cart', state),
      () => targets.remove('shop', 'cart'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'conflict', message: refused });
    expect(await rows()).toEqual(before);
  });

  it('do not hide the other targets from the API, which names them in every answer', async () => {
    const { store, write } = await opened();
    await write();
    const world = aWorld();
    const client = aClient({ ...world, deps: { ...world.deps, store } });
    const listed = await client.get('/v1/ast/shop');
    expect(listed).toMatchObject({ status: 200, body: { items: [{ name: 'pay' }] } });
    expect(listed.headers.get('trimtab-notice')).toBe(text);
    for (const asked of [client.get('/v1/ast/shop/cart'), client.post('/v1/ast/shop/cart/cleanup')])
      expect(await asked).toMatchObject({ status: 409, body: { errors: [refused] } });
  });

  it('are counted beyond the first three', async () => {
    const { targets, execute } = await opened();
    await targets.enroll(['a', 'b', 'c'].map((name) => aRecord({ name })));
    await execute(`update target set model_mode = 'later'`);
    expect(await targets.list()).toEqual([]);
    const named = ['a', 'b', 'c'].map((name) => `shop/${name} (modelMode)`).join(', ');
    expect(targets.staleProblem?.()).toBe(missing(`${named} and 2 more`));
  });
}

describe('targets of a later version in SQLite', () => {
  targetsOfLaterVersions(async (logger) => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-unreadable-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openSqliteStore(folder, logger);
    const database = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    cleanups.push(() => database.close());
    return {
      store,
      execute: async (statement) => database.prepare(statement).all(),
      readForCopy: () => readSqliteTargets(folder),
    };
  });
});

describe.skipIf(whySkipped('targets of a later version in PostgreSQL') !== null)('in PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter();
  targetsOfLaterVersions(async (logger) => {
    const access = await emptyDatabase();
    const store = await openedStore(access, { logger });
    const { query } = await running();
    return {
      store,
      execute: (statement) => query(access.database, statement),
      readForCopy: () => readPostgresTargets(access),
    };
  });
});
