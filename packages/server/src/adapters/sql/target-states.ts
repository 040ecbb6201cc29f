import type { Kysely } from 'kysely';
import type { StateStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

export function sqlTargetStates(db: Kysely<Tables>): StateStore {
  const all = () => db.selectFrom('targetState').selectAll();
  return {
    get: async (namespace, name) =>
      (await all()
        .where((where) => where.and({ namespace, name }))
        .executeTakeFirst()) ?? null,
    inNamespace: (namespace) => all().where('namespace', '=', namespace).orderBy('name').execute(),
    put: (states) =>
      db.transaction().execute(async (transaction) => {
        for (const { namespace, name, version, bytes } of states) {
          await transaction
            .insertInto('targetState')
            .values({ namespace, name, version, bytes })
            .onConflict((conflict) => conflict.columns(['namespace', 'name']).doUpdateSet({ version, bytes }))
            .execute();
        }
      }),
    async remove(namespace, name) {
      await db
        .deleteFrom('targetState')
        .where((where) => where.and({ namespace, name }))
        .execute();
    },
  };
}
