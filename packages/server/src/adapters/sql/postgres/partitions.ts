import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import { transact } from '../transact.ts';
import { lock } from './lock.ts';

const daysPerPartition = 32;
const prefix = 'rollup_block_from_';
const dropWaitMs = 1_000;

/** Creates the partitions that the blocks of these days need. */
export async function createPartitions(db: Kysely<Tables>, days: readonly number[]): Promise<void> {
  const starts = [...new Set(days.map(partitionOf))];
  const missingIn = async (on: Kysely<Tables>) => {
    const existing = new Set(await partitionStarts(on));
    return starts.filter((start) => !existing.has(start));
  };
  if ((await missingIn(db)).length === 0) return;
  await transact(db, async (transaction) => {
    await lock(transaction, prefix);
    // Another server may have created some of them by now.
    for (const start of await missingIn(transaction)) {
      const table = sql.id(`${prefix}${start}`);
      const [from, to] = [sql.lit(start), sql.lit(start + daysPerPartition)];
      // In two steps: `create table ... partition of` would wait for all readers of the hours, and block later ones.
      await sql`create table ${table} (like rollup_block including all)`.execute(transaction);
      await sql`alter table rollup_block attach partition ${table} for values from (${from}) to (${to})`.execute(
        transaction,
      );
    }
  });
}

/** Deletes all days before this one: dropping a whole partition is cheaper than deleting its rows. */
export async function pruneDays(transaction: Transaction<Tables>, day: number): Promise<void> {
  await lock(transaction, prefix);
  const firstKept = partitionOf(day);
  await transaction.deleteFrom('rollupBlock').where('day', '>=', firstKept).where('day', '<', day).execute();
  // Afterwards, because a dropped partition excludes all readers of the hours until the transaction ends. Readers also
  // wait while it waits for a long transaction, such as a backup, so it gives up soon. The next call tries again.
  await sql`set local lock_timeout = ${sql.lit(`${dropWaitMs}ms`)}`.execute(transaction);
  for (const start of await partitionStarts(transaction)) {
    if (start < firstKept) await sql`drop table ${sql.id(`${prefix}${start}`)}`.execute(transaction);
  }
}

/** The first day of the partition with this day. */
const partitionOf = (day: number): number => Math.floor(day / daysPerPartition) * daysPerPartition;

async function partitionStarts(db: Kysely<Tables>): Promise<readonly number[]> {
  const { rows } = await sql<{ name: string }>`
    select partition.relname as name from pg_inherits
    join pg_class as partition on partition.oid = inhrelid
    where inhparent = 'rollup_block'::regclass`.execute(db);
  return rows.map(({ name }) => Number(name.slice(prefix.length)));
}
