import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type SqliteDatabase, SqliteDialect } from 'kysely';
import { StoreError } from '../../ports/index.ts';
import { sqliteCode } from './sqlite-code.ts';

/** Kysely's SQLite dialect over node:sqlite, whose statements take their parameters one by one. */
export const nodeSqliteDialect = (database: DatabaseSync): SqliteDialect =>
  new SqliteDialect({ database: asKyselyDatabase(database) });

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  // On a full disk SQLite undoes a transaction itself. Undoing it again would fail, and hide why it was undone.
  const isUndone = (sql: string): boolean => sql.toLowerCase() === 'rollback' && !database.isTransaction;
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = worded(() => database.prepare(sql));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => worded(() => statement.all(...parameters.map(bindable))),
        run: (parameters) =>
          isUndone(sql) ? nothingChanged : worded(() => statement.run(...parameters.map(bindable))),
        iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
      };
    },
  };
}

const nothingChanged = { changes: 0, lastInsertRowid: 0 };

/** By SQLite's primary result code: what an operator can do something about. */
const failures: ReadonlyMap<number, string> = new Map([
  [5, 'Nothing can be written: another process holds the database. Is a second server running on this data folder?'],
  [8, 'Nothing can be written: the database is read-only. Check the permissions of the data folder.'],
  [10, 'What is kept cannot be read or written: the disk of the data folder fails. Check it, then start again.'],
  [11, 'What is kept cannot be read: the database is damaged. Restart the server: it says what to do.'],
  [13, 'Nothing can be written: the disk of the data folder is full. Free some space, then try again.'],
]);

function worded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = failures.get(sqliteCode(error));
    throw message === undefined ? error : new StoreError(message, { cause: error });
  }
}

function bindable(value: unknown): SQLInputValue {
  if (value instanceof Uint8Array) return value;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`A value of type ${typeof value} cannot be stored.`);
}
