import { type Kysely, sql } from 'kysely';
import type { ChangeStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

/** SQLite accepts at most 32,766 parameters in a statement. */
const rowsPerInsert = 1_000;

export function sqlChanges(db: Kysely<Tables>): ChangeStore {
  return {
    list({ namespace, name, events, window }, most) {
      let query = db.selectFrom('changeRecord').selectAll();
      query = query.where('at', '>=', window.start).where('at', '<', window.end);
      if (namespace !== undefined) query = query.where('namespace', '=', namespace);
      if (name !== undefined) query = query.where('name', '=', name);
      if (events !== undefined) query = query.where('event', 'in', events);
      return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(most).execute();
    },
    due: (before, most) =>
      db
        .selectFrom('changeRecord')
        .selectAll()
        .where('dueAt', '<', before)
        .orderBy('dueAt')
        .orderBy('id')
        .limit(most)
        .execute(),
    newest: (events) =>
      db
        .selectFrom('changeRecord')
        .select(['namespace', 'name', sql<number>`max(at)`.as('at')])
        .where('event', 'in', events)
        .groupBy(['namespace', 'name'])
        .execute(),
    watched: (namespace) => db.selectFrom('watchedTarget').selectAll().where('namespace', '=', namespace).execute(),
    write: ({ changes, watched }) =>
      db.transaction().execute(async (transaction) => {
        for (let index = 0; index < changes.length; index += rowsPerInsert)
          await transaction
            .replaceInto('changeRecord')
            .values(changes.slice(index, index + rowsPerInsert))
            .execute();
        for (let index = 0; index < watched.length; index += rowsPerInsert)
          await transaction
            .replaceInto('watchedTarget')
            .values(watched.slice(index, index + rowsPerInsert))
            .execute();
      }),
    async prune(events, { before, most }) {
      const beyond = db
        .selectFrom('changeRecord')
        .select('id')
        .where('event', 'in', events)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(-1)
        .offset(most);
      await db.deleteFrom('changeRecord').where('event', 'in', events).where('at', '<', before).execute();
      await db.deleteFrom('changeRecord').where('id', 'in', beyond).execute();
    },
    async forget(namespace, name) {
      await db.deleteFrom('watchedTarget').where('namespace', '=', namespace).where('name', '=', name).execute();
    },
  };
}
