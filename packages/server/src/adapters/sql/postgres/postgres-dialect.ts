import type { Dialect } from '../dialect.ts';
import { lock } from './lock.ts';
import { createPartitions, pruneDays } from './partitions.ts';

export const postgresDialect: Dialect = { hasRowLocks: true, lock, prepareDays: createPartitions, pruneDays };
