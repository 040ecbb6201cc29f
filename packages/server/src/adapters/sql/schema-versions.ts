import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Tables } from './schema.ts';

/** The statements of each version of a schema, by its name. Versions are only added, never changed. */
export type SchemaVersions = Readonly<Record<string, readonly string[]>>;

/** Updates a database of any earlier version, under a lock. Rejects if a newer server has changed it. */
export async function migrate(db: Kysely<Tables>, versions: SchemaVersions): Promise<void> {
  const { error } = await migrator(db, versions).migrateToLatest();
  if (error !== undefined) throw error;
}

/** The versions that a database has; none if it has no tables. */
export async function appliedVersions(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const migrator = (db: Kysely<Tables>, versions: SchemaVersions): Migrator =>
  new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(versions).map(([name, statements]) => [name, { up: executeAll(statements) }]),
        ),
    },
  });

const executeAll =
  (statements: readonly string[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
