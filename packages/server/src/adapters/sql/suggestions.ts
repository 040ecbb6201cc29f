import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { StoredSuggestion, SuggestionStore } from '../../ports/index.ts';
import { batches } from './batches.ts';
import type { Tables } from './schema.ts';
import { suggestionDictionary as dictionary } from './suggestion-dictionary.ts';
import { transact } from './transact.ts';

const readRow = (row: Selectable<Tables['publishedSuggestion']>): StoredSuggestion => ({
  ...row,
  body: typeof row.body === 'string' ? row.body : inflateRawSync(row.body, { dictionary }).toString('utf8'),
});

export function sqlSuggestions(db: Kysely<Tables>): SuggestionStore {
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
      // One index lookup for each target, instead of reading all suggestions.
      const newestAt = sql<number>`(select max(other.created_at) from published_suggestion as other
        where other.namespace = target.namespace and other.name = target.name)`;
      const rows = await db
        .selectFrom('target')
        .innerJoin('publishedSuggestion as one', (join) =>
          join
            .onRef('one.namespace', '=', 'target.namespace')
            .onRef('one.name', '=', 'target.name')
            .on('one.createdAt', '=', newestAt),
        )
        .selectAll('one')
        .where('target.namespace', '=', namespace)
        .execute();
      return rows.map(readRow);
    },
    add: (suggestions) =>
      transact(db, async (transaction) => {
        for (const batch of batches(suggestions)) {
          await transaction
            .insertInto('publishedSuggestion')
            .values(batch.map((one) => ({ ...one, body: deflateRawSync(one.body, { dictionary }) })))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
      }),
    async prune(before) {
      await db.deleteFrom('publishedSuggestion').where('createdAt', '<', before).execute();
    },
  };
}
