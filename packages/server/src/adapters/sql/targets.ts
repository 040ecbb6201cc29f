import { limitPolicies, modelModes, targetKey } from '@trimtab/core';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import { getOrInsert } from '../../get-or-insert.ts';
import { type EnrollOutcome, type Store, StoreError, type TargetRecord } from '../../ports/index.ts';
import { batches } from './batches.ts';
import { insertChanges } from './changes.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { dropStates } from './target-states.ts';
import { transact } from './transact.ts';

export function sqlTargets(
  db: Kysely<Tables>,
  { revise, dropEvaluations }: Pick<SqlDialect, 'revise' | 'dropEvaluations'>,
): Store['targets'] {
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
        const outcomes = await insertMissing(transaction, records);
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
        if (numDeletedRows === 0n) return false;
        // Not when old records are deleted: this table does not contain targets that are resources of a cluster. It
        // contained a target of this namespace, so it contains all targets of the namespace.
        await dropStates(transaction, namespace);
        await dropEvaluations(transaction, namespace);
        await insertChanges(transaction, changes, revise);
        return true;
      }),
  };
}

async function insertMissing(
  transaction: Transaction<Tables>,
  records: readonly TargetRecord[],
): Promise<readonly EnrollOutcome[]> {
  const created = new Set<string>();
  const kinds = new Map<string, string>();
  for (const batch of batches(records)) {
    const inserted = await transaction
      .insertInto('target')
      .values(batch.map(writeTarget))
      .onConflict((conflict) => conflict.columns(['namespace', 'name']).doNothing())
      .returning(['namespace', 'name'])
      .execute();
    for (const target of inserted) created.add(targetKey(target));
    const keys = batch.map(({ namespace, name }) => sql`(${namespace}, ${name})`);
    const stored = await transaction
      .selectFrom('target')
      .select(['namespace', 'name', 'kind'])
      .where(sql<boolean>`(namespace, name) in (values ${sql.join(keys)})`)
      .execute();
    for (const target of stored) kinds.set(targetKey(target), target.kind);
  }
  return records.map((record) => {
    const { namespace, name, kind } = record;
    const key = targetKey(record);
    // Of several records of a target, the first one was inserted.
    if (created.delete(key)) return { namespace, name, kind, result: 'created' };
    return { namespace, name, kind, result: kinds.get(key) === kind ? 'exists' : 'conflict' };
  });
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
 * Data from a file is untrusted input. It is validated, and a damaged row, or one of a later version, throws a
 * `StoreError`. A text that several targets have is kept in memory once.
 */
function createTargetReader(): (row: Selectable<Tables['target']>) => TargetRecord {
  const texts = new Map<string, string>();
  const once = (text: string): string => getOrInsert(texts, text, () => text);
  const lists = new Map<string, TargetRecord['managed']>();
  // A copy of the row would take more memory than an object with all fields.
  const read = ({ limitPolicy, ...row }: Selectable<Tables['target']>): TargetRecord => ({
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
  return (row) => {
    try {
      return read(row);
    } catch (cause) {
      throw new StoreError(
        `The target ${row.namespace}/${row.name} in the database has a value that this version does not know. Start the version that wrote it, or restore a backup.`,
        { cause },
      );
    }
  };
}

const writeTarget = (record: TargetRecord): Insertable<Tables['target']> => ({
  ...record,
  managed: JSON.stringify(record.managed),
  unoptimized: record.unoptimized === null ? null : JSON.stringify(record.unoptimized),
  limitPolicy: record.limitPolicy ?? null,
});
