import { inCluster } from '@trimtab/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChangeStore, StoredChange } from '../../ports/index.ts';
import { mostPruned } from './batches.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';
import { upsert } from './upsert.ts';

export function sqlChanges(db: Kysely<Tables>, { guard, revise }: SqlDialect): ChangeStore {
  return {
    list({ namespace, clusters, name, events, window }, most) {
      let query = db.selectFrom('changeRecord').selectAll();
      query = query.where('at', '>=', window.start).where('at', '<', window.end);
      if (namespace !== undefined) query = query.where('namespace', '=', namespace);
      if (clusters !== undefined) {
        // Text is compared by its bytes, and "/" is the one after the separator.
        query = query.where((eb) =>
          eb.or(
            clusters.map((cluster) =>
              eb.and([eb('namespace', '>=', inCluster(cluster, '')), eb('namespace', '<', `${cluster}/`)]),
            ),
          ),
        );
      }
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
    write: ({ changes, watched }, holds = []) =>
      transact(db, async (transaction) => {
        await guard(transaction, holds);
        await insertChanges(transaction, changes, revise);
        await upsert(transaction, 'watchedTarget', ['namespace', 'name'], watched);
      }),
    async prune(events, { before, most }) {
      const own = db.selectFrom('changeRecord').select('id').where('event', 'in', events);
      const newestFirst = own.orderBy('at', 'desc').orderBy('id', 'desc');
      let isDone = true;
      // Both select from the index `change_record_event` alone. The second one reads all entries of these events.
      for (const some of [own.where('at', '<', before).orderBy('at'), newestFirst.offset(most)]) {
        const { numDeletedRows } = await db
          .deleteFrom('changeRecord')
          .where('id', 'in', some.limit(mostPruned))
          .executeTakeFirst();
        isDone &&= numDeletedRows < mostPruned;
      }
      return isDone;
    },
    async forget(namespace, name) {
      await db.deleteFrom('watchedTarget').where('namespace', '=', namespace).where('name', '=', name).execute();
    },
  };
}

/** Inserts or replaces records, as part of the change that they describe. */
export async function insertChanges(
  transaction: Transaction<Tables>,
  changes: readonly StoredChange[],
  revise: SqlDialect['revise'],
): Promise<void> {
  await upsert(transaction, 'changeRecord', ['id'], changes);
  if (changes.length > 0) await revise(transaction, 'changes');
}
