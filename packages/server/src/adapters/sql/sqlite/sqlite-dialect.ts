import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';

export const sqliteDialect: SqlDialect = {
  hasRowLocks: false,
  lock: () => Promise.resolve(),
  guard: () => Promise.resolve(),
  revise: () => Promise.resolve(),
  dropEvaluations: () => Promise.resolve(),
  prepareDays: () => Promise.resolve(),
  // SQLite does not visit rows that are deleted without a condition.
  async empty(transaction, table) {
    await sql`delete from ${sql.table(table)}`.execute(transaction);
  },
  // The next id is always one more than the highest.
  continueIds: () => Promise.resolve(),
  async pruneDays(transaction, day) {
    // Blocks are sorted by target and day, so naming the targets avoids a scan of all blocks.
    await transaction
      .deleteFrom('rollupBlock')
      .where('targetId', 'in', transaction.selectFrom('rollupTarget').select('id'))
      .where('day', '<', day)
      .execute();
  },
};
