import { aRecord } from '@trimtab/testing';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type Hold, holdOn, type Store, type TargetRecord, wholeWork } from '../../../ports/index.ts';
import { migrate } from '../schema-versions.ts';
import { postgresDatabase } from './open.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { openedStore, postgresStarter, whySkipped } from './testing/real-postgres.ts';
import { postgresVersions } from './versions.ts';

const namespaces = Array.from({ length: 200 }, (_, index) => `team-${index}`);
/** A lease so long that it is not renewed while the test runs. */
const never = 3_600_000;
const keysOfWalk = () => ['b', 'a'];
const nothing = { targets: [], blocks: [], summaries: [] };

const recordsOf = (targets: readonly TargetRecord[]) =>
  targets.map(({ namespace, name }) => ({
    id: crypto.randomUUID(),
    namespace,
    name,
    at: 1,
    event: 'enrolled' as const,
    dueAt: null,
    body: '{}',
  }));

const owners = (replicas: readonly Store[]) =>
  namespaces.map((namespace) => replicas.filter(({ shared }) => holdOn(shared, namespace) !== null).length);

describe.skipIf(whySkipped('replicas on PostgreSQL') !== null)('replicas on one PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter();
  const stores: Store[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });
  const open = async (...options: Parameters<typeof openedStore>): Promise<Store> => {
    const store = await openedStore(...options);
    stores.push(store);
    return store;
  };

  it('divide the work evenly, each namespace to one of them, and take over what one leaves', async () => {
    const access = await emptyDatabase();
    const replicas: Store[] = [];
    for (const name of ['one', 'two', 'three']) replicas.push(await open(access, { name, leaseMs: 5_000 }));
    await expect
      .poll(() => replicas.map(({ shared }) => shared?.held() ?? 0).toSorted((a, b) => a - b))
      .toEqual([21, 21, 22]);
    await expect.poll(() => owners(replicas)).toEqual(namespaces.map(() => 1));
    const [left, ...others] = replicas;
    await left?.close();
    stores.splice(0, 1);
    await expect.poll(() => owners(others)).toEqual(namespaces.map(() => 1));
    await expect.poll(() => others.map(({ shared }) => shared?.held())).toEqual([32, 32]);
  });

  it('all have work, also if their number does not divide it evenly', async () => {
    const access = await emptyDatabase({ connections: 1 });
    const replicas: Store[] = [];
    for (let index = 0; index < 9; index += 1) {
      replicas.push(await open(access, { name: `replica ${index}`, leaseMs: 5_000 }));
    }
    await expect
      .poll(() => replicas.map(({ shared }) => shared?.held() ?? 0).toSorted((a, b) => a - b))
      .toEqual([7, 7, 7, 7, 7, 7, 7, 7, 8]);
  });

  it('say when their clock differs from that of the database', async () => {
    const access = await emptyDatabase();
    const logged: string[] = [];
    const logger = (level: string, event: string) => logged.push(`${level} ${event}`);
    await open(access, { logger, now: () => Date.now() + 20_000, leaseMs: never });
    await open(access, { logger, now: () => Date.now() - 90_400, leaseMs: never });
    // The time until the answer of the database arrives adds to the clock of the server.
    expect(logged).toEqual([
      expect.stringMatching(/^warn the clock of this server is (?:8\d|90) seconds behind that of the database$/),
    ]);
    let ahead = 3_600_000;
    await open(access, { logger, now: () => Date.now() + ahead, leaseMs: 500 });
    expect(logged.slice(1)).toEqual([
      expect.stringMatching(/^warn the clock of this server is 36\d\d seconds ahead of that of the database$/),
    ]);
    ahead = 0;
    await expect
      .poll(() => logged.slice(2))
      .toEqual(['info the clock of this server agrees with that of the database again']);
  });

  it('know the time of the database, which their own clock does not change', async () => {
    const access = await emptyDatabase();
    const { shared } = await open(access, { now: () => Date.now() + 3_600_000, leaseMs: never });
    const sql = `select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
    const { query } = await running();
    const before = (await query(access.database, sql))[0]?.['now'];
    const now = shared?.now() ?? 0;
    expect(Number.isInteger(now)).toBe(true);
    // A busy machine may delay one of the readings, but not by the hour by which the clock of the server differs.
    expect(Math.abs(now - Number(before))).toBeLessThan(600_000);
  });

  it('take over the work of one that no longer answers, and refuse what it writes afterwards', async () => {
    const access = await emptyDatabase();
    const paused = await open(access, { name: 'paused', leaseMs: never });
    const hold = holdOn(paused.shared, 'shop') ?? wholeWork;
    await paused.rollups.write(nothing, hold);
    await (await running()).query(
      access.database,
      `update replica set lasts_until = 'epoch'; update work_lease set lasts_until = 'epoch'`,
    );
    const other = await open(access, { name: 'other', leaseMs: never });
    expect(other.shared?.held()).toBe(64);
    await expect(paused.rollups.write(nothing, hold)).rejects.toThrow('Another replica has taken over this work.');
    await expect(paused.changes.write({ changes: [], watched: [] }, [hold])).rejects.toThrow('has taken over');
    await expect(paused.shared?.saveEvaluations({ namespace: 'shop', body: '{}' }, hold)).rejects.toThrow('taken');
    const rows = { namespace: 'shop', basis: 'of today', body: '{}', workloads: '[]' };
    await expect(paused.shared?.saveRows([rows], [hold])).rejects.toThrow('taken');
    expect(await other.shared?.rows([rows])).toEqual([]);
    const state = { namespace: 'shop', name: 'cart', version: 1, bytes: Uint8Array.of(1) };
    await expect(paused.states?.put([state], hold)).rejects.toThrow('taken');
    expect(await other.states?.inNamespace('shop')).toEqual([]);
    await other.rollups.write(nothing, holdOn(other.shared, 'shop') ?? wholeWork);
  });

  it('refuse a write of which only a part is from before the loss of a share', async () => {
    const access = await emptyDatabase();
    const { changes, shared } = await open(access, { name: 'one', leaseMs: never });
    const current = holdOn(shared, 'shop') ?? wholeWork;
    const earlier = { ...current, term: current.term - 1 };
    const write = (...holds: Hold[]) => changes.write({ changes: [], watched: [] }, holds);
    await write(current, current);
    for (const holds of [
      [earlier, current],
      [current, earlier],
      [current, { shard: 99, term: 0 }],
    ])
      await expect(write(...holds)).rejects.toThrow('Another replica has taken over this work.');
  });

  it('see each change of the others at once', async () => {
    const access = await emptyDatabase();
    const [one, two] = [await open(access, { name: 'one' }), await open(access, { name: 'two' })];
    const seen = () => two.shared?.revision('targets');
    const before = await seen();
    await one.targets.enroll([aRecord()]);
    const after = await seen();
    expect(after).not.toBe(before);
    expect(await seen()).toBe(after);
    await one.settings.save({ node_cpu_cores: 1, node_memory_bytes: 1, node_hourly_cost: 1 });
    expect(await seen()).not.toBe(after);
  });

  it('share the rows of lists, and find only those for the same targets and settings', async () => {
    const access = await emptyDatabase();
    const one = await open(access, { name: 'one', leaseMs: never });
    const { shared } = await open(access, { name: 'two', leaseMs: never });
    const keys = ['shop', 'mail'].map((namespace) => ({ namespace, basis: 'of today' }));
    const holds = keys.map(({ namespace }) => holdOn(one.shared, namespace) ?? wholeWork);
    const save = (body: string) =>
      one.shared?.saveRows(
        keys.map((key) => ({ ...key, body, workloads: `[${body}]` })),
        holds,
      );
    await save('1');
    const before = await shared?.revisions('rows');
    await save('2');
    const [shop] = keys;
    const wanted = [{ namespace: 'shop', basis: 'of yesterday' }, { namespace: 'other', basis: 'of today' }, ...keys];
    const found = (await shared?.rows(wanted)) ?? [];
    expect(found.toSorted((a, b) => (a.namespace < b.namespace ? 1 : -1))).toEqual(
      keys.map((key) => ({ ...key, body: '2', ageMs: expect.any(Number) })),
    );
    expect(await shared?.workloads(['shop', 'other'])).toEqual([{ ...shop, workloads: '[2]' }]);
    expect(before).toEqual(new Map(keys.map(({ namespace }) => [namespace, 1])));
    expect(await shared?.revisions('rows')).toEqual(new Map(keys.map(({ namespace }) => [namespace, 2])));
  });

  it('begin a list that others read at the same moment without waiting for them', async () => {
    const access = await emptyDatabase();
    const { shared } = await open(access, { name: 'one' });
    const order = await shared?.startWalk('client list', keysOfWalk);
    const { host, port, user, database } = access;
    const reader = new Client({ host, port, user, database });
    await reader.connect();
    await reader.query('begin; select * from walk_order for update');
    expect(await shared?.startWalk('list of another client', keysOfWalk)).toBe(order);
    await reader.end();
  });

  it('share what the next request of a client needs', async () => {
    const access = await emptyDatabase();
    const { shared: one } = await open(access, { name: 'one' });
    const { shared: two } = await open(access, { name: 'two' });
    const order = (await one?.startWalk('client list', keysOfWalk)) ?? '';
    expect(await two?.walk('client list', null)).toEqual({ order, keys: ['b', 'a'] });
    expect(await two?.walk('client list', order)).toEqual({ order, keys: null });
    expect(await two?.walk('other list', null)).toBeNull();
    await one?.putTicket('ticket', 'body', 60_000);
    await one?.putTicket('late', 'body', 0);
    expect([await two?.takeTicket('ticket'), await one?.takeTicket('ticket')]).toEqual(['body', null]);
    expect(await two?.takeTicket('late')).toBeNull();
  });

  it('run a write once at a time, and end only their own', async () => {
    const access = await emptyDatabase();
    const { shared: one } = await open(access, { name: 'one' });
    const { shared: two } = await open(access, { name: 'two' });
    const first = (await one?.startWrite('key', 60_000)) ?? Number.NaN;
    expect(await two?.startWrite('key', 60_000)).toBeNull();
    await one?.endWrite('key', first);
    const late = (await two?.startWrite('key', 0)) ?? Number.NaN;
    // Its replica was killed, or is late.
    await expect.poll(() => one?.startWrite('key', 60_000)).not.toBeNull();
    await two?.endWrite('key', late);
    expect(await two?.startWrite('key', 60_000)).toBeNull();
  });

  it('wait for one another to start a write or take a ticket, whatever isolation level the database has', async () => {
    const access = await emptyDatabase();
    const { query } = await running();
    await query(
      access.database,
      `alter database ${access.database} set default_transaction_isolation = 'serializable'`,
    );
    const { shared } = await open(access, { name: 'one' });
    await shared?.startWrite('key', 0);
    await shared?.putTicket('ticket', 'body', 60_000);
    const { host, port, user, database } = access;
    const other = new Client({ host, port, user, database });
    await other.connect();
    await other.query(`begin isolation level read committed; update running_write set lasts_until = now() + interval '1 hour';
      delete from ticket`);
    const both = Promise.all([shared?.startWrite('key', 60_000), shared?.takeTicket('ticket')]);
    const waiting = 'select count(*) from pg_locks where not granted';
    await expect.poll(() => query(access.database, waiting)).toEqual([{ count: '2' }]);
    await other.query('commit');
    await other.end();
    expect(await both).toEqual([null, null]);
  });

  it('delete the marks of writes that were not ended, but do not wait for one another to do so', async () => {
    const access = await emptyDatabase();
    const { shared } = await open(access, { name: 'one' });
    const { query } = await running();
    for (const id of ['locked', 'left']) await shared?.startWrite(id, 60_000);
    await query(access.database, `update running_write set lasts_until = now() - interval '2 hours'`);
    const { host, port, user, database } = access;
    const other = new Client({ host, port, user, database });
    await other.connect();
    await other.query('begin; select from running_write order by id limit 1 for update');
    const mark = (await shared?.startWrite('key', 60_000)) ?? Number.NaN;
    await shared?.endWrite('key', mark);
    await other.end();
    expect(await query(access.database, 'select count(*) from running_write')).toEqual([{ count: '1' }]);
  });

  it('see what another one wrote while they waited for it, whatever isolation level the database has', async () => {
    const access = await emptyDatabase();
    const { query } = await running();
    await query(
      access.database,
      `alter database ${access.database} set default_transaction_isolation = 'serializable'`,
    );
    const { suggestions } = await open(access, { name: 'one' });
    const one = { namespace: 'shop', name: 'cart', createdAt: 2, id: 'late', version: 1, body: '{}', follows: null };
    const { host, port, user, database } = access;
    const other = new Client({ host, port, user, database });
    await other.connect();
    await other.query(`begin isolation level read committed; select pg_advisory_xact_lock(hashtextextended('suggestions shop', 0));
      insert into published_suggestion values ('shop', 'cart', 1, 'first', 1, '')`);
    const adding = suggestions.add([one]);
    const waiting = 'select count(*) from pg_locks where not granted';
    await expect.poll(() => query(access.database, waiting)).toEqual([{ count: '1' }]);
    await other.query('commit');
    await other.end();
    expect(await adding).toEqual([]);
  });

  it('enroll the same targets at the same time without a deadlock, each once, with one record', async () => {
    const access = await emptyDatabase();
    const replicas = [await open(access, { name: 'one' }), await open(access, { name: 'two' })];
    const records = Array.from({ length: 40 }, (_, index) => aRecord({ name: `target-${index}` }));
    const outcomes = await Promise.all(
      [records, records.toReversed(), records].flatMap((wanted) =>
        replicas.map(({ targets }) => targets.enroll(wanted, recordsOf)),
      ),
    );
    expect(outcomes.flat().filter(({ result }) => result === 'created')).toHaveLength(40);
    const window = { start: 0, end: 2 };
    expect(await replicas[0]?.changes.list({ window }, 99)).toHaveLength(40);
    expect(await replicas[1]?.targets.remove('shop', 'target-0', recordsOf([aRecord({ name: 'gone' })]))).toBe(true);
    expect(await replicas[0]?.changes.list({ window }, 99)).toHaveLength(41);
  });

  it('lose nothing while a later version adds tables and columns, and go on afterwards', async () => {
    const access = await emptyDatabase();
    const replicas = [await open(access, { name: 'one' }), await open(access, { name: 'two' })];
    const later = postgresDatabase(access);
    const stopping = new AbortController();
    const acknowledged: string[] = [];
    const writing = replicas.map(async ({ targets, jobs, changes }, replica) => {
      for (let turn = 0; !stopping.signal.aborted; turn += 1) {
        const target = aRecord({ name: `target-${replica}-${turn}` });
        await targets.enroll([target], recordsOf);
        await jobs.add([{ id: target.name, namespace: 'shop', name: target.name, createdAt: turn }]);
        acknowledged.push(target.name);
        expect(await targets.get('shop', target.name)).toMatchObject(target);
        expect(await changes.list({ name: target.name, window: { start: 0, end: 2 } }, 9)).toHaveLength(1);
      }
    });
    const more = async (count: number) => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before).toBeGreaterThan(count);
    };
    await more(5);
    const added = [
      'alter table target add column owner text',
      'alter table job add column attempts integer not null default 0',
      'create table later (id integer primary key)',
      'create index later_job on job (attempts)',
    ];
    await migrate(later, { ...postgresVersions, '9999-later': added }, postgresDialect);
    await later.destroy();
    await more(5);
    stopping.abort();
    await Promise.all(writing);
    for (const { targets, jobs } of [...replicas, await open(access, { name: 'three' })]) {
      const [listed, queued] = [await targets.list(), await jobs.list()];
      expect(listed.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
      expect(queued.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
    }
  });
});
