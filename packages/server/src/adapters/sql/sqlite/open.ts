import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { shellWord } from '@trimtab/core/patch';
import { CamelCasePlugin, Kysely } from 'kysely';
import { type Logger, type Store, StoreError, type TargetRecord } from '../../../ports/index.ts';
import { type Database, type SchemaState, schemaState } from '../database.ts';
import type { Tables } from '../schema.ts';
import { appliedVersions, migrate, NewerSchemaError } from '../schema-versions.ts';
import { sqlStore } from '../store.ts';
import { StoreUnusableError } from '../store-unusable-error.ts';
import { readAllTargets } from '../targets.ts';
import { lockFolder } from './folder-lock.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { sqliteCode } from './sqlite-code.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { sqliteVersions } from './versions.ts';

const fileName = 'trimtab.sqlite';

/**
 * Opens the database in a folder, or creates it, and locks the folder: two servers would overwrite each other's
 * records. Committed writes survive a crash: WAL with synchronous=FULL syncs the log at each commit.
 *
 * @throws StoreUnusableError
 */
export async function openSqliteDatabase(directory: string): Promise<Database> {
  const file = join(directory, fileName);
  let database: DatabaseSync | null = null;
  let release: (() => void) | null = null;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const lock = lockFolder(directory);
    if (lock.release === null) {
      throw new StoreUnusableError(
        `The data folder ${directory} is in use by ${lock.holder}. Stop that server, or choose another folder with --data.`,
      );
    }
    ({ release } = lock);
    makePrivate(directory, file);
    database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const check = database.prepare('PRAGMA quick_check(1)').get();
    if (check?.['quick_check'] !== 'ok') throw new StoreUnusableError(damaged(file));
    // Detects a read-only file at the start instead of at the first enrollment.
    database.exec('BEGIN IMMEDIATE; ROLLBACK;');
    // From now on the server answers requests, and a wait inside SQLite would block all of them.
    database.exec('PRAGMA busy_timeout = 0');
    const db = kyselyOn(database);
    await migrate(db, sqliteVersions, sqliteDialect);
    return { db, dialect: sqliteDialect, close: () => db.destroy().finally(release) };
  } catch (error) {
    database?.close();
    release?.();
    throw error instanceof StoreUnusableError ? error : new StoreUnusableError(explain(file, directory, error));
  }
}

/** The store in a folder. @throws StoreUnusableError */
export const openSqliteStore = async (directory: string, logger?: Logger): Promise<Store> =>
  sqlStore(await openSqliteDatabase(directory), logger);

/** Reads the enrolled targets of a folder, also while a server uses it. Rejects if it cannot read one. */
export async function readSqliteTargets(directory: string): Promise<readonly TargetRecord[]> {
  const database = new DatabaseSync(join(directory, fileName), { readOnly: true, timeout: 5_000 });
  const db = kyselyOn(database);
  return readAllTargets(db, sqliteDialect).finally(() => db.destroy());
}

/** Reads what a start would change in the database of a folder. Rejects if it cannot. */
export async function sqliteSchemaState(directory: string): Promise<SchemaState> {
  const file = join(directory, fileName);
  if (!existsSync(file)) return schemaState([], sqliteVersions);
  const db = kyselyOn(new DatabaseSync(file, { readOnly: true, timeout: 5_000 }));
  return appliedVersions(db)
    .then((applied) => schemaState(applied, sqliteVersions))
    .finally(() => db.destroy());
}

const kyselyOn = (database: DatabaseSync) =>
  new Kysely<Tables>({ dialect: nodeSqliteDialect(database), plugins: [new CamelCasePlugin()] });

/**
 * Other users of this machine must not read the names of workloads and their costs.
 *
 * @throws StoreUnusableError if another user owns the database and others can read it
 */
function makePrivate(directory: string, file: string): void {
  // SQLite gives its log and its index the permissions of this file.
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [directory, file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(path, mode & 0o700);
    } catch {
      // A mounted volume may belong to root. Its files are private anyway.
      if (path === directory) continue;
      throw new StoreUnusableError(`Others can read ${path}. Restrict it: chmod 600 ${shellWord(path)}`);
    }
  }
}

const damaged = (file: string): string =>
  `The database ${file} is damaged. Restore a backup of it, or move it away to start with an empty one.`;

const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

function explain(file: string, directory: string, failure: unknown): string {
  const error = failure instanceof StoreError ? failure.cause : failure;
  const { code, message } = errorDetails(error);
  const errcode = sqliteCode(error);
  if (errcode === sqliteCorrupt || errcode === sqliteNotADatabase) return damaged(file);
  if (failure instanceof NewerSchemaError) {
    return `The database ${file} was changed by a newer version of Trimtab. Start that version, or choose another folder with --data.`;
  }
  const reason = code === 'ERR_SQLITE_ERROR' ? message : (reasons.get(code) ?? code);
  return `The data folder ${directory} cannot be used (${reason}). Choose another with --data.`;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'part of the path is a file'],
  ['EEXIST', 'the path is a file'],
]);

function errorDetails(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'unknown error', message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
  return { code, message: error.message };
}
