import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';

type Lease = {
  /** Gives the lease up, so that the next holder need not wait for its end. */
  readonly release: () => Promise<void>;
};

type LeaseOptions = {
  readonly name: string;
  readonly holder: string;
  /** How long the lease lasts without being renewed, in milliseconds. */
  readonly lastsMs: number;
};

/** Takes a lease if it is free or has ended, and renews it until it is released. Returns the holder if it is taken. */
export async function takeLease(
  db: Kysely<Tables>,
  { name, holder, lastsMs }: LeaseOptions,
): Promise<Lease | { readonly takenBy: string }> {
  const claim = () => claimLease(db, name, holder, lastsMs);
  const first = await claim();
  if (first !== holder) return { takenBy: first };
  // While the database cannot be reached, no other process can take the lease either.
  const timer = setInterval(() => void claim().catch(() => undefined), lastsMs / 3);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

/** Who has the lease now; null if it is free. */
export async function holderOf(db: Kysely<Tables>, name: string): Promise<string | null> {
  const { rows } = await sql<{ holder: string }>`
    select holder from lease where name = ${name} and lasts_until >= now()`.execute(db);
  return rows[0]?.holder ?? null;
}

/** Returns the holder afterwards. The time is that of the database, because the clocks of servers may differ. */
async function claimLease(db: Kysely<Tables>, name: string, holder: string, lastsMs: number): Promise<string> {
  const { rows } = await sql<{ holder: string | null }>`
    with claimed as (
      insert into lease (name, holder, lasts_until)
      values (${name}, ${holder}, now() + ${lastsMs} * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, lasts_until = excluded.lasts_until
      where lease.holder = excluded.holder or lease.lasts_until < now()
      returning holder
    )
    select coalesce((select holder from claimed), (select holder from lease where name = ${name})) as holder`.execute(
    db,
  );
  // Null: another process has taken it for the first time, after this statement began.
  return rows[0]?.holder ?? 'another server';
}
