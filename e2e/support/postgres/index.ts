export { findPostgres } from './find.ts';
export { findPooler, startPooler } from './pooler.ts';
export { type RunningPostgres, startPostgres } from './start.ts';
