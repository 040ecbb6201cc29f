import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { aRecord } from '@trimtab/testing';
import { startMain } from '@trimtab/testing/node';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore, type PostgresAccess } from '../adapters/sql/index.ts';
import { openedStore, postgresStarter, whySkipped } from '../adapters/sql/postgres/testing/real-postgres.ts';
import { holdOn, type Store, wholeWork } from '../ports/index.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-copy-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const run = (...argv: readonly string[]) => runWith({}, ...argv);

async function runWith(env: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const { said, ended } = startMain({ argv, env });
  const code = await ended;
  return { code, ...said };
}

const urlOf = ({ user, host, port, database }: PostgresAccess) => `postgres://${user}@${host}:${port}/${database}`;
const placeOf = ({ port, database }: PostgresAccess) => `the database ${database} on 127.0.0.1:${port}`;

const fromSqlite = ['copy-store', '--from', 'sqlite', '--to', 'postgres'];
const fromPostgres = ['copy-store', '--from', 'postgres', '--to', 'sqlite'];

/** A database as a server of an earlier version wrote it. */
const dumpOf = (name: string) =>
  readFileSync(new URL(`../adapters/sql/testing/earlier/${name}`, import.meta.url), 'utf8');

/** Something in every table. */
async function fill({
  targets,
  settings,
  states,
  rollups,
  jobs,
  artifacts,
  insights,
  suggestions,
  answers,
  changes,
  shared,
}: Store) {
  await targets.enroll([aRecord(), aRecord({ name: 'ünusual', limitPolicy: 'ratio' })]);
  await settings.save({ node_cpu_cores: 7.5, node_memory_bytes: 33_554_432.5, node_hourly_cost: 0.0001 });
  const hold = holdOn(shared, 'shop') ?? wholeWork;
  await states?.put([{ namespace: 'shop', name: 'cart', version: 1, bytes: Uint8Array.of(0, 255) }], hold);
  const [first] = await rollups.add([{ namespace: 'shop', name: 'cart', coveredFrom: 0, coveredTo: 1 }]);
  const days = Array.from({ length: 450 }, (_, day) => 20_000 + day);
  await rollups.write(
    {
      targets: [],
      blocks: days.map((day) => ({ id: first?.id ?? 0, day, bytes: Uint8Array.of(day % 256) })),
      summaries: days.map((day) => ({ group: 0, day, change: () => Uint8Array.of(1) })),
    },
    hold,
  );
  await jobs.add([{ id: 'one', namespace: 'shop', name: 'cart', createdAt: 1 }]);
  await artifacts.change('notes', 1, () => '{"a":"\\u0000"}');
  await insights.add({ id: 'one', createdAt: 1, body: '{}' }, 9);
  await suggestions.add([{ namespace: 'shop', name: 'cart', createdAt: 5, id: 'id', version: 1, body: '{"b":1}' }]);
  await answers.put(
    { caller: 'op', key: 'k', fingerprint: 'f', at: 1, status: 200, headers: [['a', 'b']], text: 'ü' },
    { after: 0, most: 9, mostText: 99 },
  );
  await changes.write({
    changes: [{ id: 'c', namespace: 'shop', name: 'cart', at: 1, event: 'resources', dueAt: null, body: '{}' }],
    watched: [{ namespace: 'shop', name: 'cart', seenTo: 1, body: '{}' }],
  });
}

