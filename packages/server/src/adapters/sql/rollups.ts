import { dayMs } from '@trimtab/core';
import type { Kysely } from 'kysely';
import type { RollupBlock, RollupStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

/** SQLite allows 32,766 parameters in a statement. */
const idsPerStatement = 1_000;

export function sqlRollups(db: Kysely<Tables>): RollupStore {
  return {
    targets: () => db.selectFrom('rollupTarget').selectAll().orderBy('id').execute(),
    add: (targets) =>
      db.transaction().execute((transaction) =>
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
      for (let index = 0; index < wanted.length; index += idsPerStatement) {
        const rows = await db
          .selectFrom('rollupBlock')
          .select(['targetId as id', 'day', 'bytes'])
          .where('targetId', 'in', wanted.slice(index, index + idsPerStatement))
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
    write: ({ targets, blocks, summaries }) =>
      db.transaction().execute(async (transaction) => {
        for (const { coveredFrom, coveredTo, ...identity } of targets) {
          await transaction
            .updateTable('rollupTarget')
            .set({ coveredFrom, coveredTo })
            .where((where) => where.and(identity))
            .execute();
        }
        for (const { id, day, bytes } of blocks) {
          await transaction
            .insertInto('rollupBlock')
            .values({ targetId: id, day, bytes })
            .onConflict((conflict) => conflict.columns(['targetId', 'day']).doUpdateSet({ bytes }))
            .execute();
        }
        for (const { group, day, bytes } of summaries) {
          await transaction
            .insertInto('rollupSummary')
            .values({ targetGroup: group, day, bytes })
            .onConflict((conflict) => conflict.columns(['day', 'targetGroup']).doUpdateSet({ bytes }))
            .execute();
        }
      }),
    prune: (day) =>
      db.transaction().execute(async (transaction) => {
        // Blocks are sorted by target and day, so naming the targets avoids a scan of all blocks.
        await transaction
          .deleteFrom('rollupBlock')
          .where('targetId', 'in', transaction.selectFrom('rollupTarget').select('id'))
          .where('day', '<', day)
          .execute();
        await transaction.deleteFrom('rollupSummary').where('day', '<', day).execute();
        await transaction
          .deleteFrom('rollupTarget')
          .where('coveredTo', '<=', day * dayMs)
          .execute();
      }),
  };
}
