import type { Kysely, Transaction } from 'kysely';
import type { Hold, Revised } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

/** What SQLite and PostgreSQL do differently. */
export type SqlDialect = {
  /** False in SQLite, where a transaction excludes all others, so that rows need no locks. */
  readonly hasRowLocks: boolean;
  /** Waits until no other transaction holds the lock of this name, then holds it until the transaction ends. */
  readonly lock: (transaction: Transaction<Tables>, name: string) => Promise<void>;
  /** Rejects if another replica has taken over one of these shares of the work. They stay until the transaction ends. */
  readonly guard: (transaction: Transaction<Tables>, holds: readonly Hold[]) => Promise<void>;
  /** Records for the other replicas that this data has changed, in all namespaces or in these. */
  readonly revise: (transaction: Transaction<Tables>, of: Revised, namespaces?: readonly string[]) => Promise<void>;
  /** Deletes the evaluations that replicas share about a namespace, if the namespace has no target. */
  readonly dropEvaluations: (transaction: Transaction<Tables>, namespace: string) => Promise<void>;
  /** Prepares the database for the blocks of these days. */
  readonly prepareDays: (db: Kysely<Tables>, days: readonly number[]) => Promise<void>;
  /** Deletes the blocks of all days before this one. */
  readonly pruneDays: (transaction: Transaction<Tables>, day: number) => Promise<void>;
  /** Deletes all rows of a table without visiting them. Others may be unable to read it until the transaction ends. */
  readonly empty: (transaction: Transaction<Tables>, table: string) => Promise<void>;
  /** Makes the ids of new rows of `rollup_target` continue after those that were copied into it. */
  readonly continueIds: (transaction: Transaction<Tables>) => Promise<void>;
};
