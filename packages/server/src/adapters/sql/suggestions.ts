import type { Kysely } from 'kysely';
import type { SuggestionStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

export function sqlSuggestions(db: Kysely<Tables>): SuggestionStore {
  return {
    list: (namespace, name, { from, to }) =>
      db
        .selectFrom('suggestion')
        .select(['namespace', 'name', 'day', 'created_at as createdAt', 'body'])
        .where('namespace', '=', namespace)
        .where('name', '=', name)
        .where('day', '>=', from)
        .where('day', '<', to)
        .orderBy('day', 'desc')
        .execute(),
    async put({ namespace, name, day, createdAt, body }) {
      const row = { created_at: createdAt, body };
      await db
        .insertInto('suggestion')
        .values({ namespace, name, day, ...row })
        .onConflict((conflict) => conflict.columns(['namespace', 'name', 'day']).doUpdateSet(row))
        .execute();
    },
    async prune(day) {
      await db.deleteFrom('suggestion').where('day', '<', day).execute();
    },
  };
}
