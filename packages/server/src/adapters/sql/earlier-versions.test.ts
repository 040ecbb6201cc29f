import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { aRecord } from '@trimtab/testing';
import { Kysely } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../ports/index.ts';
import { postgresSchemaState } from './postgres/open.ts';
import { openedStore, postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { postgresVersions } from './postgres/versions.ts';
import type { Tables } from './schema.ts';
import { migrate } from './schema-versions.ts';
import { nodeSqliteDialect } from './sqlite/node-sqlite-dialect.ts';
import { openSqliteStore, sqliteSchemaState } from './sqlite/open.ts';
import { sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { sqliteVersions } from './sqlite/versions.ts';

/*
 * A database of each version, as the server of that version wrote it, becomes one of today with all of its content. A new
 * version needs a file of its own in `testing/earlier`: write the same content through its store, and dump the database.
 */
const dumpOf = (name: string) => readFileSync(new URL(`./testing/earlier/${name}.sql`, import.meta.url), 'utf8');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const day = 86_400_000;
const always = { start: 0, end: Number.POSITIVE_INFINITY };

async function contentOf(store: Store) {
  const suggestions = await store.suggestions.list('shop', 'cart', always);
  return {
    targets: await store.targets.list(),
    settings: await store.settings.get(),
    states: await store.states?.inNamespace('shop'),
    rollups: {
      targets: await store.rollups.targets(),
      blocks: await store.rollups.blocks([1], { from: 0, to: 30_000 }),
      summaries: await store.rollups.summaries({ from: 0, to: 30_000 }),
    },
    jobs: await store.jobs.list(),
    artifacts: await store.artifacts.list(),
    insights: await store.insights.list(),
    suggestions: suggestions.map(({ createdAt, body }) => ({ createdAt, body })),
    answer: await store.answers.get('operator', 'key'),
    changes: await store.changes.list({ window: always }, 9),
    watched: await store.changes.watched('shop'),
  };
}

const enrolled = {
  horizontal: 'autonomous',
  vertical: null,
  managed: [{ container: 'app', resources: ['cpu'] }],
} as const;
const unoptimized = {
  replicas: 2,
  containers: [{ name: 'app', cpuRequest: 0, memoryRequest: null }],
  recordedAt: day,
};
const latest = Object.keys(sqliteVersions).length;
const nothingUnknown = { unknown: [], breaking: [] };
const rollupTarget = { id: 1, namespace: 'shop', name: 'cart', coveredFrom: 0, coveredTo: 2 * day };

/** What the server of a version had stored; of SQLite, earlier versions stored less. */
const expected = (version: number) => ({
  targets: [
    aRecord({ ...enrolled, namespace: 'other', name: "it's-ünïcode", enrolledAt: day }),
    aRecord({ ...enrolled, enrolledAt: day, unoptimized, ...(version < 5 ? {} : { limitPolicy: 'ratio' as const }) }),
  ],
  settings: { node_cpu_cores: 4, node_memory_bytes: 2 ** 34, node_hourly_cost: 0.192 },
  states: version < 2 ? [] : [{ namespace: 'shop', name: 'cart', version: 1, bytes: Uint8Array.of(0, 255, 7) }],
  rollups: {
    targets: version < 2 ? [] : [rollupTarget],
    blocks:
      version < 2
        ? []
        : [
            { id: 1, day: 0, bytes: Uint8Array.of(1) },
            { id: 1, day: 20_000, bytes: Uint8Array.of(2) },
          ],
    summaries: version < 2 ? [] : [{ group: 3, day: 0, bytes: Uint8Array.of(9) }],
  },
  jobs:
    version < 2
      ? []
      : [
          {
            id: 'job',
            namespace: 'shop',
            name: 'cart',
            state: 'pending',
            createdAt: 5,
            leasedUntil: null,
            finishedAt: null,
            failures: 0,
          },
        ],
  artifacts: version < 2 ? [] : [{ name: 'note', content: '{"a":1}', changedAt: 6 }],
  insights: version < 2 ? [] : [{ id: 'insight', createdAt: 7, body: '{}' }],
  suggestions: version < 2 ? [] : [2, 1].map((at) => ({ createdAt: at * day + 1, body: `{"day":${at}}` })),
  answer:
    version < 3
      ? null
      : {
          caller: 'operator',
          key: 'key',
          fingerprint: 'print',
          at: 8,
          status: 200,
          headers: [['content-type', 'application/json']],
          text: '{"a":"ü"}',
        },
  changes:
    version < 6
      ? []
      : [{ id: 'change', namespace: 'shop', name: 'cart', at: 9, event: 'resources', dueAt: 10, body: '{}' }],
  watched: version < 6 ? [] : [{ namespace: 'shop', name: 'cart', seenTo: 11, body: '{"seen":true}' }],
});

function tablesOf(folder: string) {
  const database = new DatabaseSync(join(folder, 'trimtab.sqlite'), { readOnly: true });
  const rows = database
    .prepare(
      `select item.type, item.name, entry.name as entry from sqlite_master as item
       left join pragma_table_xinfo(item.name) as entry order by 1, 2, 3`,
    )
    .all();
  database.close();
  return rows;
}
function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-earlier-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}
async function openSqlite(folder: string) {
  const store = await openSqliteStore(folder);
  cleanups.push(() => store.close());
  return store;
}

describe('a SQLite file of an earlier version', () => {
  it.each(Object.keys(sqliteVersions).entries().toArray())('%i: %s', async (index, name) => {
    const [folder, fresh] = [aFolder(), aFolder()];
    const database = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    database.exec(dumpOf(`sqlite-${name}`));
    database.close();
    const missing = Object.keys(sqliteVersions).slice(index + 1);
    expect(await sqliteSchemaState(folder)).toEqual({ isEmpty: false, missing, ...nothingUnknown });
    expect(await contentOf(await openSqlite(folder))).toEqual(expected(index + 1));
    expect(await sqliteSchemaState(folder)).toEqual({ isEmpty: false, missing: [], ...nothingUnknown });
    await openSqlite(fresh);
    expect(tablesOf(folder)).toEqual(tablesOf(fresh));
  });

  it('stays as it was if one of several statements fails, and is changed by the next start', async () => {
    const folder = aFolder();
    await (await openSqliteStore(folder)).close();
    const before = tablesOf(folder);
    const database = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
    cleanups.push(() => db.destroy());
    const added = ['create table later (id integer primary key)', 'create table job (id integer primary key)'];
    await expect(migrate(db, { ...sqliteVersions, '9999-later': added }, sqliteDialect)).rejects.toThrow('job');
    expect(tablesOf(folder)).toEqual(before);
    await migrate(db, { ...sqliteVersions, '9999-later': added.slice(0, 1) }, sqliteDialect);
    expect(tablesOf(folder)).toContainEqual({ type: 'table', name: 'later', entry: 'id' });
  });
});

describe.skipIf(whySkipped('earlier versions in PostgreSQL') !== null)(
  'a PostgreSQL database of an earlier version',
  () => {
    const { running, emptyDatabase } = postgresStarter();

    it.each(Object.keys(postgresVersions).entries().toArray())(
      '%i: %s, by two servers at once',
      async (index, name) => {
        const { query } = await running();
        const [access, fresh] = [await emptyDatabase(), await emptyDatabase()];
        await query(access.database, dumpOf(`postgres-${name}`));
        const missing = Object.keys(postgresVersions).slice(index + 1);
        expect(await postgresSchemaState(access)).toEqual({ isEmpty: false, missing, ...nothingUnknown });
        const stores = await Promise.all([access, access, fresh].map((one) => openedStore(one)));
        cleanups.push(...stores.map((store) => () => store.close()));
        for (const store of stores.slice(0, 2)) expect(await contentOf(store)).toEqual(expected(latest));
        expect(await postgresSchemaState(access)).toEqual({ isEmpty: false, missing: [], ...nothingUnknown });
        const tables = (database: string) =>
          query(
            database,
            `select table_name, column_name, data_type, is_nullable, collation_name, null as definition
         from information_schema.columns where table_schema = 'public' and table_name not like 'rollup_block_from%'
         union all select tablename, indexname, null, null, null, indexdef from pg_indexes
         where schemaname = 'public' and tablename not like 'rollup_block_from%' order by 1, 2`,
          );
        expect(await tables(access.database)).toEqual(await tables(fresh.database));
      },
    );
  },
);
