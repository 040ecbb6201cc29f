import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';

/**
 * The statements of each version of a schema, by its name. Versions are only added, never changed. An earlier server
 * keeps working with a database that has more versions, unless the name of one of them contains `-breaking-`. A change of
 * the stored values also needs such a version, with or without statements, if earlier servers cannot read them: a new
 * value in a column, or a new encoding of bytes.
 */
export type SchemaVersions = Readonly<Record<string, readonly string[]>>;

/** A newer server has changed the database in a way that this one does not understand. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** A version that running servers do not understand cannot be applied while they run. */
export class ServersRunError extends Error {
  override readonly name = 'ServersRunError';
}

export const isBreaking = (version: string): boolean => version.includes('-breaking-');

/**
 * Updates a database of any earlier version, in one transaction and under a lock. The dialect of `db` must change tables
 * in a transaction and must not lock anything itself.
 *
 * @throws NewerSchemaError
 * @throws ServersRunError
 */
export async function migrate(
  db: Kysely<Tables>,
  versions: SchemaVersions,
  { lock }: Pick<SqlDialect, 'lock'>,
  isInUse: (transaction: Kysely<Tables>) => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  await transact(db, async (transaction) => {
    // Before anything is read, so that servers that start at the same time do this one after the other.
    await lock(transaction, 'migration');
    const applied = await appliedVersions(transaction);
    const newer = applied.filter((name) => !Object.hasOwn(versions, name));
    if (newer.some(isBreaking)) throw new NewerSchemaError();
    const missing = Object.keys(versions).filter((name) => !applied.includes(name));
    if (applied.length > 0 && missing.some(isBreaking) && (await isInUse(transaction))) throw new ServersRunError();
    const known = { ...versions, ...Object.fromEntries(newer.map((name) => [name, []])) };
    const { error } = await migrator(transaction, known).migrateToLatest();
    if (error !== undefined) throw error;
  });
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
