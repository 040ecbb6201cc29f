import { Kysely, type Transaction } from 'kysely';
import type { EnrollOutcome, Store, TargetRecord } from '../../ports/index.ts';
import { sqlArtifacts } from './artifacts.ts';
import { sqlIdempotentAnswers } from './idempotent-answers.ts';
import { sqlInsights } from './insights.ts';
import { sqlJobs } from './jobs.ts';
import { sqlRollups } from './rollups.ts';
import { readTarget, writeTarget } from './rows.ts';
import type { Tables } from './schema.ts';
import { sqlSuggestions } from './suggestions.ts';
import { sqlTargetStates } from './target-states.ts';

/** There is one row of settings. */
const settingsId = 1;

/** The store in SQL. SQLite compares text by code unit (BINARY), which is the order that the port defines. */
export function sqlStore(db: Kysely<Tables>): Store {
  return {
    targets: {
      async list() {
        const rows = await db.selectFrom('target').selectAll().orderBy('namespace').orderBy('name').execute();
        return rows.map(readTarget);
      },
      async get(namespace, name) {
        const row = await db
          .selectFrom('target')
          .selectAll()
          .where('namespace', '=', namespace)
          .where('name', '=', name)
          .executeTakeFirst();
        return row === undefined ? null : readTarget(row);
      },
      enroll: (records) =>
        db.transaction().execute(async (transaction) => {
          const outcomes: EnrollOutcome[] = [];
          for (const record of records) outcomes.push(await enrollOne(transaction, record));
          return outcomes;
        }),
      async recordUnoptimized(namespace, name, state) {
        const { numUpdatedRows } = await db
          .updateTable('target')
          .set({ unoptimized: JSON.stringify(state) })
          .where('namespace', '=', namespace)
          .where('name', '=', name)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      },
      async remove(namespace, name) {
        const { numDeletedRows } = await db
          .deleteFrom('target')
          .where('namespace', '=', namespace)
          .where('name', '=', name)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      },
    },
    settings: {
      async get() {
        const row = await db.selectFrom('nodeSettings').selectAll().where('id', '=', settingsId).executeTakeFirst();
        if (row === undefined) return null;
        return { node_cpu_cores: row.cpuCores, node_memory_bytes: row.memoryBytes, node_hourly_cost: row.hourlyCost };
      },
      async save({ node_cpu_cores: cpuCores, node_memory_bytes: memoryBytes, node_hourly_cost: hourlyCost }) {
        const row = { cpuCores, memoryBytes, hourlyCost };
        await db
          .insertInto('nodeSettings')
          .values({ id: settingsId, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      },
    },
    states: sqlTargetStates(db),
    rollups: sqlRollups(db),
    jobs: sqlJobs(db),
    artifacts: sqlArtifacts(db),
    insights: sqlInsights(db),
    suggestions: sqlSuggestions(db),
    answers: sqlIdempotentAnswers(db),
    close: () => db.destroy(),
  };
}

async function enrollOne(transaction: Transaction<Tables>, record: TargetRecord): Promise<EnrollOutcome> {
  const { namespace, name, kind } = record;
  const inserted = await transaction
    .insertInto('target')
    .values(writeTarget(record))
    .onConflict((conflict) => conflict.columns(['namespace', 'name']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return { namespace, name, kind, result: 'created' };
  const existing = await transaction
    .selectFrom('target')
    .select('kind')
    .where('namespace', '=', namespace)
    .where('name', '=', name)
    .executeTakeFirst();
  return { namespace, name, kind, result: existing?.kind === kind ? 'exists' : 'conflict' };
}
