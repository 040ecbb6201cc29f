import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRecord } from '@trimtab/testing';
import { makeCertificate } from '@trimtab/testing/kubernetes';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { holdOn, type Store, StoreUnreachableError, wholeWork } from '../../../ports/index.ts';
import { openPostgresDatabaseAlone, postgresSchemaState } from './open.ts';
import type { PostgresAccess } from './pool.ts';
import { openedStore, postgresStarter, whySkipped } from './testing/real-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-certificate-'));
const certificate = makeCertificate(folder);
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(whySkipped('connections to PostgreSQL') !== null)('a connection to PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter({
    settings: ['ssl = on', "ssl_cert_file = 'tls.crt'", "ssl_key_file = 'tls.key'"],
    files: { 'tls.key': certificate.key, 'tls.crt': certificate.cert },
    rules: ['host all guarded 127.0.0.1/32 scram-sha-256'],
  });
  const stores: Store[] = [];
  const open = async (access: PostgresAccess): Promise<Store> => {
    const store = await openedStore(access);
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  it('is encrypted, and only with a server whose certificate is trusted', async () => {
    const access = await emptyDatabase({ tls: { ca: () => certificate.cert } });
    await open(access);
    const { query } = await running();
    const [seen] = await query(
      access.database,
      `select count(*) filter (where ssl) as encrypted, count(*) filter (where not ssl) as plain
       from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'trimtab' and datname = '${access.database}'`,
    );
    expect(seen).toEqual({ encrypted: '1', plain: '0' });
    await expect(openedStore({ ...access, tls: { ca: null } })).rejects.toThrow(
      'cannot be used. The certificate of PostgreSQL is not from a trusted authority. Name its authority with --database-ca.',
    );
  });

  it('reads the certificates of the authorities again for each connection', async () => {
    let ca = certificate.cert;
    const store = await open(await emptyDatabase({ tls: { ca: () => ca }, connections: 1 }));
    const { query } = await running();
    const terminate = () =>
      query('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trimtab'`);
    const other = mkdtempSync(join(folder, 'other-'));
    ca = makeCertificate(other).cert;
    await terminate();
    const untrusted = expect.objectContaining({ message: expect.stringContaining('not from a trusted authority') });
    await expect.poll(() => store.targets.list().catch((error: unknown) => error)).toEqual(untrusted);
    ca = certificate.cert;
    await expect.poll(() => store.targets.list().catch(() => null)).toEqual([]);
  });

  it('ends if the server only reads, so that the next one finds the server that a failover has chosen', async () => {
    const access = await emptyDatabase({ connections: 1 });
    const store = await open(access);
    const { query } = await running();
    const terminate = () =>
      query(
        access.database,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'trimtab' and datname = '${access.database}'`,
      );
    const save = () => store.settings.save({ node_cpu_cores: 4, node_memory_bytes: 2 ** 34, node_hourly_cost: 1 });
    const failure = () =>
      save().then(
        () => null,
        (error: unknown) => error,
      );
    await query('postgres', `alter database "${access.database}" set default_transaction_read_only = on`);
    await terminate();
    await expect.poll(failure).toBeInstanceOf(StoreUnreachableError);
    await expect.poll(failure).toMatchObject({ message: 'The database is read-only. Connect to the primary server.' });
    await query('postgres', `alter database "${access.database}" reset default_transaction_read_only`);
    await expect.poll(failure).toBeNull();
  });

  it('reads the password again for each connection, and says if it is wrong', async () => {
    const access = await emptyDatabase();
    const { query } = await running();
    await query(access.database, `create role guarded login superuser password 'first'`);
    let password = 'first';
    const guarded = { ...access, user: 'guarded', password: async () => password, connections: 1 };
    const store = await open(guarded);
    await query(access.database, `alter role guarded password 'second'`);
    await query(access.database, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'guarded'`);
    password = 'second';
    // The broken connection leaves the pool as soon as the client has noticed it.
    await expect.poll(() => store.targets.list().catch(() => null)).toEqual([]);
    password = 'wrong';
    await expect(openedStore(guarded)).rejects.toThrow('PostgreSQL does not accept the password.');
  });

  it('that breaks fails the statement that uses it, and the next one opens another', async () => {
    const access = await emptyDatabase();
    const store = await open(access);
    await store.targets.enroll([aRecord()]);
    await (await running()).restart();
    await expect.poll(() => store.targets.list().catch(() => null)).toEqual([aRecord()]);
  });

  it('ends a statement that takes too long', async () => {
    const access = await emptyDatabase({ timeoutMs: 3_000 });
    const store = await open(access);
    const { query } = await running();
    await query(
      access.database,
      `create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
       create trigger slow before insert on target for each row execute function slow()`,
    );
    await expect(store.targets.enroll([aRecord()])).rejects.toThrow('The database did not answer in time.');
    expect(await store.targets.list()).toEqual([]);
  });

  it('says in a sentence why a database cannot be used', async () => {
    const access = await emptyDatabase();
    const refused = (changes: Partial<PostgresAccess>) => openedStore({ ...access, ...changes });
    await expect(refused({ database: 'missing' })).rejects.toThrow('The database does not exist.');
    await expect(refused({ port: 1 })).rejects.toThrow(
      `The database ${access.database} on 127.0.0.1:1 cannot be used. PostgreSQL cannot be reached (it refuses connections). Check that it runs.`,
    );
    await expect(refused({ host: '/nonexistent' })).rejects.toThrow('its socket does not exist');
  });

  it('refuses a database with another encoding than UTF8, and creates no tables', async () => {
    const access = await emptyDatabase();
    const { query } = await running();
    const database = `${access.database}_latin`;
    await query(
      access.database,
      `create database ${database} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    const message =
      "The encoding of the database is LATIN1. Create one with UTF8: create database NAME encoding 'UTF8' locale 'C' template template0";
    await expect(openedStore({ ...access, database })).rejects.toThrow(
      `The database ${database} on ${access.host}:${access.port} cannot be used. ${message}`,
    );
    await expect(postgresSchemaState({ ...access, database })).rejects.toThrow(message);
    expect(await query(database, `select * from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  it('refuses an earlier PostgreSQL than 15', async () => {
    const access = await emptyDatabase();
    const { query } = await running();
    // The server says that it is an earlier one.
    await query(
      access.database,
      `create function public.current_setting(name text) returns text language sql as
         $$ select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end $$;
       alter database ${access.database} set search_path = public, pg_catalog`,
    );
    await expect(openedStore(access)).rejects.toThrow(
      ' cannot be used. It is in PostgreSQL 14, and Trimtab needs 15 or newer.',
    );
  });

  it('creates the tables once, however many replicas start at the same time, and divides the work', async () => {
    const access = await emptyDatabase();
    const several = await Promise.all([1, 2, 3].map((number) => openedStore(access, { name: `server ${number}` })));
    stores.push(...several);
    expect(await Promise.all(several.map(({ targets }) => targets.list()))).toEqual([[], [], []]);
  });

  it('works with a database that a newer version has extended, but not with one that it has changed otherwise', async () => {
    const access = await emptyDatabase();
    await open(access);
    const { query } = await running();
    const apply = (version: string) =>
      query(access.database, `insert into kysely_migration (name, timestamp) values ('${version}', '2030')`);
    await apply('9998-more-columns');
    expect(await (await open(access)).targets.list()).toEqual([]);
    await apply('9999-breaking-columns');
    await expect(openedStore(access)).rejects.toThrow('was changed by a newer version of Trimtab');
  });

  it('is shared by servers, but not with a copy, which needs it alone', async () => {
    const access = await emptyDatabase();
    const first = await openedStore(access);
    await expect(openPostgresDatabaseAlone(access, 'a copy')).rejects.toThrow(
      ' is in use by a server. Stop it, or name another database with --database.',
    );
    await first.close();
    const alone = await openPostgresDatabaseAlone(access, 'a copy');
    await expect(openPostgresDatabaseAlone(access, 'another')).rejects.toThrow(' is in use by a copy. ');
    // In containers, two processes may have the same number and the same host name.
    await expect(openPostgresDatabaseAlone(access, 'a copy')).rejects.toThrow(' is in use by a copy. ');
    await expect(openedStore(access)).rejects.toThrow(' is in use by a copy. ');
    const waiting: string[] = [];
    const patient = openedStore(access, { waitMs: 300_000, logger: (_, message) => waiting.push(message) });
    await expect.poll(() => waiting).toEqual(['the database is in use; waiting']);
    await alone.close();
    stores.push(await patient);
  });

  it('creates a partition while others read the hours', async () => {
    const access = await emptyDatabase();
    const { rollups, shared } = await open(access);
    const hold = holdOn(shared, 'shop') ?? wholeWork;
    const write = (day: number) =>
      rollups.write({ targets: [], summaries: [], blocks: [{ id: 1, day, bytes: Uint8Array.of(day) }] }, hold);
    await write(20_000);
    const { host, port, user, database } = access;
    const reader = new Client({ host, port, user, database });
    await reader.connect();
    await reader.query('begin; select from rollup_block');
    await write(20_032);
    await reader.end();
    expect(await rollups.blocks([1], { from: 0, to: 99_999 })).toHaveLength(2);
    const indexes = `select count(distinct indexdef) from pg_indexes where tablename like 'rollup_block_from%'`;
    expect(await (await running()).query(access.database, indexes)).toEqual([{ count: '2' }]);
  });

  it('stores the hours of each month in a partition, and drops those that are too old', async () => {
    const access = await emptyDatabase();
    const { rollups, shared } = await open(access);
    const { query } = await running();
    const partitions = async () => {
      const rows = await query(
        access.database,
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'rollup_block'::regclass order by 1`,
      );
      return rows.map(({ name }) => name);
    };
    const write = (...days: number[]) =>
      rollups.write(
        { targets: [], summaries: [], blocks: days.map((day) => ({ id: 1, day, bytes: Uint8Array.of(day) })) },
        holdOn(shared, 'shop') ?? wholeWork,
      );
    await Promise.all([write(20_000, 20_031), write(20_032), write(20_000)]);
    expect(await partitions()).toEqual(['rollup_block_from_20000', 'rollup_block_from_20032']);
    await rollups.prune(20_031);
    expect((await rollups.blocks([1], { from: 0, to: 99_999 })).map(({ day }) => day)).toEqual([20_031, 20_032]);
    await rollups.prune(20_032);
    expect(await partitions()).toEqual(['rollup_block_from_20032']);
  });

  it('does not let readers of hours wait long while a backup keeps it from dropping a partition', async () => {
    const access = await emptyDatabase();
    const { rollups, shared } = await open(access);
    const blocks = [20_000, 20_032].map((day) => ({ id: 1, day, bytes: Uint8Array.of(1) }));
    await rollups.write({ targets: [], summaries: [], blocks }, holdOn(shared, 'shop') ?? wholeWork);
    const { host, port, user, database } = access;
    const backup = new Client({ host, port, user, database });
    await backup.connect();
    await backup.query('begin; lock table rollup_block in access share mode');
    await expect(rollups.prune(20_032)).rejects.toThrow(/^A long transaction, such as a backup, uses a table/);
    expect(await rollups.blocks([1], { from: 0, to: 99_999 })).toHaveLength(2);
    await backup.end();
    await rollups.prune(20_032);
    expect(await rollups.blocks([1], { from: 0, to: 99_999 })).toHaveLength(1);
  });
});
