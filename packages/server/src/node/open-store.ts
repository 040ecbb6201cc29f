import { hostname } from 'node:os';
import process from 'node:process';
import {
  type Database,
  openPostgresDatabase,
  openPostgresDatabaseAlone,
  openSqliteDatabase,
  type PostgresAccess,
  readPostgresTargets,
  readSqliteTargets,
  StoreUnusableError,
  sqlStore,
} from '../adapters/sql/index.ts';
import type { Logger, Store, TargetRecord } from '../ports/index.ts';
import { fileReader, pemReader } from './file-reader.ts';
import type { DatabaseAccess } from './options/database-options.ts';
import type { ServerOptions } from './options/options.ts';
import { StartError } from './start-errors.ts';

type Place = Pick<ServerOptions, 'database' | 'dataFolder'>;

type OpenedDatabase = {
  readonly database: Database;
  /** Where it is, for the operator. */
  readonly place: string;
};

export type OpenedStore = Omit<OpenedDatabase, 'database'> & { readonly store: Store };

/** Opens the store in the database, or in the data folder. Throws `StartError`. */
export async function openStore(place: Place, logger: Logger): Promise<OpenedStore> {
  const { database, ...rest } = await openDatabase(place, logger);
  return { ...rest, store: sqlStore(database, logger) };
}

/** The enrolled targets of the database, or of the data folder. Only reads. Rejects if it cannot read one. */
export async function readTargets({ database, dataFolder }: Place): Promise<readonly TargetRecord[]> {
  return database === null ? readSqliteTargets(dataFolder) : readPostgresTargets(await postgresAccess(database));
}

/** `alone`: no server may use the database at the same time. Throws `StartError`. */
export async function openDatabase(
  { database: access, dataFolder }: Place,
  logger: Logger,
  { alone = false } = {},
): Promise<OpenedDatabase> {
  try {
    if (access === null) return { database: await openSqliteDatabase(dataFolder), place: dataFolder };
    const [postgres, place] = [await postgresAccess(access), databasePlace(access)];
    const name = `process ${process.pid} on ${hostname()}`;
    if (alone) return { database: await openPostgresDatabaseAlone(postgres, name), place };
    return { database: await openPostgresDatabase(postgres, { name, logger, waitMs }), place };
  } catch (error) {
    if (error instanceof StoreUnusableError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** Longer than the lease of a process that was killed. */
const waitMs = 45_000;

/** Names a database for the operator. */
export const databasePlace = ({ database, host, port }: DatabaseAccess): string =>
  `the database ${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;

/** Reads the files that the options name. Throws `StartError`. */
export async function postgresAccess({ password, tls, ...access }: DatabaseAccess): Promise<PostgresAccess> {
  return {
    ...access,
    password: await readerOf(password),
    tls: tls === null ? null : { ca: await pemReader('--database-ca', tls.caFile, 'CERTIFICATE') },
  };
}

async function readerOf(password: DatabaseAccess['password']): Promise<PostgresAccess['password']> {
  if (password.kind === 'none') return null;
  if (password.kind === 'text') return () => Promise.resolve(password.text);
  const readFile = fileReader('--database-password-file', password.file);
  const read = async () => {
    const text = (await readFile()).trim();
    if (text === '') throw new StartError('The file of --database-password-file is empty.');
    return text;
  };
  // A missing file is reported at start, not with the first connection.
  await read();
  return read;
}
