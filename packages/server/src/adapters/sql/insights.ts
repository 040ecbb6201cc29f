import type { Kysely } from 'kysely';
import type { InsightStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

export function sqlInsights(db: Kysely<Tables>): InsightStore {
  return {
    list: () => db.selectFrom('insight').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').execute(),
    add: (insight, keep) =>
      db.transaction().execute(async (transaction) => {
        const existing = await transaction
          .selectFrom('insight')
          .selectAll()
          .where('id', '=', insight.id)
          .executeTakeFirst();
        if (existing !== undefined) return existing;
        await transaction.insertInto('insight').values(insight).execute();
        const newest = transaction
          .selectFrom('insight')
          .select('id')
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(keep);
        await transaction.deleteFrom('insight').where('id', 'not in', newest).execute();
        return insight;
      }),
  };
}
