-- Written by the server of commit 6f699a5e through its own store, dumped with sqlite3's iterdump of Python.
BEGIN TRANSACTION;
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO "kysely_migration" VALUES('0001-targets-and-node-settings','2026-11-23T12:13:32.790Z');
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO "kysely_migration_lock" VALUES('migration_lock',0);
CREATE TABLE "node_settings" ("id" integer primary key, "cpu_cores" real not null, "memory_bytes" real not null, "hourly_cost" real not null);
INSERT INTO "node_settings" VALUES(1,4.0,17179869184.0,0.192);
CREATE TABLE "target" ("namespace" text not null, "name" text not null, "kind" text not null, "api_version" text not null, "horizontal" text, "vertical" text, "model_mode" text not null, "managed" text not null, "enrolled_at" integer not null, "unoptimized" text, constraint "target_identity" primary key ("namespace", "name"));
INSERT INTO "target" VALUES('shop','cart','Deployment','apps/v1','autonomous',NULL,'balanced','[{"container":"app","resources":["cpu"]}]',86400000,'{"replicas":2,"containers":[{"name":"app","cpuRequest":0,"memoryRequest":null}],"recordedAt":86400000}');
INSERT INTO "target" VALUES('other','it''s-ünïcode','Deployment','apps/v1','autonomous',NULL,'balanced','[{"container":"app","resources":["cpu"]}]',86400000,NULL);
COMMIT;
