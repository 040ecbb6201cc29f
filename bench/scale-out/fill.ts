import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dayMs, hourMs } from '@trimtab/core';
import type { RunningPostgres } from '../../e2e/support/postgres/index.ts';
import { openSqliteStore } from '../../packages/server/src/adapters/sql/index.ts';
import { openPostgresStore } from '../../packages/server/src/adapters/sql/postgres/open.ts';
import type { TargetRecord } from '../../packages/server/src/ports/index.ts';
import { GroupDay, groupOf, sumsOf, targetsPerGroup } from '../../packages/server/src/services/rollups/group-day.ts';
import { emptyBlock, encodeBlock, setHour } from '../../packages/server/src/services/rollups/hourly-block.ts';

/** All targets are copies of this one. */
const template: TargetRecord = {
  namespace: 'template',
  name: 'template',
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  horizontal: 'recommendation',
  vertical: 'recommendation',
  modelMode: 'balanced',
  managed: [],
  enrolledAt: Date.now(),
  unoptimized: null,
};
const targetColumns =
  'kind, api_version, horizontal, vertical, model_mode, managed, enrolled_at, unoptimized, limit_policy';

export type Size = {
  readonly targets: number;
  readonly perNamespace: number;
  /** Days of hourly figures that every target has. */
  readonly days: number;
};

/**
 * A day of a target: requests that stay the same, usage that differs each hour, and one suggestion. Every second one is
 * in autonomous mode.
 */
function dayBlock(seed: number) {
  const block = emptyBlock();
  for (let hour = 0; hour < 24; hour += 1) {
    setHour(block, hour, {
      replicas: 1,
      requestedCpu: 0.5,
      requestedMemory: 2 ** 29,
      usedCpu: 0.05 + Math.abs(Math.sin(seed + hour)) / 5,
      usedMemory: 5e7 + Math.abs(Math.cos(seed + hour)) * 1e8,
      advisedPodCpu: 0.1 + seed / 1_000,
      advisedPodMemory: 2 ** 28,
      advisedReplicas: 1,
      beforeCpu: 0.6 + seed / 1_000,
      beforeMemory: 2 ** 30,
      nodeCpuCores: 4,
      nodeMemoryBytes: 2 ** 34,
      nodeHourlyCost: 0.2,
      autonomous: seed % 2 === 0,
      horizontal: true,
      vertical: true,
      bins: 12,
    });
  }
  return block;
}

const variants = Array.from({ length: 100 }, (_, seed) => dayBlock(seed));
const variantOf = (id: number, day: number): number => (id * 7 + day) % variants.length;

/** Sums of a day. Targets have the ids from 1. */
function groupDay(group: number, day: number, targets: number): Uint8Array {
  const sums = new GroupDay();
  for (let place = 0; place < targetsPerGroup; place += 1) {
    const id = group * targetsPerGroup + place;
    const block = variants[variantOf(id, day)];
    if (id >= 1 && id <= targets && block !== undefined) sums.set(place, sumsOf(block));
  }
  return sums.bytes;
}

/** The recorded days, and the end of the last recorded hour. */
function span(days: number) {
  const to = Math.floor(Date.now() / dayMs);
  return { first: to - days + 1, to, lastHour: Math.floor((Date.now() - 120_000) / hourMs) * hourMs };
}
const literal = (bytes: Uint8Array): string => `'\\x${Buffer.from(bytes).toString('hex')}'::bytea`;

