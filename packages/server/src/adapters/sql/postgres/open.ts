import { randomUUID } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import { type Logger, type Store, StoreError, type TargetRecord } from '../../../ports/index.ts';
import { type Database, type SchemaState, schemaState } from '../database.ts';
import type { Tables } from '../schema.ts';
import { appliedVersions, migrate, NewerSchemaError, ServersRunError } from '../schema-versions.ts';
import { sqlStore } from '../store.ts';
import { StoreUnusableError } from '../store-unusable-error.ts';
import { readAllTargets } from '../targets.ts';
import { checkServer } from './check-server.ts';
import { holderOf, takeLease } from './lease.ts';
import { longestStatementMs, openPool, type PostgresAccess } from './pool.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { joinReplicas, liveReplicas } from './replicas.ts';
import { postgresShared } from './shared.ts';
import { postgresVersions } from './versions.ts';

/**
 * `migrate` holds a lock that ends with its transaction. Kysely's own lock would belong to a connection: a pooler gives
 * the statement that should release it to another one, and every later start would wait for it.
 */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

export function postgresDatabase(access: PostgresAccess): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool: openPool(access) });
  dialect.createAdapter = () => new LocklessAdapter();
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

export type Joining = {
  /** Names this process to the operator of another one. */
  readonly name: string;
  readonly logger: Logger;
  /** How long to wait for a process that uses the database alone, in milliseconds. */
  readonly waitMs: number;
  /** How long the other replicas wait for this one when it no longer answers, in milliseconds. */
  readonly leaseMs?: number;
  /** The clock of this process, which is compared with that of the database. */
  readonly now?: () => number;
};

/**
 * Connects to a database, creates or updates its tables, and takes part in the work of its replicas. If a process uses
 * the database alone, waits until it has ended.
 *
 * @throws StoreUnusableError
 */
export async function openPostgresDatabase(access: PostgresAccess, joining: Joining): Promise<Database> {
  return opened(access, async (db) => {
    for (let waited = 0; ; waited += retryEveryMs) {
      const { name, logger, leaseMs: lastsMs = leaseLastsMs, now = Date.now } = joining;
      const id = `${name} ${randomUUID()}`;
      const waits = { longestStatementMs: longestStatementMs(access) };
      const replica = await joinReplicas(db, { id, logger, lastsMs, now, ...waits });
      // Both sides first announce themselves, and then look for the other one.
      const alone = await holderOf(db, aloneLease);
      if (alone === null) return { shared: postgresShared(db, joining.name, replica), release: replica.leave };
      await replica.leave();
      if (waited === 0) joining.logger('warn', 'the database is in use; waiting', { by: alone });
      if (waited >= joining.waitMs) throw new StoreUnusableError(inUse(access, alone));
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
    }
  });
}

/**
 * Opens a database for a process that must be the only one, such as a copy.
 *
 * @throws StoreUnusableError
 */
export const openPostgresDatabaseAlone = (access: PostgresAccess, name: string): Promise<Database> =>
  opened(access, async (db) => {
    const lease = await takeLease(db, { name: aloneLease, holder: name, lastsMs: leaseLastsMs });
    if ('takenBy' in lease) throw new StoreUnusableError(inUse(access, lease.takenBy));
    const live = await liveReplicas(db);
    if (live === 0) return { release: lease.release, checkAlone: lease.check };
    await lease.release();
    throw new StoreUnusableError(inUse(access, live === 1 ? 'a server' : `${live} servers`));
  });

/** The lease that a process needs to use the database alone. A server of the first version needed it too. */
const aloneLease = 'server';

type Use = Pick<Database, 'shared' | 'checkAlone'> & { readonly release: () => Promise<void> };

async function opened(access: PostgresAccess, start: (db: Kysely<Tables>) => Promise<Use>): Promise<Database> {
  const db = postgresDatabase(access);
  try {
    await checkServer(db);
    await migrate(db, postgresVersions, postgresDialect, async (transaction) => (await liveReplicas(transaction)) > 0);
    const { release, ...use } = await start(db);
    return {
      db,
      dialect: postgresDialect,
      ...use,
      async close() {
        await release().catch(() => undefined);
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
export const openPostgresStore = async (access: PostgresAccess, joining: Joining): Promise<Store> =>
  sqlStore(await openPostgresDatabase(access, joining), joining.logger);

/** Reads the enrolled targets of a database, also while a server uses it. Rejects if it cannot read one. */
export function readPostgresTargets(access: PostgresAccess): Promise<readonly TargetRecord[]> {
  const db = postgresDatabase(access);
  return readAllTargets(db, postgresDialect).finally(() => db.destroy());
}

/** Reads what a start would change in a database. Rejects if it cannot. */
export function postgresSchemaState(access: PostgresAccess): Promise<SchemaState> {
  const db = postgresDatabase(access);
  return checkServer(db)
    .then(() => appliedVersions(db))
    .then((applied) => schemaState(applied, postgresVersions))
    .finally(() => db.destroy());
}

/** How long a replica that was killed keeps its work. */
const leaseLastsMs = 20_000;
const retryEveryMs = 500;

const inUse = (access: PostgresAccess, by: string): string =>
  `${placeOf(access)} is in use by ${by}. Stop it, or name another database with --database.`;

const placeOf = ({ host, port, database }: PostgresAccess): string =>
  `The database ${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;

function explain(access: PostgresAccess, error: unknown): string {
  const place = placeOf(access);
  if (error instanceof StoreError) return `${place} cannot be used. ${error.message}`;
  const message = error instanceof Error ? error.message : 'unknown error';
  if (error instanceof NewerSchemaError) {
    return `${place} was changed by a newer version of Trimtab. Start that version, or name another database with --database.`;
  }
  if (error instanceof ServersRunError) {
    return `${place} must be changed in a way that running servers do not understand. Stop all servers on it first.`;
  }
  return `${place} cannot be used (${message}).`;
}
