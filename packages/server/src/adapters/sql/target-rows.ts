import { limitPolicies, modelModes } from '@trimtab/core';
import type { Insertable, Selectable } from 'kysely';
import * as z from 'zod/mini';
import { getOrInsert } from '../../get-or-insert.ts';
import type { TargetRecord } from '../../ports/index.ts';
import type { Tables } from './schema.ts';

type Row = Selectable<Tables['target']>;

/** A row with a value that this version does not know: a later version has written it, or the file is damaged. */
export type UnreadableRow = {
  readonly namespace: string;
  readonly name: string;
  /** The first field that cannot be read. */
  readonly field: keyof TargetRecord;
};

export const isReadable = (target: TargetRecord | UnreadableRow): target is TargetRecord => !('field' in target);

const mode = z.nullable(z.enum(['autonomous', 'recommendation']));
const request = z.nullable(z.number());
const managed = z.array(z.object({ container: z.string(), resources: z.array(z.enum(['cpu', 'memory'])) }));
const unoptimized = z.object({
  replicas: z.number(),
  containers: z.array(z.object({ name: z.string(), cpuRequest: request, memoryRequest: request })),
  recordedAt: z.number(),
});
const knownLimitPolicy = z.enum(limitPolicies);
const modelMode = z.enum(modelModes);

const readUnoptimized = (text: string | null): TargetRecord['unoptimized'] =>
  text === null ? null : unoptimized.parse(JSON.parse(text));

/** Data from a file is untrusted input, so it is validated. A text that several targets have is kept in memory once. */
export function createTargetReader(): (row: Row) => TargetRecord | UnreadableRow {
  const texts = new Map<string, string>();
  const once = (text: string): string => getOrInsert(texts, text, () => text);
  const lists = new Map<string, TargetRecord['managed']>();
  /** The field that is being read. */
  let field: keyof TargetRecord = 'horizontal';
  const of = <T>(name: typeof field, value: () => T): T => {
    field = name;
    return value();
  };
  // A copy of the row would take more memory than an object with all fields.
  const read = ({ limitPolicy, ...row }: Row): TargetRecord => ({
    namespace: once(row.namespace),
    name: row.name,
    kind: once(row.kind),
    apiVersion: once(row.apiVersion),
    horizontal: of('horizontal', () => mode.parse(row.horizontal && once(row.horizontal))),
    vertical: of('vertical', () => mode.parse(row.vertical && once(row.vertical))),
    modelMode: of('modelMode', () => modelMode.parse(once(row.modelMode))),
    managed: of('managed', () => getOrInsert(lists, row.managed, () => managed.parse(JSON.parse(row.managed)))),
    enrolledAt: row.enrolledAt,
    unoptimized: of('unoptimized', () => readUnoptimized(row.unoptimized)),
    ...(limitPolicy === null ? {} : { limitPolicy: of('limitPolicy', () => knownLimitPolicy.parse(limitPolicy)) }),
  });
  return (row) => {
    try {
      return read(row);
    } catch {
      return { namespace: row.namespace, name: row.name, field };
    }
  };
}

export const writeTarget = (record: TargetRecord): Insertable<Tables['target']> => ({
  ...record,
  managed: JSON.stringify(record.managed),
  unoptimized: record.unoptimized === null ? null : JSON.stringify(record.unoptimized),
  limitPolicy: record.limitPolicy ?? null,
});