/** Enrolls the targets in a new PostgreSQL database, and records their hours up to the last finished one. */
export async function fillDatabase(postgres: RunningPostgres, { targets, perNamespace, days }: Size): Promise<string> {
  const { host, port, user, query } = postgres;
  const database = await postgres.createDatabase();
  const access = { host, port, user, database, password: null, tls: null, connections: 4, timeoutMs: 600_000 };
  const store = await openPostgresStore(access, { name: 'bench', logger: () => undefined, waitMs: 0 });
  await store.targets.enroll([template]);
  const { first, to, lastHour } = span(days);
  const hold = store.shared?.hold(template.namespace);
  if (hold == null) throw new Error('The database has other replicas.');
  // Creates the partitions.
  const blocks = Array.from({ length: days }, (_, at) => ({ id: 0, day: first + at, bytes: new Uint8Array() }));
  await store.rollups.write({ targets: [], blocks, summaries: [] }, hold);
  await store.close();
  const all = `generate_series(0, ${targets - 1}) as n`;
  await query(
    database,
    `insert into target
       select 'team-' || n / ${perNamespace}, 'app-' || n, ${targetColumns}
       from target, ${all};
     delete from target where namespace = '${template.namespace}';
     insert into rollup_target (id, namespace, name, covered_from, covered_to)
       select n + 1, 'team-' || n / ${perNamespace}, 'app-' || n, ${first * dayMs}::bigint, ${lastHour}::bigint from ${all};
     select setval(pg_get_serial_sequence('rollup_target', 'id'), ${targets});
     delete from rollup_block;
     create table variant (number integer primary key, bytes bytea);
     insert into variant values ${variants.map((block, index) => `(${index}, ${literal(encodeBlock(block))})`).join(',')};`,
  );
  // A statement for each partition, so that no transaction holds all of them.
  for (let day = first; day <= to; day += 32) {
    await query(
      database,
      `insert into rollup_block
         select n + 1, day, bytes from generate_series(${day}, ${Math.min(to, day + 31)}) as day, ${all}
         join variant on true where number = ((n + 1) * 7 + day) % ${variants.length}`,
    );
  }
  for (let group = groupOf(1); group <= groupOf(targets); group += 1) {
    // The sums of a day repeat with the variants.
    const kinds = Array.from({ length: Math.min(days, variants.length) }, (_, index) =>
      groupDay(group, first + index, targets),
    );
    await query(
      database,
      `insert into rollup_summary select day, ${group}, kind.bytes
         from generate_series(${first}, ${to}) as day
         join (values ${kinds.map((bytes, index) => `(${index}, ${literal(bytes)})`).join(',')}) as kind (number, bytes)
           on number = (day - ${first}) % ${variants.length}`,
    );
  }
  await query(database, 'drop table variant; analyze');
  return database;
}

/** The same in SQLite, in an empty data folder. */
export async function fillFolder(folder: string, { targets, perNamespace, days }: Size): Promise<void> {
  const store = await openSqliteStore(folder);
  await store.targets.enroll([template]);
  await store.close();
  const { first, to, lastHour } = span(days);
  const database = new DatabaseSync(join(folder, 'trimtab.sqlite'));
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const target = database.prepare(`insert into target (namespace, name, ${targetColumns})
    select ?, ?, ${targetColumns} from target where namespace = '${template.namespace}'`);
  const rollup = database.prepare('insert into rollup_target values (?, ?, ?, ?, ?)');
  const block = database.prepare('insert into rollup_block values (?, ?, ?)');
  const summary = database.prepare('insert into rollup_summary values (?, ?, ?)');
  const encoded = variants.map(encodeBlock);
  for (let index = 0; index < targets; index += 1) {
    const names = [`team-${Math.floor(index / perNamespace)}`, `app-${index}`];
    target.run(...names);
    rollup.run(index + 1, ...names, first * dayMs, lastHour);
    for (let day = first; day <= to; day += 1) {
      block.run(index + 1, day, encoded[variantOf(index + 1, day)] ?? new Uint8Array());
    }
  }
  for (let group = groupOf(1); group <= groupOf(targets); group += 1) {
    const kinds = variants.map((_, index) => groupDay(group, first + index, targets));
    for (let day = first; day <= to; day += 1)
      summary.run(day, group, kinds[(day - first) % kinds.length] ?? new Uint8Array());
  }
  database.exec(`delete from target where namespace = '${template.namespace}'; COMMIT; ANALYZE`);
  database.close();
}
