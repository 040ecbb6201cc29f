import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRecord } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { copyStore, SourceEmptyError } from './copy-store.ts';
import type { Database } from './database.ts';
import { takeLease } from './postgres/lease.ts';
import { openPostgresDatabaseAlone } from './postgres/open.ts';
import type { PostgresAccess } from './postgres/pool.ts';
import { postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { openSqliteDatabase } from './sqlite/open.ts';
import { sqlStore } from './store.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function sqliteWith(...names: readonly string[]): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-copy-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const database = await openSqliteDatabase(folder);
  cleanups.push(() => database.close());
  await sqlStore(database).targets.enroll(names.map((name) => aRecord({ name })));
  return database;
}

async function alone(access: PostgresAccess): Promise<Database> {
  const database = await openPostgresDatabaseAlone(access, 'a copy');
  cleanups.push(() => database.close());
  return database;
}

const namesIn = async (database: Database) => (await sqlStore(database).targets.list()).map(({ name }) => name);
const quietly = { replace: true, report: () => undefined };

describe.skipIf(whySkipped('copies to PostgreSQL') !== null)('a copy to PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter();

  it('changes nothing, in either direction, when a server may have started', async () => {
    const access = await emptyDatabase();
    const [sqlite, postgres] = [await sqliteWith('cart'), await alone(access)];
    await (await running()).query(access.database, `update lease set lasts_until = 'epoch'`);
    const message = 'a server may have started on it';
    await expect(copyStore(sqlite, postgres, quietly)).rejects.toThrow(message);
    expect(await namesIn(postgres)).toEqual([]);
    // A server may have changed what was read before.
    await expect(copyStore(postgres, await sqliteWith(), quietly)).rejects.toThrow(message);
  });

  it('replaces the rows of a table without deleting them one by one, all of them or none', async () => {
    const access = await emptyDatabase();
    const postgres = await alone(access);
    await sqlStore(postgres).targets.enroll([aRecord({ name: 'old' })]);
    const { query } = await running();
    await query(
      access.database,
      `create function refuse() returns trigger language plpgsql as $$begin raise 'refused'; end$$;
       create trigger slow before delete on target for each row execute function refuse();
       create trigger broken before insert on target for each row when (new.name = 'bad') execute function refuse()`,
    );
    await expect(copyStore(await sqliteWith('new', 'bad'), postgres, quietly)).rejects.toThrow('refused');
    expect(await namesIn(postgres)).toEqual(['old']);
    await copyStore(await sqliteWith('new'), postgres, quietly);
    expect(await namesIn(postgres)).toEqual(['new']);
  });

  it('deletes nothing if the source has no rows', async () => {
    const postgres = await alone(await emptyDatabase());
    await sqlStore(postgres).targets.enroll([aRecord({ name: 'cart' })]);
    await expect(copyStore(await sqliteWith(), postgres, quietly)).rejects.toThrow(SourceEmptyError);
    expect(await namesIn(postgres)).toEqual(['cart']);
    await copyStore(await sqliteWith(), await sqliteWith(), quietly);
  });

  it('does not take up its lease again once it has ended', async () => {
    const access = await emptyDatabase();
    const { db } = await alone(access);
    const { query } = await running();
    const take = async (name: string) => {
      const lease = await takeLease(db, { name, holder: 'a copy', lastsMs: 9_000 });
      if ('takenBy' in lease) throw new Error(`It is taken by ${lease.takenBy}.`);
      cleanups.push(() => lease.release());
      return lease;
    };
    const endOf = (name: string) =>
      query(access.database, `select lasts_until::text as "end" from lease where name = '${name}'`);
    const [ended, other] = [await take('ended'), await take('other')];
    await ended.check(db);
    await query(access.database, `update lease set lasts_until = 'epoch' where name = 'ended'`);
    const before = await endOf('other');
    await expect.poll(() => endOf('other')).not.toEqual(before);
    const once = await endOf('other');
    await expect.poll(() => endOf('other')).not.toEqual(once);
    await other.check(db);
    await expect(ended.check(db)).rejects.toThrow('may have started');
  });
});
