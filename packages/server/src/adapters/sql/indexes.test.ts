import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { costRanges, costRangeWindow, dayMs, hourMs } from '@trimtab/core';
import { aRecord } from '@trimtab/testing';
import { CamelCasePlugin, CompiledQuery, type Dialect, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type Store, serverContext } from '../../ports/index.ts';
import { createCostAnalysis } from '../../services/costs/cost-analysis.ts';
import { createRecorder } from '../../services/rollups/recorder.ts';
import { storedHistory } from '../../services/rollups/stored-history.ts';
import { openPool } from './postgres/pool.ts';
import { postgresDialect } from './postgres/postgres-dialect.ts';
import { postgresShared } from './postgres/shared.ts';
import { openedStore, postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import type { Tables } from './schema.ts';
import { nodeSqliteDialect } from './sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from './sqlite/open.ts';
import { sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { sqlStore } from './store.ts';

type Query = { readonly sql: string; readonly parameters: readonly unknown[] };

/** A store whose queries can be explained. */
type Explained = {
  readonly store: Store;
  readonly queries: Query[];
  readonly run: (sql: string) => unknown;
  /** The plan of a query, as the database prints it. */
  readonly plan: (query: Query) => Promise<string>;
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function logged(dialect: Dialect) {
  const queries: Query[] = [];
  const log = ({ query: { sql, parameters } }: LogEvent) => void queries.push({ sql, parameters });
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()], log });
  cleanups.push(() => db.destroy());
  const plan =
    (words: string) =>
    async ({ sql, parameters }: Query) =>
      JSON.stringify((await db.executeQuery(CompiledQuery.raw(`${words} ${sql}`, [...parameters]))).rows);
  return { db, queries, plan };
}

async function inSqlite(): Promise<Explained> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-indexes-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  await (await openSqliteStore(folder)).close();
  const database = new DatabaseSync(join(folder, 'trimtab.sqlite'));
  const { db, queries, plan } = logged(nodeSqliteDialect(database));
  const store = sqlStore({ db, dialect: sqliteDialect, close: () => Promise.resolve() });
  return { store, queries, run: (sql) => database.exec(sql), plan: plan('explain query plan') };
}

const { emptyDatabase, running } = postgresStarter();

async function inPostgres(): Promise<Explained> {
  const access = await emptyDatabase();
  await (await openedStore(access)).close();
  const { db, queries, plan } = logged(new PostgresDialect({ pool: openPool(access) }));
  await postgresDialect.prepareDays(
    db,
    Array.from({ length: 400 }, (_, at) => firstDay + at),
  );
  const nothingHeld = { hold: () => null, held: () => 0, now: () => 0, leave: () => Promise.resolve() };
  const shared = postgresShared(db, 'one', nothingHeld);
  const store = sqlStore({ db, dialect: postgresDialect, shared, close: () => Promise.resolve() });
  const { query } = await running();
  return { store, queries, run: (sql) => query(access.database, sql), plan: plan('explain') };
}

const [firstDay, lastDay] = [20_000, 20_399];
/** The last recorded hour ends here. */
const now = lastDay * dayMs + 12.5 * hourMs;
const targets = 500;

/** A table of numbers from 1, in a form that both databases know. */
const numbers = (name: string, to: number) =>
  `${name}(${name}) as (select 1 union all select ${name} + 1 from ${name} where ${name} < ${to})`;

/**
 * A year of hours, as SQL. `bytes` is how the database writes bytes. Only a tenth of the targets is asked for, as 500 are
 * out of 10,000.
 */
const content = (bytes: (hexadecimal: string) => string) => {
  const all = `with recursive ${numbers('n', targets)}, ${numbers('at', 400)}`;
  const target = `'east.space-' || (n % 10), 'target-' || n`;
  return `
    insert into rollup_target (namespace, name, covered_from, covered_to)
      ${all} select ${target}, ${firstDay * dayMs}, ${lastDay * dayMs + 12 * hourMs} from n where n <= 50;
    insert into rollup_block ${all} select n, ${firstDay} - 1 + at, ${bytes('00')} from n, at;
    insert into rollup_summary ${all} select ${firstDay} - 1 + at, n, ${bytes('00')} from n, at where n <= 50;
    insert into target (namespace, name, kind, api_version, model_mode, managed, enrolled_at)
      ${all} select ${target}, 'Deployment', 'apps/v1', 'balanced', '[]', 0 from n;
    insert into published_suggestion (namespace, name, created_at, id, version, body)
      ${all} select ${target}, at, 'id', 1, ${bytes('0300')} from n, at where at <= 100;
    insert into change_record (id, namespace, name, at, event, due_at, body)
      ${all} select n || '/' || at, ${target}, at, 'image', null, '{}' from n, at where at <= 60;
    analyze;`;
};

