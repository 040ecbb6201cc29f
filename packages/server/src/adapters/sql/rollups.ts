import { dayMs } from '@trimtab/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { RollupBlock, RollupStore, RollupTarget } from '../../ports/index.ts';
import { batches, batchesByKey } from './batches.ts';
import type { Dialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';

export function sqlRollups(db: Kysely<Tables>, { prepareDays, pruneDays }: Dialect): RollupStore {
  return {
    targets: () => db.selectFrom('rollupTarget').selectAll().orderBy('id').execute(),
    add: (targets) =>
      transact(db, (transaction) =>
        Array.fromAsync(targets, (target) =>
          transaction
            .insertInto('rollupTarget')
            .values(target)
            // Changes nothing, but makes the statement return the stored row.
            .onConflict((conflict) =>
              conflict.columns(['namespace', 'name']).doUpdateSet({ namespace: target.namespace }),
            )
            .returningAll()
            .executeTakeFirstOrThrow(),
        ),
      ),
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
    summaries: ({ from, to }) =>
      db
        .selectFrom('rollupSummary')
        .select(['targetGroup as group', 'day', 'bytes'])
        .where('day', '>=', from)
        .where('day', '<', to)
        .orderBy('day')
        .orderBy('targetGroup')
        .execute(),
    async write({ targets, blocks, summaries }) {
      await prepareDays(db, [...new Set(blocks.map(({ day }) => day))]);
      await transact(db, async (transaction) => {
        for (const batch of batchesByKey(targets, ({ id }) => `${id}`)) await cover(transaction, batch);
        for (const batch of batchesByKey(blocks, ({ id, day }) => `${id}/${day}`)) {
          await transaction
            .insertInto('rollupBlock')
            .values(batch.map(({ id, day, bytes }) => ({ targetId: id, day, bytes })))
            .onConflict((conflict) =>
              conflict.columns(['targetId', 'day']).doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
            )
            .execute();
        }
        for (const batch of batchesByKey(summaries, ({ group, day }) => `${day}/${group}`)) {
          await transaction
            .insertInto('rollupSummary')
            .values(batch.map(({ group, day, bytes }) => ({ targetGroup: group, day, bytes })))
            .onConflict((conflict) =>
              conflict.columns(['day', 'targetGroup']).doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
            )
            .execute();
        }
      });
    },
    prune: (day) =>
      transact(db, async (transaction) => {
        await pruneDays(transaction, day);
        await transaction.deleteFrom('rollupSummary').where('day', '<', day).execute();
        await transaction
          .deleteFrom('rollupTarget')
          .where('coveredTo', '<=', day * dayMs)
          .execute();
      }),
  };
}

/** Updates the covered range of targets that are stored under this id with this name. */
async function cover(transaction: Transaction<Tables>, targets: readonly RollupTarget[]): Promise<void> {
  const rows = targets.map(
    ({ id, namespace, name, coveredFrom, coveredTo }) =>
      // PostgreSQL does not know the types of parameters in VALUES.
      sql`(cast(${id} as integer), ${namespace}, ${name}, cast(${coveredFrom} as bigint), cast(${coveredTo} as bigint))`,
  );
  await sql`
    update rollup_target set covered_from = covered.column4, covered_to = covered.column5
    from (values ${sql.join(rows)}) as covered
    where id = covered.column1 and namespace = covered.column2 and name = covered.column3`.execute(transaction);
}
