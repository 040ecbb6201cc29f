import { storeContract } from '@trimtab/testing/stores';
import { afterAll, describe } from 'vitest';
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
  });
});
