import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';
import { lock } from './lock.ts';
import { createPartitions, pruneDays } from './partitions.ts';
import { guard } from './replicas.ts';
import { dropEvaluations, revise } from './shared.ts';

export const postgresDialect: SqlDialect = {
  hasRowLocks: true,
  lock,
  guard,
  revise,
  dropEvaluations,
  prepareDays: createPartitions,
  pruneDays,
  async empty(transaction, table) {
    await sql`truncate ${sql.table(table)}`.execute(transaction);
  },
  async continueIds(transaction) {
    await sql`
      select setval(pg_get_serial_sequence('rollup_target', 'id'), coalesce(max(id), 1), max(id) is not null)
      from rollup_target`.execute(transaction);
  },
};
