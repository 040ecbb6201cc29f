import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { type Logger, type Store, StoreError, type TargetRecord } from '../../../ports/index.ts';
import { type Database, type SchemaState, schemaState } from '../database.ts';
import type { Tables } from '../schema.ts';
import { appliedVersions, migrate } from '../schema-versions.ts';
import { sqlStore } from '../store.ts';
import { StoreUnusableError } from '../store-unusable-error.ts';
import { sqlTargets } from '../targets.ts';
import { takeLease } from './lease.ts';
import { openPool, type PostgresAccess } from './pool.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresVersions } from './versions.ts';

export const postgresDatabase = (access: PostgresAccess): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(access) }),
    plugins: [new CamelCasePlugin()],
  });

export type Holding = {
  /** Names this server to the operator of another one. */
  readonly holder: string;
  readonly logger: Logger;
  /** Called with the reason when another server has taken the database, because this one was suspended for too long. */
  readonly onLost: (reason: string) => void;
  /** How long to wait for a server that holds the database, in milliseconds. */
  readonly waitMs: number;
};

/**
 * Connects to a database, creates or updates its tables, and reserves it for this server: two servers would overwrite
 * each other's records. If another server has just stopped without releasing it, waits until its lease has ended.
 *
 * @throws StoreUnusableError
 */
export async function openPostgresDatabase(access: PostgresAccess, holding: Holding): Promise<Database> {
  const db = postgresDatabase(access);
  try {
    await migrate(db, postgresVersions);
    const lease = await reserve(db, access, holding);
    return {
      db,
      dialect: postgresDialect,
      async close() {
        await lease.release().catch(() => undefined);
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    if (error instanceof StoreUnusableError) throw error;
    throw new StoreUnusableError(explain(access, error), { cause: error });
  }
}

/** The store in a database. @throws StoreUnusableError */
export const openPostgresStore = async (access: PostgresAccess, holding: Holding): Promise<Store> =>
  sqlStore(await openPostgresDatabase(access, holding));

/** Reads the enrolled targets of a database, also while a server uses it. Rejects if it cannot. */
export function readPostgresTargets(access: PostgresAccess): Promise<readonly TargetRecord[]> {
  const db = postgresDatabase(access);
  return sqlTargets(db)
    .list()
    .finally(() => db.destroy());
}

/** Reads what a start would change in a database. Rejects if it cannot. */
export function postgresSchemaState(access: PostgresAccess): Promise<SchemaState> {
  const db = postgresDatabase(access);
  return appliedVersions(db)
    .then((applied) => schemaState(applied, postgresVersions))
    .finally(() => db.destroy());
}

/** How long a server that was killed keeps its database. */
const leaseLastsMs = 30_000;
const retryEveryMs = 500;

async function reserve(db: Kysely<Tables>, access: PostgresAccess, { holder, logger, onLost, waitMs }: Holding) {
  const onTaken = (other: string) => onLost(`${placeOf(access)} was taken by ${other}.`);
  for (let waited = 0; ; waited += retryEveryMs) {
    const lease = await takeLease(db, { name: 'server', holder, lastsMs: leaseLastsMs, onLost: onTaken });
    if ('release' in lease) return lease;
    if (waited === 0) logger('warn', 'the database is in use; waiting', { by: lease.takenBy });
    if (waited >= waitMs) {
      throw new StoreUnusableError(
        `${placeOf(access)} is in use by ${lease.takenBy}. Stop that server, or name another database with --database.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
  }
}

const placeOf = ({ host, port, database }: PostgresAccess): string =>
  `The database ${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;

function explain(access: PostgresAccess, error: unknown): string {
  const place = placeOf(access);
  if (error instanceof StoreError) return `${place} cannot be used. ${error.message}`;
  const message = error instanceof Error ? error.message : 'unknown error';
  if (message.startsWith('corrupted migrations')) {
    return `${place} was changed by a newer version of Trimtab. Start that version, or name another database with --database.`;
  }
  return `${place} cannot be used (${message}).`;
}
