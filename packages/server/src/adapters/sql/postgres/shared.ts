import { type Kysely, sql, type Transaction } from 'kysely';
import { type Revised, type RowsKey, revised, type Shared } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';
import { transact } from '../transact.ts';
import { upsert } from '../upsert.ts';
import { guard, type Replica } from './replicas.ts';
import { postgresShortLived } from './short-lived.ts';

/** The row of the table `revision` that counts the changes of all namespaces. */
const all = '';

export function postgresShared(db: Kysely<Tables>, name: string, { hold, held, now }: Replica): Shared {
  return {
    ...postgresShortLived(db),
    replica: name,
    hold,
    held,
    now,
    revision: sharedReads(async () => {
      const rows = await db
        .selectFrom('revision')
        .select(['of', 'value'])
        // With the names, the key of the table finds these rows. Its other rows are many, one for each day and namespace.
        .where('of', 'in', revised)
        .where('namespace', '=', all)
        .execute();
      return new Map(rows.map(({ of, value }) => [of, value]));
    }),
    async revisions(of) {
      const rows = await db
        .selectFrom('revision')
        .select(['namespace', 'value'])
        .where('of', '=', of)
        .where('namespace', '<>', all)
        .execute();
      return new Map(rows.map(({ namespace, value }) => [namespace, value]));
    },
    evaluations: async (namespaces) =>
      namespaces.length === 0
        ? []
        : db.selectFrom('evaluation').selectAll().where('namespace', 'in', namespaces).execute(),
    saveEvaluations: (evaluations, shard) =>
      transact(db, async (transaction) => {
        await guard(transaction, [shard]);
        await upsert(transaction, 'evaluation', ['namespace'], [evaluations]);
        await revise(transaction, 'evaluations', [evaluations.namespace]);
      }),
    async rows(wanted) {
      const [namespaces, bases] = [wanted.map(({ namespace }) => namespace), wanted.map(({ basis }) => basis)];
      const { rows } = await sql<RowsKey & { body: string; ageMs: number }>`
        select namespace, basis, body, extract(epoch from now() - stored_at)::double precision * 1000 as age_ms
        from list_row join unnest(${namespaces}::text[], ${bases}::text[]) as wanted (namespace, basis)
        using (namespace, basis)`.execute(db);
      return rows;
    },
    async knownTargets(cluster) {
      const row = await db.selectFrom('knownTargets').select('body').where('cluster', '=', cluster).executeTakeFirst();
      return row?.body ?? null;
    },
    saveKnownTargets: (cluster, body, own) =>
      transact(db, async (transaction) => {
        await guard(transaction, [own]);
        await upsert(transaction, 'knownTargets', ['cluster'], [{ cluster, body }]);
      }),
    workloads: (namespaces) =>
      db
        .selectFrom('listRow')
        .select(['namespace', 'basis', 'workloads'])
        .where('namespace', 'in', namespaces)
        .execute(),
    saveRows: (rows, holds) =>
      transact(db, async (transaction) => {
        await guard(transaction, holds);
        const values = rows.map((one) => ({ ...one, storedAt: sql<Date>`now()` }));
        await upsert(transaction, 'listRow', ['namespace'], values);
        // Of namespaces without enrolled targets.
        await sql`delete from list_row where stored_at < now() - interval '1 day'`.execute(transaction);
        await revise(
          transaction,
          'rows',
          rows.map(({ namespace }) => namespace),
        );
      }),
  };
}

/** Counts a change, visible to the other replicas together with the change itself. */
export async function revise(
  transaction: Transaction<Tables>,
  of: Revised,
  namespaces: readonly string[] = [],
): Promise<void> {
  const rows = [...new Set([all, ...namespaces])].toSorted().map((namespace) => ({ of, namespace, value: 1 }));
  await transaction
    .insertInto('revision')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['of', 'namespace']).doUpdateSet({ value: sql<number>`revision.value + 1` }),
    )
    .execute();
}

/**
 * Deletes the evaluations of a namespace that has no target. Its row in the table `revision` stays: if counting began at 1
 * again, replicas could mistake new evaluations for those that they have already read.
 */
export async function dropEvaluations(transaction: Transaction<Tables>, namespace: string): Promise<void> {
  await transaction
    .deleteFrom('evaluation')
    .where('namespace', '=', namespace)
    .where((where) => {
      const targets = where
        .selectFrom('target')
        .select('name')
        .whereRef('target.namespace', '=', 'evaluation.namespace');
      return where.not(where.exists(targets));
    })
    .execute();
}

/**
 * Callers that arrive during a read share the next one: a read that began earlier may lack a change that a caller has
 * already seen.
 */
function sharedReads(read: () => Promise<ReadonlyMap<string, number>>): Shared['revision'] {
  let running: Promise<unknown> | null = null;
  let next: Promise<ReadonlyMap<string, number>> | null = null;
  const start = () => {
    const reading = read();
    const ended = reading
      .catch(() => undefined)
      .finally(() => {
        if (running === ended) running = null;
      });
    running = ended;
    return reading;
  };
  const startNext = () => {
    next = null;
    return start();
  };
  return async (of) => {
    const reading = running === null ? start() : (next ??= running.then(startNext));
    return (await reading).get(of) ?? 0;
  };
}
