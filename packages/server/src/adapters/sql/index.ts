export { openSqliteStore, readSqliteTargets, StoreUnusableError } from './sqlite/open.ts';
