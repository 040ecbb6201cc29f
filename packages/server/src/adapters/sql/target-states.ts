import type { Kysely } from 'kysely';
import type { StateStore } from '../../ports/index.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';
import { upsert } from './upsert.ts';

export function sqlTargetStates(db: Kysely<Tables>, { guard }: SqlDialect): StateStore {
  const all = () => db.selectFrom('targetState').selectAll();
  return {
    get: async (namespace, name) =>
      (await all()
        .where((where) => where.and({ namespace, name }))
        .executeTakeFirst()) ?? null,
    inNamespace: (namespace) => all().where('namespace', '=', namespace).orderBy('name').execute(),
    put: (states, hold) =>
      transact(db, async (transaction) => {
        await guard(transaction, [hold]);
        const rows = states.map(({ namespace, name, version, bytes }) => ({ namespace, name, version, bytes }));
        await upsert(transaction, 'targetState', ['namespace', 'name'], rows);
      }),
    async remove(namespace, name) {
      await db
        .deleteFrom('targetState')
        .where((where) => where.and({ namespace, name }))
        .execute();
    },
  };
}
