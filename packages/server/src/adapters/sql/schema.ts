import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { addAnswers, addRecords } from './record-tables.ts';

export type Tables = {
  target: {
    namespace: string;
    name: string;
    kind: string;
    api_version: string;
    horizontal: string | null;
    vertical: string | null;
    model_mode: string;
    /** JSON: [{ container, resources }]. */
    managed: string;
    /** Milliseconds since the epoch. */
    enrolled_at: number;
    /** JSON of UnoptimizedState. */
    unoptimized: string | null;
  };
  node_settings: { id: number; cpu_cores: number; memory_bytes: number; hourly_cost: number };
  target_state: { namespace: string; name: string; version: number; bytes: Uint8Array };
  /** Times are in milliseconds since the epoch; a day is the number of days since 1970-01-01 UTC. */
  rollup_target: { id: number; namespace: string; name: string; covered_from: number; covered_to: number };
  rollup_block: { target_id: number; day: number; bytes: Uint8Array };
  rollup_summary: { day: number; target_group: number; bytes: Uint8Array };
  job: {
    id: string;
    namespace: string;
    name: string;
    state: string;
    created_at: number;
    leased_until: number | null;
    finished_at: number | null;
  };
  artifact_note: { name: string; content: string; changed_at: number };
  insight: { id: string; created_at: number; body: string };
  suggestion: { namespace: string; name: string; day: number; created_at: number; body: string };
  kept_answer: {
    caller: string;
    key: string;
    fingerprint: string;
    answered_at: number;
    status: number;
    /** JSON: a list of [name, value]. */
    headers: string;
    text: string;
    /** Length of `text`, so that lengths can be summed without reading the texts. */
    length: number;
  };
};

/** Migrations are only added, never changed, so that a database of any earlier version is updated at start. */
const migrations: Record<string, Migration> = {
  '0001-targets-and-node-settings': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('target')
        .addColumn('namespace', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('api_version', 'text', (column) => column.notNull())
        .addColumn('horizontal', 'text')
        .addColumn('vertical', 'text')
        .addColumn('model_mode', 'text', (column) => column.notNull())
        .addColumn('managed', 'text', (column) => column.notNull())
        .addColumn('enrolled_at', 'integer', (column) => column.notNull())
        .addColumn('unoptimized', 'text')
        .addPrimaryKeyConstraint('target_identity', ['namespace', 'name'])
        .execute();
      await db.schema
        .createTable('node_settings')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('cpu_cores', 'real', (column) => column.notNull())
        .addColumn('memory_bytes', 'real', (column) => column.notNull())
        .addColumn('hourly_cost', 'real', (column) => column.notNull())
        .execute();
    },
  },
  '0002-states-rollups-jobs-and-notes': { up: addRecords },
  '0003-answers-to-repeated-writes': { up: addAnswers },
};

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
