import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type DatabaseConnection, SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely';
import { StoreError } from '../../../ports/index.ts';
import { isBusy, sqliteCode } from './sqlite-code.ts';

/**
 * Kysely's SQLite dialect for node:sqlite, whose statements take parameters as separate arguments. If another process
 * has locked the database, the statement is tried again after a pause. The server answers other requests meanwhile.
 */
export function nodeSqliteDialect(database: DatabaseSync): SqliteDialect {
  const config = { database: asKyselyDatabase(database) };
  const dialect = new SqliteDialect(config);
  dialect.createDriver = () => new RetryingDriver(config);
  dialect.createAdapter = () => new TransactionalAdapter();
  return dialect;
}

/** SQLite can undo changes of tables. Kysely does not use this unless it is told. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class RetryingDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whileBusy(() => connection.executeQuery(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }
}

const busyForMs = 5_000;
const retryEveryMs = 50;

async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const mayRetry = error instanceof StoreError && isBusy(error.cause) && attempt * retryEveryMs < busyForMs;
      if (!mayRetry) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
    }
  }
}

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  // On a full disk SQLite rolls a transaction back itself. A second rollback would fail and hide the first error.
  const isRolledBack = (sql: string): boolean => sql.toLowerCase() === 'rollback' && !database.isTransaction;
  return {
    close: () => database.close(),
    prepare(kyselySql) {
      // A transaction that starts with a read cannot wait for the lock later, because the data that it has read may
      // have changed.
      const sql = kyselySql === 'begin' ? 'begin immediate' : kyselySql;
      const statement = withStoreError(() => database.prepare(sql));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => withStoreError(() => statement.all(...parameters.map(bindable))),
        run: (parameters) =>
          isRolledBack(sql) ? nothingChanged : withStoreError(() => statement.run(...parameters.map(bindable))),
        iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
      };
    },
  };
}

const nothingChanged = { changes: 0, lastInsertRowid: 0 };

/** Messages by SQLite's primary result code, for failures that an operator can fix. */
const messages: ReadonlyMap<number, string> = new Map([
  [5, 'The database is locked by another process. Check that no second server uses this data folder.'],
  [8, 'The database is read-only. Check the permissions of the data folder.'],
  [10, 'The disk of the data folder has failed. Check it, then restart the server.'],
  [11, 'The database is damaged. Restart the server, which then prints what to do.'],
  [13, 'The disk of the data folder is full. Free some space, then try again.'],
]);

function withStoreError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = messages.get(sqliteCode(error));
    throw message === undefined ? error : new StoreError(message, { cause: error });
  }
}

function bindable(value: unknown): SQLInputValue {
  if (value instanceof Uint8Array) return value;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`A value of type ${typeof value} cannot be stored.`);
}
