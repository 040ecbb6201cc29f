import { targetKey } from '@trimtab/core';
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import {
  DomainError,
  type EnrollOutcome,
  type Logger,
  type Store,
  StoreError,
  type TargetRecord,
} from '../../ports/index.ts';
import { firstNames } from '../first-names.ts';
import { batches } from './batches.ts';
import { insertChanges } from './changes.ts';
import type { SqlDialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import { createTargetReader, isReadable, type UnreadableRow, writeTarget } from './target-rows.ts';
import { dropStates } from './target-states.ts';
import { transact } from './transact.ts';

type Dialect = Pick<SqlDialect, 'revise' | 'dropEvaluations'>;

export function sqlTargets(db: Kysely<Tables>, { revise, dropEvaluations }: Dialect, logger: Logger): Store['targets'] {
  /** The targets that the last list does not contain, because they cannot be read. */
  let unreadable: ReadonlyMap<string, UnreadableRow> = new Map();
  const changing = <T>(change: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
    transact(db, async (transaction) => {
      // First, so that enrollments wait for each other here, instead of in a circle.
      await revise(transaction, 'targets');
      return change(transaction);
    });
  /** Whether the target exists. */
  const update = (namespace: string, name: string, values: Updateable<Tables['target']>): Promise<boolean> =>
    changing(async (transaction) => {
      if ((await readOne(transaction, namespace, name)) === null) return false;
      const rows = transaction.updateTable('target').set(values);
      await rows.where((where) => where.and({ namespace, name })).execute();
      return true;
    });
  const note = (found: readonly UnreadableRow[]): void => {
    const next = new Map(found.map((target) => [targetKey(target), target]));
    for (const [key, { namespace, name, field }] of next)
      if (unreadable.get(key)?.field !== field) logger('warn', 'target unreadable', { namespace, name, field });
    unreadable = next;
  };
  return {
    async list() {
      const rows = await db.selectFrom('target').selectAll().orderBy('namespace').orderBy('name').execute();
      const read = rows.map(createTargetReader());
      note(read.flatMap((target) => (isReadable(target) ? [] : target)));
      return read.filter(isReadable);
    },
    get: (namespace, name) => readOne(db, namespace, name),
    mayExist: (namespace, name) => unreadable.has(targetKey({ namespace, name })),
    staleProblem: () => missingText([...unreadable.values()]),
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
        if ((await readOne(transaction, namespace, name)) === null) return false;
        await transaction
          .deleteFrom('target')
          .where((where) => where.and({ namespace, name }))
          .execute();
        // Not when old records are deleted: this table does not contain targets that are resources of a cluster. It
        // contained a target of this namespace, so it contains all targets of the namespace.
        await dropStates(transaction, namespace);
        await dropEvaluations(transaction, namespace);
        await insertChanges(transaction, changes, revise);
        return true;
      }),
  };
}

/** Reads all targets of a database. Rejects if one of them cannot be read. */
export async function readAllTargets(db: Kysely<Tables>, dialect: Dialect): Promise<readonly TargetRecord[]> {
  const targets = sqlTargets(db, dialect, () => undefined);
  const records = await targets.list();
  const problem = targets.staleProblem?.() ?? null;
  if (problem !== null) throw new StoreError(problem);
  return records;
}

/**
 * Null if there is no such target.
 *
 * @throws DomainError `conflict` if this version of the server cannot read it, which must not change it either
 */
async function readOne(on: Kysely<Tables>, namespace: string, name: string): Promise<TargetRecord | null> {
  const row = await on
    .selectFrom('target')
    .selectAll()
    .where((where) => where.and({ namespace, name }))
    .executeTakeFirst();
  if (row === undefined) return null;
  const target = createTargetReader()(row);
  if (!isReadable(target)) throw new DomainError('conflict', unreadableText(target));
  return target;
}

const laterText = 'A later version of the server may have stored it.';

const unreadableText = ({ namespace, name, field }: UnreadableRow): string =>
  `This server cannot read ${field} of the target "${name}" in namespace "${namespace}". ${laterText}`;

/** One sentence about targets that lists lack, and one about why; null without such targets. */
function missingText(all: readonly UnreadableRow[]): string | null {
  if (all.length === 0) return null;
  const names = all.map(({ namespace, name, field }) => `${namespace}/${name} (${field})`);
  return `These enrolled targets cannot be read, so they are missing: ${firstNames(names)}. A later version of the server may have stored them.`;
}

async function insertMissing(
  transaction: Transaction<Tables>,
  records: readonly TargetRecord[],
): Promise<readonly EnrollOutcome[]> {
  const created = new Set<string>();
  const rows = new Map<string, Selectable<Tables['target']>>();
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
      .selectAll()
      .where(sql<boolean>`(namespace, name) in (values ${sql.join(keys)})`)
      .execute();
    for (const row of stored) rows.set(targetKey(row), row);
  }
  const read = createTargetReader();
  return records.map((record) => {
    const { namespace, name, kind } = record;
    const key = targetKey(record);
    // Of several records of a target, the first one was inserted.
    if (created.delete(key)) return { namespace, name, kind, result: 'created' };
    const row = rows.get(key);
    const target = row === undefined ? null : read(row);
    if (target !== null && !isReadable(target))
      return { namespace, name, kind, result: 'failed', reason: unreadableText(target) };
    return { namespace, name, kind, result: target?.kind === kind ? 'exists' : 'conflict' };
  });
}
