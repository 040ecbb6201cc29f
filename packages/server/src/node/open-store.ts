import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import {
  type Database,
  openPostgresDatabase,
  openSqliteDatabase,
  type PostgresAccess,
  readPostgresTargets,
  readSqliteTargets,
  StoreUnusableError,
  sqlStore,
} from '../adapters/sql/index.ts';
import type { Logger, Store, TargetRecord } from '../ports/index.ts';
import { fileReader, reasonOf } from './file-reader.ts';
import type { DatabaseAccess } from './options/database-options.ts';
import type { ServerOptions } from './options/options.ts';
import { StartError } from './start-errors.ts';

type Place = Pick<ServerOptions, 'database' | 'dataFolder'>;

type OpenedDatabase = {
  readonly database: Database;
  /** Where it is, for the operator. */
  readonly place: string;
  /** Resolves if another server has taken the database, so that this one must stop. */
  readonly lost: Promise<string> | null;
};

export type OpenedStore = Omit<OpenedDatabase, 'database'> & { readonly store: Store };

/** Opens the store in the database, or in the data folder. Throws `StartError`. */
export async function openStore(place: Place, logger: Logger): Promise<OpenedStore> {
  const { database, ...rest } = await openDatabase(place, logger);
  return { ...rest, store: sqlStore(database) };
}

/** The enrolled targets of the database, or of the data folder. Only reads. Rejects if it cannot. */
export async function readTargets({ database, dataFolder }: Place): Promise<readonly TargetRecord[]> {
  return database === null ? readSqliteTargets(dataFolder) : readPostgresTargets(await postgresAccess(database));
}

/** Throws `StartError`. */
export async function openDatabase({ database: access, dataFolder }: Place, logger: Logger): Promise<OpenedDatabase> {
  try {
    if (access === null) return { database: await openSqliteDatabase(dataFolder), place: dataFolder, lost: null };
    const lost = Promise.withResolvers<string>();
    const database = await openPostgresDatabase(await postgresAccess(access), {
      holder: `process ${process.pid} on ${hostname()}`,
      logger,
      onLost: lost.resolve,
      waitMs,
    });
    return { database, place: placeOf(access), lost: lost.promise };
  } catch (error) {
    if (error instanceof StoreUnusableError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** Longer than the lease of a server that was killed. */
const waitMs = 45_000;

/** Names a database for the operator. */
export const placeOf = ({ database, host, port }: DatabaseAccess): string =>
  `the database ${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;

/** Reads the files that the options name. Throws `StartError`. */
export async function postgresAccess({ password, tls, ...access }: DatabaseAccess): Promise<PostgresAccess> {
  return {
    ...access,
    password: await readerOf(password),
    tls: tls === null ? null : { ca: tls.caFile === null ? null : await readCertificates(tls.caFile) },
  };
}

async function readerOf(password: DatabaseAccess['password']): Promise<PostgresAccess['password']> {
  if (password.kind === 'none') return null;
  if (password.kind === 'text') return () => Promise.resolve(password.text);
  const read = fileReader('--database-password-file', password.file);
  // A missing file is reported at start, not with the first connection.
  await read();
  return async () => (await read()).trim();
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`The file of --database-ca cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
