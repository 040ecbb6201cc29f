import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createIdempotentWrites } from '../../../http/idempotency.ts';
import type { Store } from '../../../ports/index.ts';
import { openPool, type PostgresAccess } from './pool.ts';
import { openedStore, postgresStarter, whySkipped } from './testing/real-postgres.ts';

/** A lease so long that it is not renewed while the test runs. */
const never = 3_600_000;

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
  const open = async (access: PostgresAccess, name: string): Promise<Store> => {
    const store = await openedStore(access, { name, leaseMs: never });
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

  it('has its transaction ended by the database, so that others need not wait for its locks', async () => {
    const access = await emptyDatabase({ timeoutMs: 1_000 });
    const store = await open(access, 'other');
    const pool = openPool({ ...access, connections: 1 });
    const lost = await pool.connect();
    ends.push(() => {
      lost.release();
      return pool.end();
    });
    await lost.query('begin', []);
    await lost.query('lock table revision in exclusive mode', []);
    const settings = { node_cpu_cores: 4, node_memory_bytes: 1, node_hourly_cost: 1 };
    await expect
      .poll(() => store.settings.save(settings).then(() => 'saved', String), { timeout: 20_000 })
      .toBe('saved');
    await expect(lost.query('commit', [])).rejects.toThrow(/PostgreSQL cannot be reached|ended its transaction/);
  });
});

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
