export { openSqliteStore, readSqliteTargets, StoreUnusableError } from './open.ts';
