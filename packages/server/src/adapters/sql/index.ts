export { openSqliteStore, StoreUnusableError } from './open.ts';
