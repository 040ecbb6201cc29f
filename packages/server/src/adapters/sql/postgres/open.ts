import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { type Store, StoreError } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';
import { migrate } from '../schema-versions.ts';
import { sqlStore } from '../store.ts';
import { StoreUnusableError } from '../store-unusable-error.ts';
import { openPool, type PostgresAccess } from './pool.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresVersions } from './versions.ts';

/**
 * Connects to a database and creates or updates its tables.
 *
 * @throws StoreUnusableError
 */
export async function openPostgresStore(access: PostgresAccess): Promise<Store> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(access) }),
    plugins: [new CamelCasePlugin()],
  });
  try {
    await migrate(db, postgresVersions);
    return sqlStore(db, postgresDialect);
  } catch (error) {
    await db.destroy();
    throw new StoreUnusableError(explain(access, error), { cause: error });
  }
}

function explain({ host, port, database }: PostgresAccess, error: unknown): string {
  const place = `The database ${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;
  if (error instanceof StoreError) return `${place} cannot be used. ${error.message}`;
  const message = error instanceof Error ? error.message : 'unknown error';
  if (message.startsWith('corrupted migrations')) {
    return `${place} was changed by a newer version of Trimtab. Start that version, or name another database with --database.`;
  }
  return `${place} cannot be used (${message}).`;
}
