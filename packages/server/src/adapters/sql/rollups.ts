import { dayMs } from '@trimtab/core';
import type { Kysely } from 'kysely';
import type { RollupBlock, RollupStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

/** SQLite allows 32,766 parameters in a statement. */
const idsPerStatement = 1_000;

export function sqlRollups(db: Kysely<Tables>): RollupStore {
  return {
    async targets() {
      const rows = await db.selectFrom('rollup_target').selectAll().orderBy('id').execute();
      return rows.map(({ covered_from, covered_to, ...row }) => ({
        ...row,
        coveredFrom: covered_from,
        coveredTo: covered_to,
      }));
    },
    async blocks(ids, { from, to }) {
      const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
      const found: RollupBlock[] = [];
      for (let index = 0; index < wanted.length; index += idsPerStatement) {
        const rows = await db
          .selectFrom('rollup_block')
          .select(['target_id as id', 'day', 'bytes'])
          .where('target_id', 'in', wanted.slice(index, index + idsPerStatement))
          .where('day', '>=', from)
          .where('day', '<', to)
          .orderBy('target_id')
          .orderBy('day')
          .execute();
        for (const row of rows) found.push(row);
      }
      return found;
    },
    summaries: ({ from, to }) =>
      db
        .selectFrom('rollup_summary')
        .select(['target_group as group', 'day', 'bytes'])
        .where('day', '>=', from)
        .where('day', '<', to)
        .orderBy('day')
        .orderBy('target_group')
        .execute(),
    write: ({ targets, blocks, summaries }) =>
      db.transaction().execute(async (transaction) => {
        for (const { id, namespace, name, coveredFrom, coveredTo } of targets) {
          const covered = { covered_from: coveredFrom, covered_to: coveredTo };
          await transaction
            .insertInto('rollup_target')
            .values({ id, namespace, name, ...covered })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(covered))
            .execute();
        }
        for (const { id, day, bytes } of blocks) {
          await transaction
            .insertInto('rollup_block')
            .values({ target_id: id, day, bytes })
            .onConflict((conflict) => conflict.columns(['target_id', 'day']).doUpdateSet({ bytes }))
            .execute();
        }
        for (const { group, day, bytes } of summaries) {
          await transaction
            .insertInto('rollup_summary')
            .values({ target_group: group, day, bytes })
            .onConflict((conflict) => conflict.columns(['day', 'target_group']).doUpdateSet({ bytes }))
            .execute();
        }
      }),
    prune: (day) =>
      db.transaction().execute(async (transaction) => {
        // Blocks are sorted by target and day, so naming the targets avoids a scan of all blocks.
        await transaction
          .deleteFrom('rollup_block')
          .where('target_id', 'in', transaction.selectFrom('rollup_target').select('id'))
          .where('day', '<', day)
          .execute();
        await transaction.deleteFrom('rollup_summary').where('day', '<', day).execute();
        await transaction
          .deleteFrom('rollup_target')
          .where('covered_to', '<=', day * dayMs)
          .execute();
      }),
  };
}
