import { dayMs, targetKey } from '@trimtab/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { RollupBlock, RollupStore, RollupTarget, SummaryChange } from '../../ports/index.ts';
import { batches, batchesByKey } from './batches.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';
import { upsert } from './upsert.ts';

export function sqlRollups(
  db: Kysely<Tables>,
  { prepareDays, pruneDays, lock, guard, revise }: SqlDialect,
): RollupStore {
  return {
    targets(namespace) {
      const all = db.selectFrom('rollupTarget').selectAll().orderBy('id');
      return (namespace === undefined ? all : all.where('namespace', '=', namespace)).execute();
    },
    async coverage() {
      const { targets, sumOfIds, coveredFrom, coveredTo } = await db
        .selectFrom('rollupTarget')
        .select(({ fn }) => [
          fn.countAll<number>().as('targets'),
          fn.sum<number | null>('id').as('sumOfIds'),
          fn.min<number | null>('coveredFrom').as('coveredFrom'),
          fn.max<number | null>('coveredTo').as('coveredTo'),
        ])
        .executeTakeFirstOrThrow();
      const isEmpty = sumOfIds === null || coveredFrom === null || coveredTo === null;
      return isEmpty ? null : { targets, sumOfIds, coveredFrom, coveredTo };
    },
    add: (targets) =>
      transact(db, async (transaction) => {
        const stored = new Map<string, RollupTarget>();
        // PostgreSQL refuses a statement that writes a row twice.
        const different = Map.groupBy(targets, targetKey)
          .values()
          .flatMap((same) => same.slice(0, 1));
        for (const batch of batches([...different])) {
          const rows = await transaction
            .insertInto('rollupTarget')
            .values(batch)
            // Changes nothing, but makes the statement return the stored row.
            .onConflict((conflict) =>
              conflict
                .columns(['namespace', 'name'])
                .doUpdateSet((eb) => ({ namespace: eb.ref('excluded.namespace') })),
            )
            .returningAll()
            .execute();
          for (const row of rows) stored.set(targetKey(row), row);
        }
        return targets.flatMap((target) => stored.get(targetKey(target)) ?? []);
      }),
    // One lookup in the key (target, day) for each target. PostgreSQL reads only the partitions of these days.
    async blocks(ids, { from, to }) {
      const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
      const found: RollupBlock[] = [];
      for (const batch of batches(wanted)) {
        const rows = await db
          .selectFrom('rollupBlock')
          .select(['targetId as id', 'day', 'bytes'])
          .where('targetId', 'in', batch)
          .where('day', '>=', from)
          .where('day', '<', to)
          .orderBy('targetId')
          .orderBy('day')
          .execute();
        for (const row of rows) found.push(row);
      }
      return found;
    },
    // One range of the key (day, group).
    summaries: ({ from, to }) =>
      db
        .selectFrom('rollupSummary')
        .select(['targetGroup as group', 'day', 'bytes'])
        .where('day', '>=', from)
        .where('day', '<', to)
        .orderBy('day')
        .orderBy('targetGroup')
        .execute(),
    async write({ targets, blocks, summaries }, hold) {
      await prepareDays(db, [...new Set(blocks.map(({ day }) => day))]);
      await transact(db, async (transaction) => {
        await guard(transaction, [hold]);
        for (const batch of batchesByKey(targets, ({ id }) => `${id}`)) await cover(transaction, batch);
        const rows = blocks.map(({ id, day, bytes }) => ({ targetId: id, day, bytes }));
        await upsert(transaction, 'rollupBlock', ['targetId', 'day'], rows);
        const groups = [...new Set(summaries.map(({ group }) => group))].toSorted((a, b) => a - b);
        // Targets of several namespaces, and thus of several replicas, share a group.
        for (const group of groups) await lock(transaction, `rollup group ${group}`);
        const changed = await changedSummaries(transaction, summaries);
        await upsert(transaction, 'rollupSummary', ['day', 'targetGroup'], changed);
        await revise(transaction, 'rollups', [...new Set(blocks.map(({ day }) => String(day)))]);
      });
    },
    prune: (day) =>
      transact(db, async (transaction) => {
        await transaction.deleteFrom('rollupSummary').where('day', '<', day).execute();
        // Late, because it may exclude readers until the end, but before the targets, by which SQLite finds their blocks.
        await pruneDays(transaction, day);
        await transaction
          .deleteFrom('rollupTarget')
          .where('coveredTo', '<=', day * dayMs)
          .execute();
        await revise(transaction, 'rollups', [String(day - 1)]);
      }),
  };
}

async function changedSummaries(
  transaction: Transaction<Tables>,
  summaries: readonly SummaryChange[],
): Promise<readonly Tables['rollupSummary'][]> {
  const stored = new Map<string, Uint8Array>();
  for (const batch of batches(summaries)) {
    const rows = await transaction
      .selectFrom('rollupSummary')
      .selectAll()
      .where((where) => where.or(batch.map(({ group, day }) => where.and({ day, targetGroup: group }))))
      .execute();
    for (const { day, targetGroup, bytes } of rows) stored.set(`${day}/${targetGroup}`, bytes);
  }
  return summaries.map(({ group, day, change }) => ({
    day,
    targetGroup: group,
    bytes: change(stored.get(`${day}/${group}`) ?? null),
  }));
}

/** Updates the covered range of targets that are stored under this id with this name. */
async function cover(transaction: Transaction<Tables>, targets: readonly RollupTarget[]): Promise<void> {
  const rows = targets.map(
    ({ id, namespace, name, coveredFrom, coveredTo }) =>
      // PostgreSQL does not know the types of parameters in VALUES.
      sql`(cast(${id} as integer), ${namespace}, ${name}, cast(${coveredFrom} as bigint), cast(${coveredTo} as bigint))`,
  );
  await sql`
    with covered (id, namespace, name, covered_from, covered_to) as (values ${sql.join(rows)})
    update rollup_target as stored set covered_from = covered.covered_from, covered_to = covered.covered_to
    from covered
    where stored.id = covered.id and stored.namespace = covered.namespace and stored.name = covered.name`.execute(
    transaction,
  );
}
