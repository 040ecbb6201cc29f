import { type Kysely, sql } from 'kysely';

/** rollup_block is WITHOUT ROWID: its bytes are stored next to the key, so one lookup reads a day of a target. */
export async function addRecords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('target_state')
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('target_state_identity', ['namespace', 'name'])
    .execute();
  await db.schema
    .createTable('rollup_target')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('covered_from', 'integer', (column) => column.notNull())
    .addColumn('covered_to', 'integer', (column) => column.notNull())
    .addUniqueConstraint('rollup_target_identity', ['namespace', 'name'])
    .execute();
  await db.schema
    .createTable('rollup_block')
    .addColumn('target_id', 'integer', (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('rollup_block_identity', ['target_id', 'day'])
    .modifyEnd(withoutRowId)
    .execute();
  await db.schema
    .createTable('rollup_summary')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('target_group', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('rollup_summary_identity', ['day', 'target_group'])
    .execute();
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('leased_until', 'integer')
    .addColumn('finished_at', 'integer')
    .addPrimaryKeyConstraint('job_target', ['namespace', 'name'])
    .execute();
  await db.schema.createIndex('job_order').on('job').columns(['state', 'created_at']).execute();
  await db.schema
    .createTable('artifact_note')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('insight')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('suggestion')
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('suggestion_identity', ['namespace', 'name', 'day'])
    .execute();
}

export async function addAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_answer')
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('headers', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_answer_identity', ['caller', 'key'])
    .execute();
  await db.schema.createIndex('kept_answer_age').on('kept_answer').columns(['answered_at', 'length']).execute();
}

const withoutRowId = sql`without rowid`;
