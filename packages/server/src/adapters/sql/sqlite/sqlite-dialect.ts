import type { SqlDialect } from '../dialect.ts';

export const sqliteDialect: SqlDialect = {
  hasRowLocks: false,
  lock: () => Promise.resolve(),
  guard: () => Promise.resolve(),
  revise: () => Promise.resolve(),
  prepareDays: () => Promise.resolve(),
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
