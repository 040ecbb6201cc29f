import type { Kysely, Transaction } from 'kysely';
import { StoreError } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

const mostAttempts = 5;

/** Runs `work` in a transaction, and runs it again if PostgreSQL ended the transaction because of a concurrent one. */
export const transact = <T>(db: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
  unlessConcurrent(() => db.transaction().execute(work));

/**
 * Runs one statement, and runs it again if PostgreSQL ended it because of a concurrent one. Outside of a transaction, a
 * statement has the isolation level of the database. If that is not read committed, a statement fails instead of using
 * what it has waited for.
 */
export async function unlessConcurrent<T>(statement: () => Promise<T>): Promise<T> {
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