/** The tables that a query reads from start to end. */
const scanned = (plan: string): readonly string[] =>
  [...plan.matchAll(/(?:Seq Scan on|SCAN) (\w+)/g)].map(([, table = '']) => table);

const nothingEnrolled = async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null });

/** The calls of the cost page and of the page of a target, as the server answers them from the store. */
async function callCostViews(store: Store): Promise<void> {
  const history = storedHistory(store.rollups, createRecorder(store));
  const analyze = createCostAnalysis(history, nothingEnrolled, { now: () => now });
  const pages = costRanges.flatMap((range) => costRangeWindow(range, now) ?? []);
  const past = { start: now - 9 * dayMs, end: now - 2 * dayMs, bucket: 'Day' } as const;
  for (const { bucket, ...window } of [...pages, past])
    await analyze(window, { bucket, clusters: null }, serverContext());
  const one = { namespace: 'east.space-3', name: 'target-3' };
  const page = Array.from({ length: 250 }, (_, n) =>
    aRecord({ namespace: `east.space-${n % 10}`, name: `target-${n}` }),
  );
  const month = { start: now - 30 * dayMs, end: now };
  for (const records of [[aRecord(one)], page]) await history.figures(records, month, () => undefined);
  await store.suggestions.list(one.namespace, one.name, { start: 0, end: 50 });
  await store.suggestions.newestBefore(one.namespace, one.name, 50);
  await store.changes.list({ ...one, window: { start: 0, end: 50 } }, 20);
  for (const clusters of [['east'], ['west', 'north']])
    await store.changes.list({ clusters, window: { start: 0, end: 50 } }, 20);
  await store.changes.due(5, 10);
}

/** The table of targets is too small here for an index. All of it is read for the names, which are kept, and for what it covers. */
const isOfTargets = ({ sql }: Query) => sql.includes('from "rollup_target"');

/** The tables that reading the targets of one namespace reads from start to end, when there are many others. */
async function scannedForNamespace({ store, queries, run, plan }: Explained) {
  await run(`insert into rollup_target (namespace, name, covered_from, covered_to)
    with recursive ${numbers('n', 20_000)} select 'north.space-' || (n % 100), 'target-' || n, 0, 0 from n;
    analyze`);
  queries.length = 0;
  expect(await store.rollups.targets('east.space-3')).toHaveLength(5);
  return (await Promise.all(queries.map(plan))).flatMap(scanned);
}

/** The plans of the queries with which newly published suggestions are compared with the newest stored ones. */
async function plansOfPublishing({ store, queries, plan }: Explained) {
  queries.length = 0;
  const published = Array.from({ length: 64 }, (_, n) => ({ namespace: `east.space-${n % 10}`, name: `target-${n}` }));
  const added = await store.suggestions.add(
    published.map((one, n) => ({ ...one, createdAt: 101, id: `new ${n}`, version: 1, body: '{}', follows: 100 })),
  );
  expect(added).toHaveLength(64);
  const compared = queries.filter(({ sql }) => sql.includes('max(created_at)'));
  expect(compared).toHaveLength(1);
  return (await Promise.all(compared.map(plan))).join();
}

/** The tables that reading the newest suggestions of a namespace reads from start to end. */
async function scannedForNewest({ store, queries, plan }: Explained) {
  queries.length = 0;
  expect(await store.suggestions.newest('east.space-3')).not.toEqual([]);
  return (await Promise.all(queries.map(plan))).flatMap(scanned).filter((name) => name !== 'wanted');
}

/**
 * The plans of reading when the targets changed and of deleting old changes, among 100,000 changes of another kind.
 * `prepare` is what the database itself does from time to time.
 */
