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
  /**
   * Rejects if a server may have started on a database that was opened for one process alone. Otherwise none starts
   * before the transaction ends, of which this is the last statement. Absent: none can start while it is open.
   */
  readonly checkAlone?: (on: Kysely<Tables>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What has to be done to a database before this version can use it. */
export type SchemaState = {
  /** Whether the database has no tables of any version. */
  readonly isEmpty: boolean;
  /** The versions that are missing, in order. */
  readonly missing: readonly string[];
  /** The versions that a newer server has applied. */
  readonly unknown: readonly string[];
  /** Those of them with which this server cannot work. */
  readonly breaking: readonly string[];
};

/** Compares the versions of a database with those of this server. `applied` is empty without tables. */
export function schemaState(applied: readonly string[], versions: SchemaVersions): SchemaState {
  const unknown = applied.filter((name) => !Object.hasOwn(versions, name));
  return {
    isEmpty: applied.length === unknown.length,
    missing: Object.keys(versions).filter((name) => !applied.includes(name)),
    unknown,
    breaking: unknown.filter(isBreaking),
  };
}
