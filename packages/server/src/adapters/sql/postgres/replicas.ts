import { secondMs } from '@trimtab/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Hold, type Logger, StoreError } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';
import { transact } from '../transact.ts';
import { endStalled } from './stalled.ts';
import { shareCount } from './versions.ts';

export type Replica = {
  readonly hold: (namespace: string) => Hold | null;
  readonly held: () => number;
  /** The time of the database, in milliseconds. */
  readonly now: () => number;
  /** Gives the work up, so that the other replicas need not wait for the end of its leases. */
  readonly leave: () => Promise<void>;
};

type ReplicaOptions = {
  /** Differs between all replicas and all starts. */
  readonly id: string;
  readonly logger: Logger;
  /** How long the others wait for a replica that no longer answers, in milliseconds. */
  readonly lastsMs: number;
  /** How long a replica waits for the result of a statement, in milliseconds. */
  readonly longestStatementMs: number;
  /** The clock of this replica. */
  readonly now: () => number;
};

/** With a larger difference, windows that end now would lack samples or end in the past. */
const mostSkewMs = 30 * secondMs;

/**
 * Takes part in the background work. The work is divided by namespace into shares, and each share is leased to one
 * replica. Each replica renews its leases, takes free shares up to its fair part, and gives up what it has above it.
 * All times are those of the database, because the clocks of replicas may differ.
 */
export async function joinReplicas(db: Kysely<Tables>, options: ReplicaOptions): Promise<Replica> {
  const { id, logger, lastsMs, longestStatementMs } = options;
  let held: ReadonlyMap<number, Hold> = new Map();
  let validUntil = 0;
  /** How far the time of the database is ahead of the time of the process, which is never set. */
  let ahead = 0;
  let beating: Promise<void> = Promise.resolve();
  const databaseTime = () => Math.floor(performance.now() + ahead);
  const compareClocks = clockCheck(options);
  const beat = async (): Promise<void> => {
    const startedAt = performance.now();
    const renewed = await transact(db, (transaction) => renew(transaction, options));
    held = renewed.held;
    validUntil = startedAt + lastsMs;
    ahead = renewed.ahead;
    compareClocks(databaseTime());
  };
  const beatAndEndStalled = async (): Promise<void> => {
    let isRenewed = true;
    await beat().catch((error: unknown) => {
      isRenewed = false;
      logger('warn', 'the shares of the work could not be renewed', { error });
    });
    // Also if the renewal failed, because it may have waited for such a connection.
    await endStalled(db, longestStatementMs).catch((error: unknown) => {
      if (isRenewed) logger('warn', 'connections of lost servers could not be ended', { error });
    });
  };
  await beat();
  let isBeating = false;
  const timer = setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    beating = beatAndEndStalled().finally(() => {
      isBeating = false;
    });
  }, lastsMs / 5);
  timer.unref();
  return {
    hold: (namespace) => (performance.now() < validUntil ? (held.get(shardOf(namespace)) ?? null) : null),
    now: databaseTime,
    held: () => (performance.now() < validUntil ? held.size : 0),
    async leave() {
      clearInterval(timer);
      await beating;
      held = new Map();
      await transact(db, async (transaction) => {
        await sql`update work_lease set holder = '', term = term + 1, lasts_until = now() where holder = ${id}`.execute(
          transaction,
        );
        await transaction.deleteFrom('replica').where('id', '=', id).execute();
      });
    },
  };
}

