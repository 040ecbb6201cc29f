import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import { openPostgresStore, openSqliteStore, type PostgresAccess, StoreUnusableError } from '../adapters/sql/index.ts';
import type { Logger, Store } from '../ports/index.ts';
import { fileReader, reasonOf } from './file-reader.ts';
import type { DatabaseAccess } from './options/database-options.ts';
import type { ServerOptions } from './options/options.ts';
import { StartError } from './start-errors.ts';

export type OpenedStore = {
  readonly store: Store;
  /** Where it is, for the operator. */
  readonly place: string;
  /** Resolves if another server has taken the database, so that this one must stop. */
  readonly lost: Promise<string> | null;
};

/** Opens the database, or the file in the data folder. Throws `StartError`. */
export async function openStore(
  { database, dataFolder }: Pick<ServerOptions, 'database' | 'dataFolder'>,
  logger: Logger,
): Promise<OpenedStore> {
  try {
    if (database === null) return { store: await openSqliteStore(dataFolder), place: dataFolder, lost: null };
    const lost = Promise.withResolvers<string>();
    const store = await openPostgresStore(await postgresAccess(database), {
      holder: `process ${process.pid} on ${hostname()}`,
      logger,
      onLost: lost.resolve,
      waitMs,
    });
    return { store, place: `the database ${placeOf(database)}`, lost: lost.promise };
  } catch (error) {
    if (error instanceof StoreUnusableError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** Longer than the lease of a server that was killed. */
const waitMs = 45_000;

const placeOf = ({ database, host, port }: DatabaseAccess): string =>
  `${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;

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
