import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '@trimtab/testing/stores';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, describe } from 'vitest';
import type { Database } from './database.ts';
import { openPostgresDatabase } from './postgres/open.ts';
import { postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { openSqliteDatabase } from './sqlite/open.ts';
import { sqlStore } from './store.ts';

/*
 * After going back to an earlier version, its server works with tables to which the later one has added columns. A later
 * version must give each added column a default: an earlier one does not write it.
 */
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const withoutLater: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({
    ...result,
    rows: result.rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'later'))),
  }),
};

/** Closes the database, and opens it again after a later version has added a table, and a column to each table. */
async function extended(open: () => Promise<Database>) {
  const { db, close } = await open();
  for (const { name } of await db.introspection.getTables())
    await sql`alter table ${sql.table(name)} add column later text not null default 'x'`.execute(db);
  await sql`create table later (id text primary key)`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(db);
  await close();
  const again = await open();
  return sqlStore({ ...again, db: again.db.withPlugin(withoutLater) });
}

storeContract('SQLite store that a later version has extended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-later-'));
  folders.push(folder);
  return extended(() => openSqliteDatabase(folder));
});

describe.skipIf(whySkipped('a PostgreSQL store that a later version has extended') !== null)('in PostgreSQL', () => {
  const { emptyDatabase } = postgresStarter();
  storeContract('PostgreSQL store that a later version has extended', async () => {
    const access = await emptyDatabase();
    return extended(() => openPostgresDatabase(access, { name: 'server', logger: () => undefined, waitMs: 0 }));
  });
});
