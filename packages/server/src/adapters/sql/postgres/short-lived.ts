import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { Shared } from '../../../ports/index.ts';
import type { Tables } from '../schema.ts';
import { repeatAfterConflict, transact } from '../transact.ts';

type ShortLived = Pick<
  Shared,
  'orderOf' | 'startWalk' | 'walk' | 'putTicket' | 'takeTicket' | 'startWrite' | 'endWrite'
>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const until = (lastsMs: number) => sql`now() + ${lastsMs} * interval '1 millisecond'`;

/** When a write ends by itself, in microseconds, which differs from that of the next write with this id. */
const mark = sql<number>`(extract(epoch from running_write.lasts_until) * 1000000)::bigint`;

type Keys = () => readonly string[];

// Only names are kept in memory, because a list may have 100,000 keys.
const orders = new WeakMap<Keys, Buffer>();
const textOf = (keys: Keys): string => JSON.stringify(keys());
const nameOf = (keys: Keys): Buffer => getOrInsert(orders, keys, () => digest(textOf(keys)));

/** Data for the next request of a client, which may reach another replica. Ids are hashed, so that all are equally long. */
export function postgresShortLived(db: Kysely<Tables>): ShortLived {
  return {
    orderOf: (keys) => nameOf(keys).toString('hex'),
    async startWalk(walk, keys) {
      const order = nameOf(keys);
      // Many clients read the same list, which is stored once. A row that was used in the last minute exists for two more,
      // so it is not written again: all first pages of a list would wait for each other.
      const start = (on: Kysely<Tables>) =>
        sql`
          insert into walk (id, walk_order, started_at)
          select ${digest(walk)}, id, now() from walk_order where id = ${order} and used_at > now() - interval '1 minute'
          on conflict (id) do update set walk_order = excluded.walk_order, started_at = excluded.started_at`.execute(
          on,
        );
      const { numAffectedRows } = await repeatAfterConflict(() => start(db));
      if (numAffectedRows === 0n) {
        await transact(db, async (transaction) => {
          await sql`delete from walk where started_at < now() - interval '1 minute'`.execute(transaction);
          await sql`delete from walk_order where used_at < now() - interval '3 minutes' and id <> ${order}`.execute(
            transaction,
          );
          await sql`
            insert into walk_order (id, keys, used_at) values (${order}, ${textOf(keys)}, now())
            on conflict (id) do update set used_at = excluded.used_at`.execute(transaction);
          await start(transaction);
        });
      }
      return order.toString('hex');
    },
    async walk(walk, known) {
      const { rows } = await sql<{ order: string; keys: string | null }>`
        select encode(walk_order.id, 'hex') as "order",
          case when encode(walk_order.id, 'hex') = ${known} then null else keys end as keys
        from walk join walk_order on walk_order.id = walk.walk_order
        where walk.id = ${digest(walk)} and started_at > now() - interval '1 minute'`.execute(db);
      const [found] = rows;
      if (found === undefined) return null;
      const keys: readonly string[] | null = found.keys === null ? null : JSON.parse(found.keys);
      return { order: found.order, keys };
    },
    putTicket: (ticket, body, lastsMs) =>
      transact(db, async (transaction) => {
        await sql`delete from ticket where lasts_until < now()`.execute(transaction);
        await sql`
          insert into ticket (id, body, lasts_until) values (${digest(ticket)}, ${body}, ${until(lastsMs)})`.execute(
          transaction,
        );
      }),
    async takeTicket(ticket) {
      const taken = sql<{ body: string; valid: boolean }>`
        delete from ticket where id = ${digest(ticket)} returning body, lasts_until > now() as valid`;
      const { rows } = await repeatAfterConflict(() => taken.execute(db));
      return rows[0]?.valid === true ? rows[0].body : null;
    },
    async startWrite(id, lastsMs) {
      // A write whose replica was killed ends by itself.
      const started = sql<{ mark: number }>`
        insert into running_write (id, lasts_until) values (${digest(id)}, ${until(lastsMs)})
        on conflict (id) do update set lasts_until = excluded.lasts_until where running_write.lasts_until < now()
        returning ${mark} as mark`;
      const { rows } = await repeatAfterConflict(() => started.execute(db));
      return rows[0]?.mark ?? null;
    },
    async endWrite(id, own) {
      // Also deletes what killed replicas have left. Without waiting, because two that wait for each other would fail.
      const ended = sql`
        with left_over as (
          delete from running_write where id in (
            select id from running_write where lasts_until < now() - interval '1 hour' for update skip locked
          )
        )
        delete from running_write where id = ${digest(id)} and ${mark} = ${own}`;
      await repeatAfterConflict(() => ended.execute(db));
    },
  };
}
