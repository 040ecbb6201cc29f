-- Written by the server of commit 31160f65 and updated by its successors through their own stores, dumped with sqlite3's iterdump of Python.
BEGIN TRANSACTION;
CREATE TABLE artifact_note (name text primary key, content text not null, changed_at integer not null);
INSERT INTO "artifact_note" VALUES('note','{"a":1}',6);
CREATE TABLE change_record (
      id text primary key, namespace text not null, name text not null, at integer not null, event text not null,
      due_at integer, body text not null
    );
INSERT INTO "change_record" VALUES('change','shop','cart',9,'resources',10,'{}');
CREATE TABLE insight (id text primary key, created_at integer not null, body text not null);
INSERT INTO "insight" VALUES('insight',7,'{}');
CREATE TABLE job (
      id text not null unique, namespace text not null, name text not null, state text not null,
      created_at integer not null, leased_until integer, finished_at integer, failures integer not null default 0,
      constraint job_target primary key (namespace, name)
    );
INSERT INTO "job" VALUES('job','shop','cart','pending',5,NULL,NULL,0);
CREATE TABLE kept_answer (
      caller text not null, key text not null, fingerprint text not null, answered_at integer not null,
      status integer not null, headers text not null, text text not null, length integer not null,
      constraint kept_answer_identity primary key (caller, key)
    );
INSERT INTO "kept_answer" VALUES('operator','key','print',8,200,'[["content-type","application/json"]]','{"a":"ü"}',9);
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO "kysely_migration" VALUES('0001-targets-and-node-settings','2026-11-23T12:13:41.295Z');
INSERT INTO "kysely_migration" VALUES('0002-states-rollups-jobs-and-notes','2026-11-23T12:13:41.347Z');
INSERT INTO "kysely_migration" VALUES('0003-answers-to-repeated-writes','2026-11-23T12:13:41.376Z');
INSERT INTO "kysely_migration" VALUES('0004-published-suggestions','2026-11-23T12:13:41.388Z');
INSERT INTO "kysely_migration" VALUES('0005-limit-policy-of-a-target','2026-11-23T12:13:41.421Z');
INSERT INTO "kysely_migration" VALUES('0006-changes-of-targets','2026-11-23T12:13:41.424Z');
INSERT INTO "kysely_migration" VALUES('0007-failures-of-jobs','2026-11-28T23:20:11.208Z');
INSERT INTO "kysely_migration" VALUES('0008-changes-by-event','2026-11-29T12:38:00.000Z');
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO "kysely_migration_lock" VALUES('migration_lock',0);
CREATE TABLE node_settings (
      id integer primary key, cpu_cores real not null, memory_bytes real not null, hourly_cost real not null
    );
INSERT INTO "node_settings" VALUES(1,4.0,17179869184.0,0.192);
CREATE TABLE published_suggestion (
      namespace text not null, name text not null, created_at integer not null, id text not null,
      version integer not null, body blob not null,
      constraint published_suggestion_identity primary key (namespace, name, created_at)
    );
INSERT INTO "published_suggestion" VALUES('shop','cart',86400001,'suggestion 1',1,X'03C7979295612D00');
INSERT INTO "published_suggestion" VALUES('shop','cart',172800001,'suggestion 2',1,X'03C717A83C0600');
CREATE TABLE rollup_block (
      target_id integer not null, day integer not null, bytes blob not null,
      constraint rollup_block_identity primary key (target_id, day)
    ) without rowid;
INSERT INTO "rollup_block" VALUES(1,0,X'01');
INSERT INTO "rollup_block" VALUES(1,20000,X'02');
CREATE TABLE rollup_summary (
      day integer not null, target_group integer not null, bytes blob not null,
      constraint rollup_summary_identity primary key (day, target_group)
    );
INSERT INTO "rollup_summary" VALUES(0,3,X'09');
CREATE TABLE rollup_target (
      id integer primary key, namespace text not null, name text not null,
      covered_from integer not null, covered_to integer not null,
      constraint rollup_target_identity unique (namespace, name)
    );
INSERT INTO "rollup_target" VALUES(1,'shop','cart',0,172800000);
CREATE TABLE target (
      namespace text not null, name text not null, kind text not null, api_version text not null,
      horizontal text, vertical text, model_mode text not null, managed text not null,
      enrolled_at integer not null, unoptimized text, limit_policy text,
      constraint target_identity primary key (namespace, name)
    );
INSERT INTO "target" VALUES('shop','cart','Deployment','apps/v1','autonomous',NULL,'balanced','[{"container":"app","resources":["cpu"]}]',86400000,'{"replicas":2,"containers":[{"name":"app","cpuRequest":0,"memoryRequest":null}],"recordedAt":86400000}','ratio');
INSERT INTO "target" VALUES('other','it''s-ünïcode','Deployment','apps/v1','autonomous',NULL,'balanced','[{"container":"app","resources":["cpu"]}]',86400000,NULL,NULL);
CREATE TABLE target_state (
      namespace text not null, name text not null, version integer not null, bytes blob not null,
      constraint target_state_identity primary key (namespace, name)
    );
INSERT INTO "target_state" VALUES('shop','cart',1,X'00FF07');
CREATE TABLE watched_target (
      namespace text not null, name text not null, seen_to integer not null, body text not null,
      constraint watched_target_identity primary key (namespace, name)
    );
INSERT INTO "watched_target" VALUES('shop','cart',11,'{"seen":true}');
CREATE INDEX job_order on job (state, created_at);
CREATE INDEX kept_answer_age on kept_answer (answered_at, length);
CREATE INDEX published_suggestion_age on published_suggestion (created_at);
CREATE INDEX change_record_age on change_record (at);
CREATE INDEX change_record_target on change_record (namespace, name, at);
CREATE INDEX change_record_due on change_record (due_at) where due_at is not null;
CREATE INDEX change_record_event on change_record (event, at, id, namespace, name);
COMMIT;