describe.skipIf(whySkipped('migrate and copy-store with PostgreSQL') !== null)('with a real PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter();

  it('copy-store makes both databases equal, can be repeated, and deletes nothing unless told to', async () => {
    const [folder, access] = [aFolder(), await emptyDatabase()];
    const store = await openSqliteStore(folder);
    await fill(store);
    await store.close();
    const legacy = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    legacy.exec(`INSERT INTO published_suggestion VALUES ('shop', 'cart', 6, 'old', 0, '{"old":1}')`);
    legacy.close();
    const there = [...fromSqlite, '--data', folder, '--database', urlOf(access)];
    const first = await run(...there);
    expect(first.stderr).toBe('');
    expect(first.stdout.match(/ copied\n/g)).toHaveLength(13);
    expect(first.stdout).toMatch(/ rollup_block +450 rows /);
    expect(first.stdout).toContain(
      `${folder} and the database ${access.database} on 127.0.0.1:${access.port} have the same rows.`,
    );
    expect(first.code).toBe(0);
    const copied = await openedStore(access);
    expect(await copied.targets.list()).toEqual([aRecord(), aRecord({ name: 'ünusual', limitPolicy: 'ratio' })]);
    expect((await copied.suggestions.newestBefore('shop', 'cart', 9))?.body).toBe('{"old":1}');
    // A new target gets an id that no copied one has.
    expect((await copied.rollups.add([{ namespace: 'shop', name: 'new', coveredFrom: 0, coveredTo: 0 }]))[0]?.id).toBe(
      2,
    );
    await copied.close();
    const refused = await run(...there);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout).toBe(
      'The destination has other rows (rollup_target), and nothing was written. Give --replace to delete them.\n',
    );
    expect((await run(...there, '--replace')).stdout.match(/ was equal\n/g)).toHaveLength(12);
    expect((await run(...there)).stdout.match(/ was equal\n/g)).toHaveLength(13);
    const empty = aFolder();
    const back = await run(...fromPostgres, '--data', empty, '--database', urlOf(access));
    expect(back.code).toBe(0);
    const returned = await openSqliteStore(empty);
    expect(await returned.settings.get()).toMatchObject({ node_memory_bytes: 33_554_432.5 });
    expect((await returned.rollups.blocks([1], { from: 0, to: 99_999 })).length).toBe(450);
    await returned.close();
  });

  it('copy-store refuses a source without tables, and neither creates nor deletes anything', async () => {
    const [full, empty] = [await emptyDatabase(), await emptyDatabase()];
    const store = await openedStore(full);
    await store.targets.enroll([aRecord()]);
    await store.close();
    const [folder, missing] = [aFolder(), join(aFolder(), 'missing')];
    for (const data of [missing, folder]) {
      expect(await run(...fromSqlite, '--data', data, '--database', urlOf(full), '--replace')).toEqual({
        code: 3,
        stdout: '',
        stderr: `There is nothing to copy in ${data}, which has no tables of Trimtab. Check --data.\n`,
      });
    }
    const kept = await openedStore(full);
    expect(await kept.targets.list()).toEqual([aRecord()]);
    await kept.close();
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    expect(await run(...fromPostgres, '--data', missing, '--database', urlOf(empty))).toEqual({
      code: 3,
      stdout: '',
      stderr: `There is nothing to copy in ${placeOf(empty)}, which has no tables of Trimtab. Check --database.\n`,
    });
    expect(existsSync(missing)).toBe(false);
    const { query } = await running();
    expect(await query(empty.database, `select * from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  it('copy-store refuses a source of an earlier version, and does not change it', async () => {
    const [access, folder] = [await emptyDatabase(), aFolder()];
    const legacy = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    legacy.exec(dumpOf('sqlite-0002-states-rollups-jobs-and-notes.sql'));
    legacy.close();
    const before = readFileSync(join(folder, 'trimtab.sqlite'));
    expect(await run(...fromSqlite, '--data', folder, '--database', urlOf(access))).toEqual({
      code: 3,
      stdout: '',
      stderr: `The tables in ${folder} are those of an earlier version. Update them first, without --database: trimtab-server migrate --data ${folder}\n`,
    });
    expect(readFileSync(join(folder, 'trimtab.sqlite'))).toEqual(before);
    const { query } = await running();
    await query(access.database, dumpOf('postgres-0001-first.sql'));
    const target = join(aFolder(), 'missing');
    expect(await run(...fromPostgres, '--data', target, '--database', urlOf(access))).toEqual({
      code: 3,
      stdout: '',
      stderr: `The tables in ${placeOf(access)} are those of an earlier version. Update them first, with the same --database: trimtab-server migrate\n`,
    });
    expect(existsSync(target)).toBe(false);
    expect(await query(access.database, 'select name from kysely_migration')).toEqual([{ name: '0001-first' }]);
  });

  it('copy-store refuses a source that a newer version has extended, because it would copy only a part', async () => {
    const access = await emptyDatabase();
    await (await openedStore(access)).close();
    const { query } = await running();
    await query(access.database, `insert into kysely_migration (name, timestamp) values ('9998-more', '2030')`);
    expect(await run(...fromPostgres, '--data', aFolder(), '--database', urlOf(access))).toMatchObject({
      code: 3,
      stderr: `A newer version of Trimtab has changed ${placeOf(access)} (9998-more). Copy with that version.\n`,
    });
  });

  it('migrate says what it would do, does it, and then has nothing to do', async () => {
    const access = await emptyDatabase();
    const words = ['migrate', '--database', urlOf(access)];
    const place = placeOf(access);
    const names = [
      '  0001-first\n  0002-replicas\n  0003-walks-tickets-and-running-writes\n  0004-rows-of-lists\n',
      '  0005-failures-of-jobs\n  0006-known-targets-of-clusters\n  0007-changes-by-event\n',
    ].join('');
    const dry = {
      code: 0,
      stdout: `${names}7 changes of the tables to make in ${place}.\n`,
      stderr: '',
    };
    expect(await run(...words, '--dry-run')).toEqual(dry);
    expect(await run(...words, '--dry-run')).toEqual(dry);
    expect((await run(...words)).stdout).toBe(`${names}7 changes of the tables made in ${place}.\n`);
    expect((await run(...words, '--dry-run')).stdout).toBe(`Nothing to change in ${place}.\n`);
    const { query } = await running();
    await query(
      access.database,
      `insert into kysely_migration (name, timestamp) values ('9999-breaking-future', '2030')`,
    );
    expect(await run(...words)).toMatchObject({
      code: 3,
      stderr: `A newer version of Trimtab has changed ${place} (9999-breaking-future). Start that version.\n`,
    });
  });

  it('migrate says what to do about a server without TLS', async () => {
    const access = await emptyDatabase();
    expect(await run('migrate', '--database', `${urlOf(access)}?sslmode=verify-full`)).toMatchObject({
      code: 3,
      stderr: `Cannot read ${placeOf(access)}. PostgreSQL does not offer TLS. Enable it there (ssl = on), or add ?sslmode=disable to the URL of --database.\n`,
    });
  });

  it('the server stores in the database, and says so', async () => {
    const access = await emptyDatabase();
    const argv = ['--port', '0', '--prometheus', 'http://127.0.0.1:1', '--prometheus-may-be-down'];
    const server = startMain({ argv: [...argv, '--database', urlOf(access)] });
    const address = await server.ready;
    const settings = { node_cpu_cores: 8, node_memory_bytes: 32e9, node_hourly_cost: 0.5 };
    const body = JSON.stringify(settings);
    const headers = { 'content-type': 'application/json' };
    const path = `${address}/v1/cost-savings/settings`;
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(
      /^trimtab_work_shares\{replica="process \d+ on .+"\} 64$/m,
    );
    const { restart } = await running();
    const restarting = restart();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(path)).status));
    await restarting;
    // Calls that need the database say that they may succeed soon.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // A write fails while its connection is broken, and then finds another one without a restart of the server.
    const again = { ...settings, node_cpu_cores: 16 };
    const write = async () => (await fetch(path, { method: 'POST', headers, body: JSON.stringify(again) })).status;
    await expect.poll(write).toBe(200);
    expect(await server.end()).toBe(0);
    expect(server.said.stdout).toContain(
      `Enrolled targets and settings are stored in the database ${access.database} on 127.0.0.1:${access.port}.`,
    );
    const store = await openedStore(access);
    expect(await store.settings.get()).toEqual(again);
    await store.close();
  });
});

describe('copy-store', () => {
  it('reads what it may delete, and in which direction it copies, only from the command line', async () => {
    const env = { TRIMTAB_FROM: 'sqlite', TRIMTAB_TO: 'postgres', TRIMTAB_REPLACE: 'yes' };
    const database = ['--database', 'postgres://u@127.0.0.1:1/z'];
    expect(await runWith(env, 'copy-store', ...database)).toMatchObject({
      code: 2,
      stderr: '--from must be sqlite or postgres.\n',
    });
    expect(await runWith(env, ...fromSqlite, ...database, '--data', '/nonexistent')).toMatchObject({ code: 3 });
    const { stdout } = await run('copy-store', '--help');
    expect(stdout).toContain('TRIMTAB_DATA)');
    expect(stdout).not.toMatch(/TRIMTAB_(FROM|TO|REPLACE)/);
  });
});

describe('migrate', () => {
  it('updates the database of a data folder', async () => {
    const folder = aFolder();
    expect((await run('migrate', '--data', folder, '--dry-run')).stdout).toMatch(
      /^ {2}0001-targets-and-node-settings\n(.*\n)+\d changes of the tables to make in /,
    );
    expect((await run('migrate', '--data', folder)).code).toBe(0);
    expect((await run('migrate', '--data', folder)).stdout).toBe(`Nothing to change in ${folder}.\n`);
  });
});

it.each([
  [
    ['copy-store', '--from', 'sqlite', '--to', 'sqlite'],
    '--from and --to must differ: one is sqlite, the other postgres.',
  ],
  [['copy-store', '--from', 'sqlite', '--to', 'postgres'], 'Name the PostgreSQL database with --database.'],
  [['copy-store', '--to', 'mysql'], '--from must be sqlite or postgres.'],
  [['--database', 'mysql://x@y/z'], '--database must be a URL such as postgres://user@host:5432/name.'],
  [
    ['--database', 'postgres://h/z'],
    '--database must name a user, a host and a database: postgres://user@host:5432/name.',
  ],
  [
    ['--database', 'postgres://u@h/z?options=x'],
    'The URL of --database has the unknown parameter "options". Known: host, sslmode.',
  ],
  [
    ['--database', 'postgres://u@h/z?sslmode=require'],
    'sslmode in the URL of --database must be disable or verify-full, which checks the certificate.',
  ],
  [['--database-ca', 'x'], '--database-ca needs the address of a database: give --database too.'],
  [
    ['--database', 'postgres://u:p@h/z', '--database-password', 'q'],
    'Give the password of the database in only one way: --database-password, --database-password-file, or in its URL.',
  ],
  [
    ['--database', 'postgres://u@h/z', '--database-connections', '1'],
    '--database-connections must be a whole number from 2 to 100, not "1".',
  ],
])('refuses %j', async (argv, message) => {
  expect(await run(...argv)).toMatchObject({ code: 2, stderr: `${message}\n` });
});

describe('refuses a file of --database', () => {
  const database = ['--database', 'postgres://u@db.test/z'];

  it.each([
    ['--database-ca', 'no certificate', 'The file of --database-ca contains no certificate in PEM format.'],
    ['--database-password-file', ' \n', 'The file of --database-password-file is empty.'],
  ])('%s that contains %j', async (flag, text, message) => {
    const file = join(aFolder(), 'file');
    writeFileSync(file, text);
    expect(await run('migrate', ...database, flag, file)).toEqual({ code: 3, stdout: '', stderr: `${message}\n` });
  });
});