async function plansOfChanges({ store, queries, run, plan }: Explained, prepare: string) {
  await run(`insert into change_record (id, namespace, name, at, event, due_at, body)
    with recursive ${numbers('n', 100_000)}
    select 'other ' || n, 'east.space-' || (n % 10), 'target-' || (n % 500), n % 60, 'suggestion', null, '{}' from n`);
  await run(prepare);
  queries.length = 0;
  expect(await store.changes.newest(['resources', 'replicas', 'image'])).toHaveLength(targets);
  expect(await store.changes.prune(['resources', 'replicas', 'image'], { before: 2, most: 29_400 })).toBe(true);
  const [newest = '', ...deletions] = await Promise.all(queries.map(plan));
  return { newest, deletions };
}

/** The plans of keeping the answer to a write among 5,000 others, without the plan of its own row. */
async function plansOfKeeping({ store, queries, run, plan }: Explained, prepare: string) {
  await run(`insert into kept_answer (caller, key, fingerprint, answered_at, status, headers, text, length)
    with recursive ${numbers('n', 5_000)}
    select 'caller', 'key ' || n, 'print', n, 200, '[]', '${'text '.repeat(60)}', 300 from n`);
  await run(prepare);
  queries.length = 0;
  const answer = {
    caller: 'caller',
    key: 'new',
    fingerprint: 'print',
    at: 9_000,
    status: 200,
    headers: [],
    text: 'text',
  };
  await store.answers.put(answer, { after: 1, most: 10_000, mostText: 2 ** 24 });
  return (await Promise.all(queries.filter(({ sql }) => /^\s*(select|delete)/.test(sql)).map(plan))).join();
}

/** The tables that removing a target reads from start to end, when many other targets have states. */
async function scannedForRemoval({ store, queries, run, plan }: Explained, bytes: string) {
  await run(`insert into target_state (namespace, name, version, bytes)
    with recursive ${numbers('n', 20_000)} select 'north.space-' || (n % 100), 'target-' || n, 1, ${bytes} from n;
    insert into target (namespace, name, kind, api_version, model_mode, managed, enrolled_at)
    select namespace, name, 'Deployment', 'apps/v1', 'balanced', '[]', 0 from target_state;
    analyze`);
  queries.length = 0;
  expect(await store.targets.remove('north.space-3', 'target-3')).toBe(true);
  const deletions = queries.filter(({ sql }) => sql.startsWith('delete'));
  return { tables: deletedFrom(deletions), scans: (await Promise.all(deletions.map(plan))).flatMap(scanned) };
}

const deletedFrom = (queries: readonly Query[]) =>
  queries.flatMap(({ sql }) => /^delete from "(\w+)"/.exec(sql)?.[1] ?? []);

/** How many statements write and read targets while 40 are enrolled, of which some are enrolled already. */
async function statementsOfEnrolling({ store, queries }: Explained) {
  queries.length = 0;
  const records = Array.from({ length: 40 }, (_, n) =>
    aRecord({ namespace: `east.space-${n % 10}`, name: `target-${n < 20 ? n : n + targets}` }),
  );
  const outcomes = await store.targets.enroll(records);
  const results = outcomes.map(({ result }) => result);
  expect(results).toEqual(records.map((_, n) => (n > 0 && n < 20 ? 'exists' : 'created')));
  return queries.filter(({ sql }) => sql.includes('"target"')).length;
}

/** How many statements add targets with recorded hours, of which some are recorded already. */
async function statementsOfAdding({ store, queries }: Explained) {
  queries.length = 0;
  const wanted = Array.from({ length: 40 }, (_, n) => ({ namespace: 'west.space-1', name: `target-${n % 30}` }));
  const added = await store.rollups.add(wanted.map((one) => ({ ...one, coveredFrom: 0, coveredTo: 0 })));
  expect(added.map(({ namespace, name }) => ({ namespace, name }))).toEqual(wanted);
  expect(added.slice(0, 30).map(({ id }) => id)).toEqual(added.slice(0, 30).map((_, n) => (added[0]?.id ?? 0) + n));
  return queries.filter(({ sql }) => sql.includes('into "rollup_target"')).length;
}

/** The queries of the cost views, each with the tables that it reads from start to end. */
async function costQueries({ store, queries, plan }: Explained) {
  queries.length = 0;
  await callCostViews(store);
  const asked = queries.filter((query) => !isOfTargets(query));
  return Promise.all(asked.map(async (query) => ({ sql: query.sql, scans: scanned(await plan(query)) })));
}

