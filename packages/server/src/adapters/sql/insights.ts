import type { Kysely } from 'kysely';
import type { InsightStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

export function sqlInsights(db: Kysely<Tables>): InsightStore {
  const newestFirst = () =>
    db.selectFrom('insight').select(['id', 'created_at as createdAt', 'body']).orderBy('created_at', 'desc');
  return {
    list: () => newestFirst().orderBy('id', 'desc').execute(),
    add: ({ id, createdAt, body }, keep) =>
      db.transaction().execute(async (transaction) => {
        const existing = await transaction
          .selectFrom('insight')
          .select(['id', 'created_at as createdAt', 'body'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (existing !== undefined) return existing;
        await transaction.insertInto('insight').values({ id, created_at: createdAt, body }).execute();
        const newest = transaction
          .selectFrom('insight')
          .select('id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(keep);
        await transaction.deleteFrom('insight').where('id', 'not in', newest).execute();
        return { id, createdAt, body };
      }),
  };
}
