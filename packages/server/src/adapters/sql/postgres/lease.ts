import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';

type Lease = {
  /**
   * Rejects if the lease has ended. Otherwise, those who ask for its holder wait until the transaction has ended.
   * It delays the renewal, so it is the last statement of a transaction.
   */
  readonly check: (on: Kysely<Tables>) => Promise<void>;
  /** Gives the lease up, so that the next holder need not wait for its end. */
  readonly release: () => Promise<void>;
};

type LeaseOptions = {
  readonly name: string;
  /** A name of this process for error messages. It need not be unique: processes in containers may have the same name. */
  readonly holder: string;
  /** How long the lease lasts without being renewed, in milliseconds. */
  readonly lastsMs: number;
};

/** Takes a lease if it is free or has ended, and renews it until it is released. Returns the holder if it is taken. */
export async function takeLease(
  db: Kysely<Tables>,
  { name, holder: holderName, lastsMs }: LeaseOptions,
): Promise<Lease | { readonly takenBy: string }> {
  const holder = `${holderName} ${randomUUID()}`;
  const first = await claimLease(db, name, holder, lastsMs);
  if (first !== holder) return { takenBy: nameOf(first) };
  // A lease that has ended is not renewed, because others may have used the database since then.
  const renew = () =>
    sql`
      update lease set lasts_until = ${endAfter(lastsMs)}
      where name = ${name} and holder = ${holder} and lasts_until >= now()`.execute(db);
  const timer = setInterval(() => void renew().catch(() => undefined), lastsMs / 3);
  timer.unref();
  return {
    async check(on) {
      // Two statements, because the time of the first one may be from before it waited for the lock.
      await sql`select from lease where name = ${name} for no key update`.execute(on);
      const { rows } = await sql`
        select from lease where name = ${name} and holder = ${holder} and lasts_until >= clock_timestamp()`.execute(on);
      if (rows.length === 0) {
        throw new StoreError(
          'The database could not be reached for too long, so a server may have started on it. Stop it, then try again.',
        );
      }
    },
    async release() {
      clearInterval(timer);
      await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

/** Who has the lease now; null if it is free. */
export async function holderOf(db: Kysely<Tables>, name: string): Promise<string | null> {
  // Waits for a transaction that has checked the lease, also if it has ended since then.
  const { rows } = await sql<{ holder: string; hasEnded: boolean }>`
    select holder, lasts_until < now() as has_ended from lease where name = ${name} for share`.execute(db);
  return rows[0]?.hasEnded === false ? nameOf(rows[0].holder) : null;
}

/** Removes the id that was stored behind the name. */
const nameOf = (holder: string): string => holder.replace(/ [0-9a-f-]{36}$/, '');

const endAfter = (lastsMs: number) => sql`now() + ${lastsMs} * interval '1 millisecond'`;

/** Returns the holder afterwards. The time is that of the database, because the clocks of servers may differ. */
async function claimLease(db: Kysely<Tables>, name: string, holder: string, lastsMs: number): Promise<string> {
  const { rows } = await sql<{ holder: string | null }>`
    with claimed as (
      insert into lease (name, holder, lasts_until)
      values (${name}, ${holder}, ${endAfter(lastsMs)})
      on conflict (name) do update set holder = excluded.holder, lasts_until = excluded.lasts_until
      where lease.lasts_until < now()
      returning holder
    )
    select coalesce((select holder from claimed), (select holder from lease where name = ${name})) as holder`.execute(
    db,
  );
  // Null: another process has taken it for the first time, after this statement began.
  return rows[0]?.holder ?? 'another server';
}
