import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { targetKey } from '@trimtab/core';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { NewSuggestion, StoredSuggestion, SuggestionStore } from '../../ports/index.ts';
import { batches, mostPruned } from './batches.ts';
import { insertChanges } from './changes.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { suggestionDictionary as dictionary } from './suggestion-dictionary.ts';
import { transact } from './transact.ts';

const readRow = (row: Selectable<Tables['publishedSuggestion']>): StoredSuggestion => ({
  ...row,
  body: typeof row.body === 'string' ? row.body : inflateRawSync(row.body, { dictionary }).toString('utf8'),
});

export function sqlSuggestions(db: Kysely<Tables>, { lock, revise }: SqlDialect): SuggestionStore {
  const ofTarget = (namespace: string, name: string) =>
    db
      .selectFrom('publishedSuggestion')
      .selectAll()
      .where('namespace', '=', namespace)
      .where('name', '=', name)
      .orderBy('createdAt', 'desc');
  return {
    async list(namespace, name, { start, end }) {
      const rows = ofTarget(namespace, name).where('createdAt', '>=', start).where('createdAt', '<', end);
      return (await rows.execute()).map(readRow);
    },
    async newestBefore(namespace, name, before) {
      const row = await ofTarget(namespace, name).where('createdAt', '<', before).limit(1).executeTakeFirst();
      return row === undefined ? null : readRow(row);
    },
    async newest(namespace) {
      // One index lookup finds the next name, another one its newest suggestion, so not all suggestions are read. The
      // table `target` cannot give the names, because targets may be resources of a cluster instead.
      const { rows } = await sql<Selectable<Tables['publishedSuggestion']>>`
        with recursive wanted (name) as (
          select min(name) from published_suggestion where namespace = ${namespace}
          union all
          select (select min(next.name) from published_suggestion as next
            where next.namespace = ${namespace} and next.name > wanted.name)
          from wanted where wanted.name is not null
        )
        select newest.* from wanted
        join published_suggestion as newest on newest.namespace = ${namespace} and newest.name = wanted.name
          and newest.created_at = (
            select max(created_at) from published_suggestion as stored
            where stored.namespace = ${namespace} and stored.name = wanted.name
          )`.execute(db);
      return rows.map(readRow);
    },
    add: (suggestions, changesOf = () => []) =>
      transact(db, async (transaction) => {
        const namespaces = [...new Set(suggestions.map(({ namespace }) => namespace))].toSorted();
        for (const namespace of namespaces) await lock(transaction, `suggestions ${namespace}`);
        const current = await withoutOvertaken(transaction, suggestions);
        const insertedIds = new Set<string>();
        for (const batch of batches(current)) {
          const rows = await transaction
            .insertInto('publishedSuggestion')
            .values(batch.map((one) => ({ ...one, body: deflateRawSync(one.body, { dictionary }) })))
            // Changes nothing, but returns the suggestion if an earlier attempt has stored it, and only the answer was lost.
            .onConflict((conflict) =>
              conflict
                .columns(['namespace', 'name', 'createdAt'])
                .doUpdateSet((eb) => ({ id: eb.ref('excluded.id') }))
                .whereRef('publishedSuggestion.id', '=', 'excluded.id'),
            )
            .returning('id')
            .execute();
          for (const { id } of rows) insertedIds.add(id);
        }
        const added = current.filter(({ id }) => insertedIds.has(id));
        const changed = new Set(added.map(({ namespace }) => namespace));
        if (changed.size > 0) await revise(transaction, 'suggestions', [...changed]);
        await insertChanges(transaction, changesOf(added), revise);
        return added;
      }),
    async prune(before) {
      const { numDeletedRows } = await db
        .deleteFrom('publishedSuggestion')
        .where((where) =>
          where(
            where.refTuple('namespace', 'name', 'createdAt'),
            'in',
            where
              .selectFrom('publishedSuggestion as old')
              .select(['old.namespace', 'old.name', 'old.createdAt'])
              .where('old.createdAt', '<', before)
              .orderBy('old.createdAt')
              .limit(mostPruned)
              .$asTuple('namespace', 'name', 'createdAt'),
          ),
        )
        .executeTakeFirst();
      return numDeletedRows < mostPruned;
    },
  };
}

/** Leaves out the suggestions of targets for which another replica has published one in the meantime. */
async function withoutOvertaken(
  transaction: Transaction<Tables>,
  suggestions: readonly NewSuggestion[],
): Promise<readonly StoredSuggestion[]> {
  const newest = new Map<string, number>();
  for (const batch of batches(suggestions.filter(({ follows }) => follows !== undefined))) {
    const targets = batch.map(({ namespace, name }) => sql`(${namespace}, ${name})`);
    // One index lookup for each target, instead of reading all of its suggestions.
    const { rows } = await sql<{ namespace: string; name: string; newestAt: number | null }>`
      with wanted (namespace, name) as (values ${sql.join(targets)})
      select namespace, name, (
        select max(created_at) from published_suggestion as stored
        where stored.namespace = wanted.namespace and stored.name = wanted.name
      ) as newest_at
      from wanted`.execute(transaction);
    for (const row of rows) if (row.newestAt !== null) newest.set(targetKey(row), row.newestAt);
  }
  // The newest one may be one of these: an earlier attempt has stored it, and only the answer was lost.
  const own = new Set(suggestions.map((one) => `${targetKey(one)} ${one.createdAt}`));
  const isOvertaken = (one: NewSuggestion): boolean => {
    const newestAt = newest.get(targetKey(one)) ?? -1;
    return newestAt > (one.follows ?? -1) && !own.has(`${targetKey(one)} ${newestAt}`);
  };
  const overtaken = new Set(suggestions.filter((one) => one.follows !== undefined && isOvertaken(one)).map(targetKey));
  return suggestions.flatMap(({ namespace, name, createdAt, id, version, body }) =>
    overtaken.has(targetKey({ namespace, name })) ? [] : [{ namespace, name, createdAt, id, version, body }],
  );
}