const tablesOf = (queries: readonly { readonly sql: string }[]) =>
  [...new Set(queries.flatMap(({ sql }) => / from "(\w+)"/.exec(sql)?.[1] ?? []))].toSorted();

describe('every query of the cost views uses an index', () => {
  const tables = ['change_record', 'published_suggestion', 'rollup_block', 'rollup_summary'];

  it('in SQLite', async () => {
    const explained = await inSqlite();
    explained.run(content((hexadecimal) => `x'${hexadecimal}'`));
    const queries = await costQueries(explained);
    expect(tablesOf(queries)).toEqual(tables);
    expect(queries.filter(({ scans }) => scans.length > 0)).toEqual([]);
    expect(await scannedForNamespace(explained)).toEqual([]);
    expect(await scannedForNewest(explained)).toEqual([]);
    expect(await plansOfPublishing(explained)).toMatch(/SEARCH \w+ USING COVERING INDEX/);
    const { newest, deletions } = await plansOfChanges(explained, 'analyze');
    for (const each of [newest, deletions[1]]) expect(each).toMatch(/USING COVERING INDEX change_record_event/);
    expect(scanned([newest, ...deletions].join())).toEqual([]);
    const keeping = await plansOfKeeping(explained, 'analyze');
    expect(keeping).toMatch(
      /SEARCH kept_answer USING.* INDEX kept_answer_age .*SCAN kept_answer USING COVERING INDEX kept_answer_age"/,
    );
    expect(scanned(keeping)).toEqual(['kept_answer']);
    expect([await statementsOfEnrolling(explained), await statementsOfAdding(explained)]).toEqual([2, 1]);
    const removal = { tables: ['target', 'target_state'], scans: [] };
    expect(await scannedForRemoval(explained, `x'00'`)).toEqual(removal);
  });

  it.skipIf(whySkipped('the indexes of PostgreSQL') !== null)(
    'in PostgreSQL, and reads only the partitions of its days',
    async () => {
      const explained = await inPostgres();
      await explained.run(content((hexadecimal) => `'\\x${hexadecimal}'::bytea`));
      await explained.run(`insert into revision select 'rollups', at::text, 1 from generate_series(1, 400) at;
        insert into revision select of, at::text, 1
          from unnest(array['evaluations', 'changes', 'suggestions']) of, generate_series(1, 2000) at;
        analyze`);
      const queries = await costQueries(explained);
      expect(tablesOf(queries)).toEqual([...tables, 'revision'].toSorted());
      expect(queries.filter(({ scans }) => scans.length > 0)).toEqual([]);
      explained.queries.length = 0;
      await explained.store.rollups.blocks([3, 70, 400], { from: 20_360, to: 20_390 });
      const plans = await Promise.all(explained.queries.map(explained.plan));
      expect([...new Set(plans.join().match(/rollup_block_from_\d+/g))].toSorted()).toEqual([
        'rollup_block_from_20352',
        'rollup_block_from_20384',
      ]);
      expect(await scannedForNamespace(explained)).toEqual([]);
      expect(await scannedForNewest(explained)).toEqual([]);
      // A bitmap would read all suggestions of these targets.
      expect(await plansOfPublishing(explained)).toMatch(/^(?!.*Bitmap).*Index Only Scan/);
      const { newest, deletions } = await plansOfChanges(explained, 'vacuum analyze change_record');
      for (const each of [newest, deletions[1]]) expect(each).toMatch(/Index Only Scan using change_record_event/);
      expect(deletions[0]).toMatch(/Index (Only )?Scan using change_record_(event|age)/);
      const keeping = await plansOfKeeping(explained, 'vacuum analyze kept_answer');
      expect(keeping).toMatch(/Index Scan using kept_answer_age.*Index Only Scan using kept_answer_age/);
      expect(scanned(keeping)).toEqual([]);
      expect([await statementsOfEnrolling(explained), await statementsOfAdding(explained)]).toEqual([2, 1]);
      await explained.run(`insert into evaluation select 'north.space-' || at, '{}' from generate_series(1, 2000) at`);
      const removal = { tables: ['target', 'target_state', 'evaluation'], scans: [] };
      expect(await scannedForRemoval(explained, `'\\x00'::bytea`)).toEqual(removal);
    },
  );
});
