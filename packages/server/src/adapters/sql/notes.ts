import type { Kysely } from 'kysely';
import type { ArtifactNote, ArtifactStore, InsightStore, SuggestionStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

type Notes = {
  readonly artifacts: ArtifactStore;
  readonly insights: InsightStore;
  readonly suggestions: SuggestionStore;
};

export const sqlNotes = (db: Kysely<Tables>): Notes => ({
  artifacts: artifacts(db),
  insights: insights(db),
  suggestions: suggestions(db),
});

const artifactColumns = ['name', 'content', 'changed_at as changedAt'] as const;

function artifacts(db: Kysely<Tables>): ArtifactStore {
  return {
    list: () => db.selectFrom('artifact_note').select(artifactColumns).orderBy('name').execute(),
    get: async (name) =>
      (await db.selectFrom('artifact_note').select(artifactColumns).where('name', '=', name).executeTakeFirst()) ??
      null,
    change: (name, at, change): Promise<ArtifactNote> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('artifact_note')
          .select('content')
          .where('name', '=', name)
          .executeTakeFirst();
        const content = change(row?.content ?? null);
        await transaction
          .insertInto('artifact_note')
          .values({ name, content, changed_at: at })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ content, changed_at: at }))
          .execute();
        return { name, content, changedAt: at };
      }),
  };
}

function insights(db: Kysely<Tables>): InsightStore {
  const newestFirst = () =>
    db.selectFrom('insight').select(['id', 'created_at as createdAt', 'body']).orderBy('created_at', 'desc');
  return {
    list: () => newestFirst().orderBy('id', 'desc').execute(),
    add: ({ id, createdAt, body }, keep) =>
      db.transaction().execute(async (transaction) => {
        const known = await transaction
          .selectFrom('insight')
          .select(['id', 'created_at as createdAt', 'body'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (known !== undefined) return known;
        await transaction.insertInto('insight').values({ id, created_at: createdAt, body }).execute();
        const kept = transaction
          .selectFrom('insight')
          .select('id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(keep);
        await transaction.deleteFrom('insight').where('id', 'not in', kept).execute();
        return { id, createdAt, body };
      }),
  };
}

function suggestions(db: Kysely<Tables>): SuggestionStore {
  return {
    list: (namespace, name, { from, to }) =>
      db
        .selectFrom('suggestion')
        .select(['namespace', 'name', 'day', 'created_at as createdAt', 'body'])
        .where('namespace', '=', namespace)
        .where('name', '=', name)
        .where('day', '>=', from)
        .where('day', '<', to)
        .orderBy('day', 'desc')
        .execute(),
    async put({ namespace, name, day, createdAt, body }) {
      const row = { created_at: createdAt, body };
      await db
        .insertInto('suggestion')
        .values({ namespace, name, day, ...row })
        .onConflict((conflict) => conflict.columns(['namespace', 'name', 'day']).doUpdateSet(row))
        .execute();
    },
    async prune(day) {
      await db.deleteFrom('suggestion').where('day', '<', day).execute();
    },
  };
}
