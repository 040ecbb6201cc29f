import { storeContract } from '@trimtab/testing/stores';
import { afterAll, describe, expect, it } from 'vitest';
import { findPooler, startPooler } from '../../../../../../e2e/support/postgres/index.ts';
import { openedStore, postgresStarter, whySkipped } from './testing/real-postgres.ts';

describe.skipIf(whySkipped('the store in PostgreSQL') !== null)('PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter();

  storeContract('PostgreSQL store', async () => openedStore(await emptyDatabase()));

  const whyNoPooler = findPooler() === null ? 'there is no PgBouncer: install it, or set PGBOUNCER_BIN' : null;
  if (whyNoPooler !== null) process.stderr.write(`Not tested: PostgreSQL behind a pooler, because ${whyNoPooler}.\n`);
  describe.skipIf(whyNoPooler !== null)('behind a pooler that gives each transaction another connection', () => {
    let pooler: ReturnType<typeof startPooler> | null = null;
    afterAll(async () => {
      await (await pooler)?.stop();
    });
    storeContract('PostgreSQL store', async () => {
      pooler ??= running().then(startPooler);
      const { host, port } = await pooler;
      return openedStore(await emptyDatabase({ host, port }));
    });

    it('creates the tables for servers that start at the same time, and leaves no lock behind', async () => {
      const { query } = await running();
      const { host, port } = await (pooler ??= running().then(startPooler));
      const access = await emptyDatabase({ host, port, timeoutMs: 10_000 });
      const stores = await Promise.all([1, 2, 3, 4].map((number) => openedStore(access, { name: `server ${number}` })));
      await Promise.all(stores.map((store) => store.close()));
      const locks = `select count(*) from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and datname = '${access.database}'`;
      expect(await query(access.database, locks)).toEqual([{ count: '0' }]);
    });
  });
});
