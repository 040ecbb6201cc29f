import type { Kysely } from 'kysely';
import type { Shared } from '../../ports/index.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { isBreaking, type SchemaVersions } from './schema-versions.ts';

/** A database of either kind, with the tables of this version. */
export type Database = {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** Absent: only this process uses it. */
  readonly shared?: Shared;
  readonly close: () => Promise<void>;
};

/** What has to be done to a database before this version can use it. */
export type SchemaState = {
  /** The versions that are missing, in order. All: the database is empty. */
  readonly missing: readonly string[];
  /** The versions that a newer server has applied, and with which this server cannot work. */
  readonly unknown: readonly string[];
};

/** Compares the versions of a database with those of this server. `applied` is empty without tables. */
export function schemaState(applied: readonly string[], versions: SchemaVersions): SchemaState {
  return {
    missing: Object.keys(versions).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(versions, name) && isBreaking(name)),
  };
}
