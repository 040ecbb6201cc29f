import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Job, JobStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

const state = z.enum(['pending', 'running', 'completed', 'failed']);

const readJob = (row: Selectable<Tables['job']>): Job => ({ ...row, state: state.parse(row.state) });

export function sqlJobs(db: Kysely<Tables>): JobStore {
  return {
    list: async () => (await db.selectFrom('job').selectAll().execute()).map(readJob),
    add: (jobs) =>
      db.transaction().execute(async (transaction) => {
        for (const { id, namespace, name, createdAt } of jobs) {
          const fresh = { id, state: 'pending', createdAt, leasedUntil: null, finishedAt: null };
          await transaction
            .insertInto('job')
            .values({ namespace, name, ...fresh })
            .onConflict((conflict) =>
              conflict
                .columns(['namespace', 'name'])
                .doUpdateSet(fresh)
                .where('job.state', 'in', ['completed', 'failed']),
            )
            .execute();
        }
      }),
    take: ({ now, until, createdBefore = Number.MAX_SAFE_INTEGER }) =>
      db.transaction().execute(async (transaction) => {
        // One index lookup for each state. A query with OR would sort all jobs.
        const oldest = transaction
          .selectFrom('job')
          .selectAll()
          .where('createdAt', '<', createdBefore)
          .orderBy('createdAt')
          .limit(1);
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
      }),
    finish: (id, end) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
        if (row === undefined) return { outcome: 'unknown' };
        if (row.state === 'completed' || row.state === 'failed') return { outcome: 'finished', job: readJob(row) };
        const ended = { state: end.state, leasedUntil: null, finishedAt: end.at };
        await transaction.updateTable('job').set(ended).where('id', '=', id).execute();
        return { outcome: 'done', job: readJob({ ...row, ...ended }) };
      }),
    remove: (targets) =>
      db.transaction().execute(async (transaction) => {
        for (const { namespace, name } of targets) {
          await transaction
            .deleteFrom('job')
            .where((where) => where.and({ namespace, name }))
            .execute();
        }
      }),
  };
}
