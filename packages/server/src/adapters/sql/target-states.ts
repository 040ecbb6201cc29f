import type { Kysely } from 'kysely';
import type { StateStore } from '../../ports/index.ts';
import { batchesByKey } from './batches.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';

export function sqlTargetStates(db: Kysely<Tables>): StateStore {
  const all = () => db.selectFrom('targetState').selectAll();
  return {
    get: async (namespace, name) =>
      (await all()
        .where((where) => where.and({ namespace, name }))
        .executeTakeFirst()) ?? null,
    inNamespace: (namespace) => all().where('namespace', '=', namespace).orderBy('name').execute(),
    put: (states) =>
      transact(db, async (transaction) => {
        for (const batch of batchesByKey(states, ({ namespace, name }) => `${namespace}/${name}`)) {
          await transaction
            .insertInto('targetState')
            .values(batch.map(({ namespace, name, version, bytes }) => ({ namespace, name, version, bytes })))
            .onConflict((conflict) =>
              conflict
                .columns(['namespace', 'name'])
                .doUpdateSet((eb) => ({ version: eb.ref('excluded.version'), bytes: eb.ref('excluded.bytes') })),
            )
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
