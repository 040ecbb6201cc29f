import { Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { findPooler, startPooler } from '../../../../../../e2e/support/postgres/index.ts';
import { createIdempotentWrites } from '../../../http/idempotency.ts';
import type { Store } from '../../../ports/index.ts';
import { openPool, type PostgresAccess } from './pool.ts';
import { openedStore, postgresStarter, whySkipped } from './testing/real-postgres.ts';

/** A lease so long that it is not renewed while the test runs. */
const never = 3_600_000;

const settings = { node_cpu_cores: 4, node_memory_bytes: 1, node_hourly_cost: 1 };
const saved = (store: Store) => () => store.settings.save(settings).then(() => 'saved', String);
const whyNoPooler = findPooler() === null ? 'there is no PgBouncer: install it, or set PGBOUNCER_BIN' : null;
if (whyNoPooler !== null) process.stderr.write(`Not tested: lost replicas behind a pooler, because ${whyNoPooler}.\n`);
const ways = [
  ['directly', null],
  ['behind a pooler', whyNoPooler],
] as const;

/**
 * A lost machine does not close its connections, so PostgreSQL keeps its last transaction. A connection that sends nothing
 * stands for it here.
 */
describe.skipIf(whySkipped('lost replicas on PostgreSQL') !== null)('a replica that is lost in a transaction', () => {
  const { emptyDatabase, running } = postgresStarter();
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  const open = async (access: PostgresAccess, name: string, leaseMs = never): Promise<Store> => {
    const store = await openedStore(access, { name, leaseMs });
    ends.push(() => store.close());
    return store;
  };

  it('does not keep others from renewing their leases and from starting', async () => {
    const access = await emptyDatabase({ timeoutMs: 5_000 });
    await open(access, 'lost');
    const { host, port, user, database } = access;
    const lost = new Client({ host, port, user, database });
    await lost.connect();
    ends.push(() => lost.end());
    await (await running()).query(
      database,
      `update replica set lasts_until = 'epoch'; update work_lease set lasts_until = 'epoch'`,
    );
    await lost.query('begin; select from replica for update');
    expect((await open(access, 'other')).shared?.held()).toBe(64);
  });

  describe.each(ways)('%s', (way, why) => {
    let pooler: ReturnType<typeof startPooler> | null = null;
    afterAll(async () => {
      await (await pooler)?.stop();
    });
    const reached = async (): Promise<PostgresAccess> => {
      const access = await emptyDatabase({ timeoutMs: 3_000 });
      if (way === 'directly') return access;
      const { host, port } = await (pooler ??= running().then(startPooler));
      return { ...access, host, port };
    };

    it.skipIf(why !== null)('has its transaction ended by the database', async () => {
      const access = await reached();
      const store = await open(access, 'other');
      const pool = openPool({ ...access, connections: 1 });
      const lost = await pool.connect();
      ends.push(() => {
        lost.release();
        return pool.end();
      });
      await lost.query('begin', []);
      await lost.query('lock table revision in exclusive mode', []);
      await expect.poll(saved(store)).toBe('saved');
      await expect(lost.query('commit', [])).rejects.toThrow(/PostgreSQL cannot be reached|ended its transaction/);
    });

    // Within a statement, no timeout of PostgreSQL applies while it waits for the client.
    it.skipIf(why !== null)('has it ended by another replica if only a part of a statement was sent', async () => {
      const access = await reached();
      const store = await open(access, 'other', 2_000);
      const { host, port, user, database } = access;
      const socket = new Socket();
      const lost = new Client({ host, port, user, database, application_name: 'trimtab', stream: () => socket });
      lost.on('error', () => undefined);
      await lost.connect();
      await lost.query('begin; set local statement_timeout = 1000; lock table revision in exclusive mode');
      await lost.query('set local idle_in_transaction_session_timeout = 1000');
      socket.write(parseMessage('select $1'));
      await expect.poll(saved(store)).toBe('saved');
    });
  });
});

/** The first message of a statement, after which PostgreSQL expects its parameters. */
function parseMessage(statement: string): Buffer {
  const content = Buffer.from(`\0${statement}\0\0\0`);
  const header = Buffer.from('P\0\0\0\0');
  header.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
}

describe.skipIf(whySkipped('writes with an Idempotency-Key on PostgreSQL') !== null)('a repeated write', () => {
  const { emptyDatabase } = postgresStarter();

  it.each([5_000, -5_000])(
    'is executed once, also if the clock of the other replica differs by %d ms',
    async (skew) => {
      const access = await emptyDatabase();
      const [one, two] = [await openedStore(access, { name: 'one' }), await openedStore(access, { name: 'two' })];
      let runs = 0;
      const writeOn = (store: Store, now: () => number) => {
        const write = createIdempotentWrites(store, { clock: { now }, logger: () => undefined });
        const request = new Request('http://localhost/', {
          method: 'POST',
          body: '',
          headers: { 'idempotency-key': 'k' },
        });
        return write('caller', request, async () => {
          runs += 1;
          return new Response(String(runs));
        });
      };
      const first = await writeOn(one, () => Date.now() + skew);
      const second = await writeOn(two, () => Date.now());
      expect([await first.text(), await second.text(), runs]).toEqual(['1', '1', 1]);
      await Promise.all([one.close(), two.close()]);
    },
  );
});
