import type { Kysely, Transaction } from 'kysely';
import { StoreError } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

const mostAttempts = 5;

/** Runs `work` in a transaction, and runs it again if PostgreSQL ended the transaction because of a concurrent one. */
export const transact = <T>(db: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
  repeatAfterConflict(() => db.transaction().execute(work));

/**
 * Runs one statement outside of a transaction, and repeats it if it failed because of a concurrent transaction. It has the
 * default isolation level of the database. If that is stricter than read committed, a statement that has waited for a row
 * fails instead of reading the new version of the row.
 */
export async function repeatAfterConflict<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement();
    } catch (error) {
      if (attempt === mostAttempts || !isConflict(error)) throw error;
    }
  }
}

/** PostgreSQL's codes of a serialization failure and of a deadlock. */
const conflictCodes: readonly unknown[] = ['40001', '40P01'];

const isConflict = (error: unknown): boolean =>
  error instanceof StoreError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  conflictCodes.includes(error.cause.code);
