import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';

const leastVersion = 15;

/** @throws StoreError if the tables need a newer PostgreSQL, or a database with another encoding */
export async function checkServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`.execute(
    db,
  );
  for (const { version, encoding } of rows) {
    // 150004 is 15.4.
    const major = Math.floor(Number(version) / 10_000);
    if (major < leastVersion) {
      throw new StoreError(`It is in PostgreSQL ${major}, and Trimtab needs ${leastVersion} or newer.`);
    }
    if (encoding !== 'UTF8') {
      throw new StoreError(
        `The encoding of the database is ${encoding}. Create one with UTF8: create database NAME encoding 'UTF8' locale 'C' template template0`,
      );
    }
  }
}
