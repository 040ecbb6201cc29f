import { dayMs, hourMs } from '@trimtab/core';
import { aClient, aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { openedStore, postgresStarter, whySkipped } from '../adapters/sql/postgres/testing/real-postgres.ts';
import { createTickets } from '../auth/download-tickets.ts';
import { type ClusterSource, holdOn, type Store, type Window, type Workload, wholeWork } from '../ports/index.ts';
import { emptyFigures } from '../services/rollups/hourly-figures.ts';
import { createRecorder } from '../services/rollups/recorder.ts';

const daysFrom = (day: number): Window => ({ start: day * dayMs, end: (day + 2) * dayMs });

describe.skipIf(whySkipped('two replicas of the API') !== null)('two replicas on one PostgreSQL', () => {
  const { emptyDatabase } = postgresStarter();
  const stores: Store[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  async function twoReplicas({
    workloads = [aWorkload()],
    ...joining
  }: {
    workloads?: Workload[];
    leaseMs?: number;
  } = {}) {
    const access = await emptyDatabase();
    const open = async (name: string) => {
      const store = await openedStore(access, { name, ...joining });
      stores.push(store);
      const world = aWorld();
      world.workloads.push(...workloads);
      /** The namespaces of each reading of workloads. */
      const read: (readonly string[] | undefined)[] = [];
      const cluster: ClusterSource = {
        ...world.deps.cluster,
        workloads(scope, ask) {
          read.push(scope.namespaces);
          return world.deps.cluster.workloads(scope, ask);
        },
      };
      return { store, read, client: aClient({ ...world, deps: { ...world.deps, store, cluster } }) };
    };
    return [await open('one'), await open('two')] as const;
  }

  it('continue a list that was begun on the other one', async () => {
    const [one, two] = await twoReplicas();
    await one.store.targets.enroll(['b', 'd', 'f'].map((name) => aRecord({ name })));
    const page = async ({ client }: typeof one, offset: number) =>
      (await client.get(`/v1/ast?limit=1&offset=${offset}`)).body;
    expect(await page(one, 0)).toMatchObject({ items: [{ name: 'b' }], total: 3 });
    await two.store.targets.enroll([aRecord({ name: 'a' })]);
    expect(await page(two, 1)).toMatchObject({ items: [{ name: 'd' }], total: 3 });
    await one.store.targets.remove('shop', 'd');
    expect(await page(two, 2)).toMatchObject({ items: [{ name: 'f' }], total: 3 });
    expect(await page(two, 0)).toMatchObject({ items: [{ name: 'a' }], total: 3 });
  });

  it('run a write with one key once', async () => {
    const [one, two] = await twoReplicas();
    const enroll = ({ client }: typeof one) =>
      client.send(
        new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', {
          method: 'POST',
          headers: { 'idempotency-key': 'a-key' },
        }),
      );
    const answers = await Promise.all([one, two, one, two].map(enroll));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, expect.objectContaining({ items: [expect.objectContaining({ result: 'created' })] })]),
    );
  });

  it('accept the export ticket of the other one, once', async () => {
    const [one, two] = await twoReplicas();
    const ask = { subject: 'reader', permissions: new Set(['logs:read']) };
    const [issuing, redeeming] = [one, two].map(({ store }) => createTickets({ now: () => 0 }, store.shared));
    const { ticket } = (await issuing?.issue(ask, [['a', '1']])) ?? { ticket: '' };
    expect(await redeeming?.redeem(ticket, [['a', '1']])).toEqual(ask);
    expect(await issuing?.redeem(ticket, [['a', '1']])).toBeNull();
  });

  it('read for background work only what they work on', async () => {
    const namespaces = Array.from({ length: 32 }, (_, index) => `team-${index + 10}`);
    const workloads = namespaces.map((namespace) => aWorkload({ namespace }));
    const replicas = await twoReplicas({ workloads, leaseMs: 5_000 });
    await replicas[0].store.targets.enroll(namespaces.map((namespace) => aRecord({ namespace })));
    await expect.poll(() => replicas.map(({ store }) => store.shared?.held())).toEqual([32, 32]);
    for (const { store, read, client } of replicas) {
      const own = namespaces.filter((namespace) => store.shared?.hold(namespace) !== null);
      expect(own.length).toBeLessThan(namespaces.length);
      await client.get('/v1/views/kpis');
      await expect.poll(() => read).toEqual([namespaces, own]);
    }
  });

  it('know the days whose hours the other one has recorded', async () => {
    // A lease so long that no work changes hands while the test runs.
    const replicas = await twoReplicas({ leaseMs: 3_600_000 });
    const [one, two] = replicas.map(({ store }) => createRecorder(store));
    const hold = replicas.map(({ store }) => holdOn(store.shared, 'shop')).find((held) => held !== null);
    const changes = async (day: number) => [
      (await one?.changes())?.(daysFrom(day)),
      (await two?.changes())?.(daysFrom(day)),
    ];
    const before = [await changes(3), await changes(40)];
    const hours = [{ at: 40 * dayMs, figures: emptyFigures() }];
    const recorded = { namespace: 'shop', name: 'cart', from: 40 * dayMs, to: 40 * dayMs + hourMs, hours };
    await one?.record([recorded], hold ?? wholeWork);
    expect(before).toEqual([await changes(3), [0, 0]]);
    expect(await changes(40)).toEqual([1, 1]);
  });
});
