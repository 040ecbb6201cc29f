import type { Kysely } from 'kysely';
import type { SuggestionStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

export function sqlSuggestions(db: Kysely<Tables>): SuggestionStore {
  return {
    list: (namespace, name, { from, to }) =>
      db
        .selectFrom('suggestion')
        .selectAll()
        .where('namespace', '=', namespace)
        .where('name', '=', name)
        .where('day', '>=', from)
        .where('day', '<', to)
        .orderBy('day', 'desc')
        .execute(),
    async put(suggestion) {
      await db
        .insertInto('suggestion')
        .values(suggestion)
        .onConflict((conflict) => conflict.columns(['namespace', 'name', 'day']).doUpdateSet(suggestion))
        .execute();
    },
    async prune(day) {
      await db.deleteFrom('suggestion').where('day', '<', day).execute();
    },
  };
}
