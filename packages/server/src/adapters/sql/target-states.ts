import type { Kysely, Transaction } from 'kysely';
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

/** So many states, of about 70 KB each, are deleted in a fraction of a second. A write of SQLite blocks the process. */
const mostDropped = 250;

/**
 * Deletes the stored states of targets of this namespace that are not in the table `target`, at most 250 of them. Call it
 * only after a target of the namespace was deleted from that table. The targets of another namespace may be resources of a
 * cluster, which the table does not contain.
 */
export async function dropStates(transaction: Transaction<Tables>, namespace: string): Promise<void> {
  const leftOver = transaction
    .selectFrom('targetState as state')
    .leftJoin('target', (join) =>
      join.onRef('target.namespace', '=', 'state.namespace').onRef('target.name', '=', 'state.name'),
    )
    .select('state.name')
    .where('state.namespace', '=', namespace)
    .where('target.name', 'is', null)
    .orderBy('state.name')
    .limit(mostDropped);
  await transaction
    .deleteFrom('targetState')
    .where('namespace', '=', namespace)
    .where('name', 'in', leftOver)
    .execute();
}
