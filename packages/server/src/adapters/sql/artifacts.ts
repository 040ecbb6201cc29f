import type { Kysely } from 'kysely';
import type { ArtifactStore } from '../../ports/index.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';
import { upsert } from './upsert.ts';

export function sqlArtifacts(db: Kysely<Tables>, { lock }: SqlDialect): ArtifactStore {
  return {
    list: () => db.selectFrom('artifactNote').selectAll().orderBy('name').execute(),
    get: async (name) =>
      (await db.selectFrom('artifactNote').selectAll().where('name', '=', name).executeTakeFirst()) ?? null,
    change: (name, at, change) =>
      transact(db, async (transaction) => {
        await lock(transaction, `artifact ${name}`);
        const before = await transaction
          .selectFrom('artifactNote')
          .select('content')
          .where('name', '=', name)
          .executeTakeFirst();
        const note = { name, content: change(before?.content ?? null), changedAt: at };
        await upsert(transaction, 'artifactNote', ['name'], [note]);
        return note;
      }),
  };
}
