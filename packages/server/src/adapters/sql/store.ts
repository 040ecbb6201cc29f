import type { Kysely } from 'kysely';
import type { Logger, Store } from '../../ports/index.ts';
import { sqlArtifacts } from './artifacts.ts';
import { sqlChanges } from './changes.ts';
import type { Database } from './database.ts';
import type { SqlDialect } from './dialect.ts';
import { sqlIdempotentAnswers } from './idempotent-answers.ts';
import { sqlInsights } from './insights.ts';
import { sqlJobs } from './jobs.ts';
import { sqlRollups } from './rollups.ts';
import type { Tables } from './schema.ts';
import { sqlSuggestions } from './suggestions.ts';
import { sqlTargetStates } from './target-states.ts';
import { sqlTargets } from './targets.ts';
import { transact } from './transact.ts';
import { upsert } from './upsert.ts';

/** The store in SQL. Both databases compare text by its bytes, which is the order that the port defines. */
export const sqlStore = ({ db, dialect, shared, close }: Database, logger: Logger = () => undefined): Store => ({
  targets: sqlTargets(db, dialect, logger),
  settings: sqlSettings(db, dialect),
  states: sqlTargetStates(db, dialect),
  rollups: sqlRollups(db, dialect),
  jobs: sqlJobs(db, dialect),
  artifacts: sqlArtifacts(db, dialect),
  insights: sqlInsights(db),
  suggestions: sqlSuggestions(db, dialect),
  answers: sqlIdempotentAnswers(db),
  changes: sqlChanges(db, dialect),
  ...(shared === undefined ? {} : { shared }),
  close,
});

/** There is one row of settings. */
const settingsId = 1;

function sqlSettings(db: Kysely<Tables>, { revise }: SqlDialect): Store['settings'] {
  return {
    async get() {
      const row = await db.selectFrom('nodeSettings').selectAll().where('id', '=', settingsId).executeTakeFirst();
      if (row === undefined) return null;
      return { node_cpu_cores: row.cpuCores, node_memory_bytes: row.memoryBytes, node_hourly_cost: row.hourlyCost };
    },
    async save({ node_cpu_cores: cpuCores, node_memory_bytes: memoryBytes, node_hourly_cost: hourlyCost }) {
      const row = { id: settingsId, cpuCores, memoryBytes, hourlyCost };
      await transact(db, async (transaction) => {
        await revise(transaction, 'targets');
        await upsert(transaction, 'nodeSettings', ['id'], [row]);
      });
    },
  };
}
