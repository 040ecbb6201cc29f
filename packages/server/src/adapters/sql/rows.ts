import type { Insertable, Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { TargetRecord } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

const mode = z.nullable(z.enum(['autonomous', 'recommendation']));
const request = z.nullable(z.number());
const managed = z.array(z.object({ container: z.string(), resources: z.array(z.enum(['cpu', 'memory'])) }));
const unoptimized = z.object({
  replicas: z.number(),
  containers: z.array(z.object({ name: z.string(), cpuRequest: request, memoryRequest: request })),
  recordedAt: z.number(),
});
const modelMode = z.enum(['balanced', 'cost_savings', 'max_assurance']);

/** Data from a file is untrusted input: it is validated, and a damaged row throws. */
export const readTarget = (row: Selectable<Tables['target']>): TargetRecord => ({
  ...row,
  horizontal: mode.parse(row.horizontal),
  vertical: mode.parse(row.vertical),
  modelMode: modelMode.parse(row.modelMode),
  managed: managed.parse(JSON.parse(row.managed)),
  unoptimized: row.unoptimized === null ? null : unoptimized.parse(JSON.parse(row.unoptimized)),
});

export const writeTarget = (record: TargetRecord): Insertable<Tables['target']> => ({
  ...record,
  managed: JSON.stringify(record.managed),
  unoptimized: record.unoptimized === null ? null : JSON.stringify(record.unoptimized),
});
