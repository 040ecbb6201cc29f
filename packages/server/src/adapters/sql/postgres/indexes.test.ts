import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';
import { sqlStore } from '../store.ts';
import { openPool } from './pool.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { openedStore, postgresStarter, whySkipped } from './testing/real-postgres.ts';

type Query = { readonly sql: string; readonly parameters: readonly unknown[] };

const day = 86_400_000;

describe.skipIf(whySkipped('the indexes of PostgreSQL') !== null)('in PostgreSQL, with a year of hours', () => {
  const { emptyDatabase, running } = postgresStarter();

  it('every query of the cost pages uses an index, and reads only the partitions of its days', async () => {
    const access = await emptyDatabase();
    await (await openedStore(access)).close();
    const queries: Query[] = [];
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: openPool(access) }),
      plugins: [new CamelCasePlugin()],
      log: ({ query: { sql, parameters } }) => void queries.push({ sql, parameters }),
    });
    const store: Store = sqlStore({ db, dialect: postgresDialect, close: () => db.destroy() });
    await postgresDialect.prepareDays(
      db,
      Array.from({ length: 400 }, (_, at) => 20_000 + at),
    );
    const { query: run } = await running();
    await run(
      access.database,
      `insert into rollup_target (namespace, name, covered_from, covered_to)
         select 'space-' || n % 10, 'target-' || n, 0, ${20_400 * day}::bigint from generate_series(1, 500) n;
       insert into rollup_block select n, 20000 + at, '\\x00' from generate_series(1, 500) n, generate_series(0, 399) at;
       insert into rollup_summary select 20000 + at, n, '\\x00' from generate_series(0, 399) at, generate_series(1, 50) n;
       insert into target select 'space-' || n % 10, 'target-' || n, 'Deployment', 'apps/v1', null, null, 'balanced', '[]', 0, null, null
         from generate_series(1, 500) n;
       insert into published_suggestion select 'space-' || n % 10, 'target-' || n, at, 'id', 1, '\\x0300'
         from generate_series(1, 500) n, generate_series(1, 100) at;
       insert into change_record select n || '/' || at, 'space-' || n % 10, 'target-' || n, at, 'image', null, '{}'
         from generate_series(1, 500) n, generate_series(1, 60) at;
       analyze;`,
    );
    queries.length = 0;
    const [from, to] = [20_360, 20_390];
    await store.rollups.blocks([3, 70, 400], { from, to });
    await store.rollups.summaries({ from, to: from + 7 });
    await store.suggestions.list('space-3', 'target-3', { start: 0, end: 50 });
    await store.suggestions.newestBefore('space-3', 'target-3', 50);
    await store.changes.list({ namespace: 'space-3', name: 'target-3', window: { start: 0, end: 50 } }, 20);
    await store.changes.due(5, 10);
    expect(queries).toHaveLength(6);
    for (const query of queries.slice()) expect([query.sql, await scannedTables(db, query)]).toEqual([query.sql, []]);
    const [blocks] = queries;
    expect(blocks === undefined ? [] : await readPartitions(db, blocks)).toEqual([
      'rollup_block_from_20352',
      'rollup_block_from_20384',
    ]);
    await db.destroy();
  });
});

/** The tables that a query reads from start to end. */
async function scannedTables(db: Kysely<Tables>, query: Query): Promise<readonly string[]> {
  return [...(await plan(db, query)).matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table);
}

const readPartitions = async (db: Kysely<Tables>, query: Query): Promise<readonly string[]> =>
  [...new Set((await plan(db, query)).match(/rollup_block_from_\d+/g))].toSorted();

async function plan(db: Kysely<Tables>, query: Query): Promise<string> {
  const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
  return JSON.stringify((await db.executeQuery(explain)).rows);
}
