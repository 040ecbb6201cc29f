export { CopyDiffersError, copyStore, DestinationNotEmptyError, SourceEmptyError } from './copy-store.ts';
export type { Database, SchemaState } from './database.ts';
export {
  openPostgresDatabase,
  openPostgresDatabaseAlone,
  postgresSchemaState,
  readPostgresTargets,
} from './postgres/open.ts';
export type { PostgresAccess } from './postgres/pool.ts';
export { openSqliteDatabase, openSqliteStore, readSqliteTargets, sqliteSchemaState } from './sqlite/open.ts';
export { sqlStore } from './store.ts';
export { StoreUnusableError } from './store-unusable-error.ts';
