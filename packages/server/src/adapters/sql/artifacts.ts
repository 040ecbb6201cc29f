import type { Kysely } from 'kysely';
import type { ArtifactNote, ArtifactStore } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

const artifactColumns = ['name', 'content', 'changed_at as changedAt'] as const;

export function sqlArtifacts(db: Kysely<Tables>): ArtifactStore {
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
