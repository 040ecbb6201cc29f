import type { Kysely } from 'kysely';
import type { InsightStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';

export function sqlInsights(db: Kysely<Tables>): InsightStore {
  return {
    list: () => db.selectFrom('insight').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').execute(),
    add: (insight, keep) =>
      transact(db, async (transaction) => {
        const stored = await transaction
          .insertInto('insight')
          .values(insight)
          // Changes nothing, but returns the stored row.
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: insight.id }))
          .returningAll()
          .executeTakeFirstOrThrow();
        const newest = transaction
          .selectFrom('insight')
          .select('id')
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(keep);
        await transaction.deleteFrom('insight').where('id', 'not in', newest).execute();
        return stored;
      }),
  };
}
