import type { Kysely } from 'kysely';
import type { Store } from '../../ports/index.ts';
import { sqlArtifacts } from './artifacts.ts';
import { sqlChanges } from './changes.ts';
import type { Database } from './database.ts';
import { sqlIdempotentAnswers } from './idempotent-answers.ts';
import { sqlInsights } from './insights.ts';
import { sqlJobs } from './jobs.ts';
import { sqlRollups } from './rollups.ts';
import type { Tables } from './schema.ts';
import { sqlSuggestions } from './suggestions.ts';
import { sqlTargetStates } from './target-states.ts';
import { sqlTargets } from './targets.ts';

/** The store in SQL. Both databases compare text by its bytes, which is the order that the port defines. */
export const sqlStore = ({ db, dialect, close }: Database): Store => ({
  targets: sqlTargets(db),
  settings: sqlSettings(db),
  states: sqlTargetStates(db),
  rollups: sqlRollups(db, dialect),
  jobs: sqlJobs(db, dialect),
  artifacts: sqlArtifacts(db, dialect),
  insights: sqlInsights(db),
  suggestions: sqlSuggestions(db),
  answers: sqlIdempotentAnswers(db),
  changes: sqlChanges(db),
  close,
});

/** There is one row of settings. */
const settingsId = 1;

function sqlSettings(db: Kysely<Tables>): Store['settings'] {
  return {
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
  };
}