/** The number of replicas that were alive a moment ago. */
export async function liveReplicas(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select count(*) as live from replica where lasts_until >= now()`.execute(db);
  return rows[0]?.live ?? 0;
}

/**
 * How many shares a replica may hold. The first replicas in the order of their ids hold one more if the shares cannot be
 * divided evenly. If every replica rounded up, eight of nine replicas would hold eight shares each, and the ninth none.
 */
async function fairPart(transaction: Transaction<Tables>, id: string): Promise<number> {
  const { rows } = await sql<{ live: number; before: number }>`
    select count(*) as live, count(*) filter (where id < ${id}) as before
    from replica where lasts_until >= now()`.execute(transaction);
  const { live, before } = rows[0] ?? { live: 1, before: 0 };
  return Math.floor(shareCount / live) + (before < shareCount % live ? 1 : 0);
}

async function renew(
  transaction: Transaction<Tables>,
  { id, lastsMs }: ReplicaOptions,
): Promise<{ readonly held: ReadonlyMap<number, Hold>; readonly ahead: number }> {
  const until = sql`now() + ${lastsMs} * interval '1 millisecond'`;
  // A row may be locked by a transaction of a replica whose machine was lost. No renewal waits for it.
  await sql`
    delete from replica where id in (
      select id from replica where lasts_until < now() and id <> ${id} for update skip locked
    )`.execute(transaction);
  const joined = await sql<{ databaseTime: number }>`
    insert into replica (id, lasts_until) values (${id}, ${until})
    on conflict (id) do update set lasts_until = excluded.lasts_until
    returning (extract(epoch from clock_timestamp()) * 1000)::float8 as database_time`.execute(transaction);
  // Computed before the next statements, which may wait for locks.
  const ahead = (joined.rows[0]?.databaseTime ?? Number.NaN) - performance.now();
  const share = await fairPart(transaction, id);
  const renewed = await sql<Hold>`
    update work_lease set lasts_until = ${until} where holder = ${id} returning shard, term`.execute(transaction);
  const surplus = renewed.rows.slice(share);
  if (surplus.length > 0) {
    await sql`
      update work_lease set holder = '', term = term + 1, lasts_until = now()
      where shard in (${sql.join(surplus.map(({ shard }) => shard))})`.execute(transaction);
  }
  const own = renewed.rows.slice(0, share);
  // If a running write of the last holder has locked a row, skip it. The next renewal takes it.
  const taken = await sql<Hold>`
    update work_lease set holder = ${id}, term = term + 1, lasts_until = ${until}
    where shard in (
      select shard from work_lease where lasts_until <= now() and holder <> ${id}
      order by shard limit ${Math.max(0, share - own.length)} for update skip locked
    ) returning shard, term`.execute(transaction);
  return {
    held: new Map([...own, ...taken.rows].map(({ shard, term }) => [shard, { shard, term }])),
    ahead,
  };
}

/** Logs when the clock of this replica begins to differ from that of the database, and when it no longer does. */
function clockCheck({ logger, now }: ReplicaOptions): (databaseTime: number) => void {
  let isWrong = false;
  return (databaseTime) => {
    const skewMs = now() - databaseTime;
    const wasWrong = isWrong;
    isWrong = Math.abs(skewMs) > mostSkewMs;
    if (isWrong === wasWrong) return;
    if (isWrong) {
      const seconds = Math.round(Math.abs(skewMs) / secondMs);
      const direction = skewMs > 0 ? 'ahead of' : 'behind';
      logger('warn', `the clock of this server is ${seconds} seconds ${direction} that of the database`, {});
    } else logger('info', 'the clock of this server agrees with that of the database again', {});
  };
}

/**
 * Ends the transaction with an error if another replica has taken one of the shares. Otherwise it cannot be taken before the
 * transaction ends. A renewal does not wait for this lock.
 */
export async function guard(transaction: Transaction<Tables>, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return;
  const shards = [...new Set(holds.map(({ shard }) => shard))];
  const { rows } = await sql<Hold>`
    select shard, term from work_lease where shard in (${sql.join(shards)})
    order by shard for key share`.execute(transaction);
  const terms = new Map(rows.map(({ shard, term }) => [shard, term]));
  if (holds.some(({ shard, term }) => terms.get(shard) !== term)) {
    throw new StoreError('Another replica has taken over this work.');
  }
}

/** FNV-1a, which all versions must compute alike. */
function shardOf(namespace: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(namespace)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % shareCount;
}
