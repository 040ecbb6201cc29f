import type { SchemaVersions } from '../schema-versions.ts';

export const sqliteVersions: SchemaVersions = {
  '0001-targets-and-node-settings': [
    `create table target (
      namespace text not null, name text not null, kind text not null, api_version text not null,
      horizontal text, vertical text, model_mode text not null, managed text not null,
      enrolled_at integer not null, unoptimized text,
      constraint target_identity primary key (namespace, name)
    )`,
    `create table node_settings (
      id integer primary key, cpu_cores real not null, memory_bytes real not null, hourly_cost real not null
    )`,
  ],
  '0002-states-rollups-jobs-and-notes': [
    `create table target_state (
      namespace text not null, name text not null, version integer not null, bytes blob not null,
      constraint target_state_identity primary key (namespace, name)
    )`,
    `create table rollup_target (
      id integer primary key, namespace text not null, name text not null,
      covered_from integer not null, covered_to integer not null,
      constraint rollup_target_identity unique (namespace, name)
    )`,
    // Without a rowid, the bytes are stored next to the key, so one lookup reads a day of a target.
    `create table rollup_block (
      target_id integer not null, day integer not null, bytes blob not null,
      constraint rollup_block_identity primary key (target_id, day)
    ) without rowid`,
    `create table rollup_summary (
      day integer not null, target_group integer not null, bytes blob not null,
      constraint rollup_summary_identity primary key (day, target_group)
    )`,
    `create table job (
      id text not null unique, namespace text not null, name text not null, state text not null,
      created_at integer not null, leased_until integer, finished_at integer,
      constraint job_target primary key (namespace, name)
    )`,
    'create index job_order on job (state, created_at)',
    'create table artifact_note (name text primary key, content text not null, changed_at integer not null)',
    'create table insight (id text primary key, created_at integer not null, body text not null)',
    `create table suggestion (
      namespace text not null, name text not null, day integer not null, created_at integer not null, body text not null,
      constraint suggestion_identity primary key (namespace, name, day)
    )`,
  ],
  '0003-answers-to-repeated-writes': [
    `create table kept_answer (
      caller text not null, key text not null, fingerprint text not null, answered_at integer not null,
      status integer not null, headers text not null, text text not null, length integer not null,
      constraint kept_answer_identity primary key (caller, key)
    )`,
    'create index kept_answer_age on kept_answer (answered_at, length)',
  ],
  // Suggestions that were stored once a day stay in the list.
  '0004-published-suggestions': [
    `create table published_suggestion (
      namespace text not null, name text not null, created_at integer not null, id text not null,
      version integer not null, body blob not null,
      constraint published_suggestion_identity primary key (namespace, name, created_at)
    )`,
    `insert or ignore into published_suggestion (namespace, name, created_at, id, version, body)
      select namespace, name, created_at, lower(hex(randomblob(16))), 0, body from suggestion`,
    'drop table suggestion',
    'create index published_suggestion_age on published_suggestion (created_at)',
  ],
  '0005-limit-policy-of-a-target': ['alter table target add column limit_policy text'],
  '0006-changes-of-targets': [
    `create table change_record (
      id text primary key, namespace text not null, name text not null, at integer not null, event text not null,
      due_at integer, body text not null
    )`,
    'create index change_record_age on change_record (at)',
    'create index change_record_target on change_record (namespace, name, at)',
    'create index change_record_due on change_record (due_at) where due_at is not null',
    `create table watched_target (
      namespace text not null, name text not null, seen_to integer not null, body text not null,
      constraint watched_target_identity primary key (namespace, name)
    )`,
  ],
  '0007-failures-of-jobs': ['alter table job add column failures integer not null default 0'],
  // Has all columns of two queries, the newest change of each target and the deletion of old changes, so that they read no bodies.
  '0008-changes-by-event': ['create index change_record_event on change_record (event, at, id, namespace, name)'],
};
