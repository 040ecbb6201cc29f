import { limitPolicies, modelModes } from '@trimtab/core';
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import * as z from 'zod/mini';
import { getOrInsert } from '../../get-or-insert.ts';
import type { EnrollOutcome, Store, TargetRecord } from '../../ports/index.ts';
import { insertChanges } from './changes.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { transact } from './transact.ts';

export function sqlTargets(db: Kysely<Tables>, { revise }: Pick<SqlDialect, 'revise'>): Store['targets'] {
  const changing = <T>(change: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
    transact(db, async (transaction) => {
      // First, so that enrollments wait for each other here, instead of in a circle.
      await revise(transaction, 'targets');
      return change(transaction);
    });
  /** Whether the target exists. */
  const update = (namespace: string, name: string, values: Updateable<Tables['target']>): Promise<boolean> =>
    changing(async (transaction) => {
      const rows = transaction.updateTable('target').set(values);
      const { numUpdatedRows } = await rows.where((where) => where.and({ namespace, name })).executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  return {
    async list() {
      const rows = await db.selectFrom('target').selectAll().orderBy('namespace').orderBy('name').execute();
      return rows.map(createTargetReader());
    },
    async get(namespace, name) {
      const row = await db
        .selectFrom('target')
        .selectAll()
        .where((where) => where.and({ namespace, name }))
        .executeTakeFirst();
      return row === undefined ? null : createTargetReader()(row);
    },
    recordsChanges: true,
    enroll: (records, changesOf = () => []) =>
      changing(async (transaction) => {
        const outcomes = await Array.fromAsync(records, (record) => enrollOne(transaction, record));
        const created = records.filter((_, index) => outcomes[index]?.result === 'created');
        if (created.length > 0) await insertChanges(transaction, changesOf(created), revise);
        return outcomes;
      }),
    recordUnoptimized: (namespace, name, state) => update(namespace, name, { unoptimized: JSON.stringify(state) }),
    setLimitPolicy: (namespace, name, limitPolicy) => update(namespace, name, { limitPolicy }),
    remove: (namespace, name, changes = []) =>
      changing(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('target')
          .where((where) => where.and({ namespace, name }))
          .executeTakeFirst();
        if (numDeletedRows > 0n) await insertChanges(transaction, changes, revise);
        return numDeletedRows > 0n;
      }),
  };
}

async function enrollOne(transaction: Transaction<Tables>, record: TargetRecord): Promise<EnrollOutcome> {
  const { namespace, name, kind } = record;
  const inserted = await transaction
    .insertInto('target')
    .values(writeTarget(record))
    .onConflict((conflict) => conflict.columns(['namespace', 'name']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return { namespace, name, kind, result: 'created' };
  const existing = await transaction
    .selectFrom('target')
    .select('kind')
    .where((where) => where.and({ namespace, name }))
    .executeTakeFirst();
  return { namespace, name, kind, result: existing?.kind === kind ? 'exists' : 'conflict' };
}

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

/**
 * Data from a file is untrusted input. It is validated, and a damaged row throws an error. A text that several targets
 * have is kept in memory once.
 */
function createTargetReader(): (row: Selectable<Tables['target']>) => TargetRecord {
  const texts = new Map<string, string>();
  const once = (text: string): string => getOrInsert(texts, text, () => text);
  const lists = new Map<string, TargetRecord['managed']>();
  // A copy of the row would take more memory than an object with all fields.
  return ({ limitPolicy, ...row }) => ({
    namespace: once(row.namespace),
    name: row.name,
    kind: once(row.kind),
    apiVersion: once(row.apiVersion),
    horizontal: mode.parse(row.horizontal && once(row.horizontal)),
    vertical: mode.parse(row.vertical && once(row.vertical)),
    modelMode: modelMode.parse(once(row.modelMode)),
    managed: getOrInsert(lists, row.managed, () => managed.parse(JSON.parse(row.managed))),
    enrolledAt: row.enrolledAt,
    unoptimized: row.unoptimized === null ? null : unoptimized.parse(JSON.parse(row.unoptimized)),
    ...(limitPolicy === null ? {} : { limitPolicy: knownLimitPolicy.parse(limitPolicy) }),
  });
}

const writeTarget = (record: TargetRecord): Insertable<Tables['target']> => ({
  ...record,
  managed: JSON.stringify(record.managed),
  unoptimized: record.unoptimized === null ? null : JSON.stringify(record.unoptimized),
  limitPolicy: record.limitPolicy ?? null,
});
