import { targetKey } from '@trimtab/core';
import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Job, JobStore } from '../../ports/index.ts';
import { batchesByKey, inOrderOfKeys } from './batches.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';

const state = z.enum(['pending', 'running', 'completed', 'failed']);

const readJob = (row: Selectable<Tables['job']>): Job => ({ ...row, state: state.parse(row.state) });

export function sqlJobs(db: Kysely<Tables>, { hasRowLocks }: SqlDialect): JobStore {
  return {
    list: async () => (await db.selectFrom('job').selectAll().execute()).map(readJob),
    add: (jobs) =>
      transact(db, async (transaction) => {
        for (const batch of batchesByKey(jobs, targetKey)) {
          const fresh = { state: 'pending', leasedUntil: null, finishedAt: null };
          await transaction
            .insertInto('job')
            .values(batch.map(({ id, namespace, name, createdAt }) => ({ id, namespace, name, createdAt, ...fresh })))
            .onConflict((conflict) =>
              conflict
                .columns(['namespace', 'name'])
                .doUpdateSet((eb) => ({ ...fresh, id: eb.ref('excluded.id'), createdAt: eb.ref('excluded.createdAt') }))
                .where('job.state', 'in', ['completed', 'failed'])
                // After this replica has read the jobs, another one may have added this job and finished it.
                .whereRef('job.finishedAt', '<=', 'excluded.createdAt'),
            )
            .execute();
        }
      }),
    async take({ now, until, createdBefore = Number.MAX_SAFE_INTEGER, namespaces }) {
      if (namespaces?.length === 0) return null;
      return transact(db, async (transaction) => {
        // One index lookup for each state. A query with OR would sort all jobs.
        const oldest = transaction
          .selectFrom('job')
          .selectAll()
          .where('createdAt', '<', createdBefore)
          .$if(namespaces !== undefined, (query) => query.where('namespace', 'in', namespaces ?? []))
          .orderBy('createdAt')
          .limit(1)
          // A job that another worker takes at this moment is passed over.
          .$if(hasRowLocks, (query) => query.forUpdate().skipLocked());
        const pending = await oldest.where('state', '=', 'pending').executeTakeFirst();
        const abandoned = await oldest
          .where('state', '=', 'running')
          .where('leasedUntil', '<=', now)
          .executeTakeFirst();
        const next =
          abandoned !== undefined && !(abandoned.createdAt > (pending?.createdAt ?? Infinity)) ? abandoned : pending;
        if (next === undefined) return null;
        const leased = { state: 'running', leasedUntil: until };
        await transaction.updateTable('job').set(leased).where('id', '=', next.id).execute();
        return readJob({ ...next, ...leased });
      });
    },
    finish: (id, end) =>
      transact(db, async (transaction) => {
        const row = await transaction
          .selectFrom('job')
          .selectAll()
          .where('id', '=', id)
          .$if(hasRowLocks, (query) => query.forUpdate())
          .executeTakeFirst();
        if (row === undefined) return { outcome: 'unknown' };
        if (row.state === 'completed' || row.state === 'failed') return { outcome: 'finished', job: readJob(row) };
        const failures = end.state === 'failed' ? row.failures + 1 : 0;
        const ended = { state: end.state, leasedUntil: null, finishedAt: end.at, failures };
        await transaction.updateTable('job').set(ended).where('id', '=', id).execute();
        return { outcome: 'done', job: readJob({ ...row, ...ended }) };
      }),
    remove: (targets) =>
      transact(db, async (transaction) => {
        for (const { namespace, name } of inOrderOfKeys(targets, targetKey)) {
          await transaction
            .deleteFrom('job')
            .where((where) => where.and({ namespace, name }))
            .execute();
        }
      }),
  };
}
