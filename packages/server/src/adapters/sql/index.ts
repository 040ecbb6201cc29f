export { openPostgresStore } from './postgres/open.ts';
export type { PostgresAccess } from './postgres/pool.ts';
export { openSqliteStore, readSqliteTargets } from './sqlite/open.ts';
export { StoreUnusableError } from './store-unusable-error.ts';
