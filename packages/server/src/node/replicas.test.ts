import { dayMs, hourMs } from '@trimtab/core';
import { aClient, aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openedStore, postgresStarter, whySkipped } from '../adapters/sql/postgres/testing/real-postgres.ts';
import { createTickets } from '../auth/download-tickets.ts';
import { digest } from '../hex.ts';
import {
  type ClusterSource,
  type HistorySource,
  holdOn,
  type Store,
  type Window,
  type Workload,
  wholeWork,
} from '../ports/index.ts';
import { emptyFigures } from '../services/rollups/hourly-figures.ts';
import { createRecorder } from '../services/rollups/recorder.ts';

const daysFrom = (day: number): Window => ({ start: day * dayMs, end: (day + 2) * dayMs });

/** A source that never answers. If suggestions were computed in the background, they could change between two lists. */
const unreadHistory: HistorySource = { history: () => new Promise(() => undefined) };

/** A row as version 1 of the format had it, with another cost. It was recorded when `figuresOf` replaced it. */
const rowOfVersion1 = {
  record: null,
  mode: 'Recommendation',
  scaling: 'vertical',
  health: { utilization: { cpu: null, memory: null }, averageUtilization: null, risks: [] },
  problem: null,
  status: { severity: 'low', label: 'Collecting data', tooltip: 'Suggestions start 24 hours after the first sample.' },
  recommendation: { type: 'noSuggestions', label: 'No suggestions', tooltip: 'There is no source of past usage.' },
  costs: {
    horizontalCost: { raw: 42, withSuggestions: null },
    verticalCost: { raw: 42, withSuggestions: null },
    now: 42,
    advised: null,
  },
  hourlyWasteSavings: null,
  netHourlySavings: null,
  sides: {
    used: { cpu: null, memory: null },
    optimized: { cpu: null, memory: null },
    unoptimized: { cpu: 2, memory: 2147483648 },
    problems: ['There is no source of past usage.'],
  },
  isComing: false,
  hasFailed: false,
  publishedAt: null,
  lacksMemory: false,
  change: null,
};

/** What a server with version 1 of the format stores for these namespaces, and the keys by which it looks for rows. */
async function rowsOfVersion1({ targets, settings }: Store, namespaces: readonly string[]) {
  const [records, known] = [await targets.list(), await settings.get()];
  const all = namespaces.map(async (namespace) => {
    const own = records.filter((record) => record.namespace === namespace);
    const rows = own.map(({ name }) => ({ name, ...rowOfVersion1 }));
    return {
      namespace,
      basis: await digest([1, known, own]),
      body: JSON.stringify({ problems: [], end: 0, rows }),
      workloads: JSON.stringify(
        own.map(({ name }) => ({ ...aWorkload({ namespace, name }), containers: [{ name: 'old' }] })),
      ),
    };
  });
  return Promise.all(all);
}

/** A server on a store, with an empty memory. */
function aServer(store: Store, workloads: readonly Workload[]) {
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
  const deps = { ...world.deps, store, cluster, history: unreadHistory };
  return { store, read, client: aClient({ ...world, deps }) };
}

describe.skipIf(whySkipped('two replicas of the API') !== null)('two replicas on one PostgreSQL', () => {
  const { emptyDatabase, running } = postgresStarter();
  const stores: Store[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  type Options = {
    readonly workloads?: readonly Workload[];
    readonly leaseMs?: number;
    /** Whether each replica has half of the shares. Otherwise, the first replica has all shares until it renews its leases. */
    readonly isDivided?: boolean;
  };

  async function twoReplicas({ workloads = [aWorkload()], isDivided = false, ...joining }: Options = {}) {
    const access = await emptyDatabase();
    const { database } = access;
    const open = async (name: string) => {
      const store = await openedStore(access, { name, ...joining });
      stores.push(store);
      return { database, ...aServer(store, workloads) };
    };
    const { query } = await running();
    if (isDivided) {
      // Creates the tables. The row stands for the second replica, so that the first one takes only half of the shares.
      await (await openedStore(access)).close();
      await query(database, `insert into replica values ('another', now() + interval '1 hour')`);
    }
    const one = await open('one');
    if (isDivided) await query(database, `delete from replica where id = 'another'`);
    return [one, await open('two')] as const;
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

  it('do not mix up two lists of a client, even if a namespace is named like the list of targets', async () => {
    const namespace = 'targets';
    const workloads = ['v', 'w', 'x', 'y'].map((name) => aWorkload({ namespace, name }));
    const [one, two] = await twoReplicas({ workloads });
    await one.store.targets.enroll(['b', 'd', 'f'].map((name) => aRecord({ name })));
    const targets = async ({ client }: typeof one, offset: number) =>
      (await client.get(`/v1/ast?limit=2&offset=${offset}`)).body;
    const candidates = async ({ client }: typeof one, offset: number) =>
      (await client.post(`/v1/ast/candidates/${namespace}?dryrun=true&limit=2&offset=${offset}`)).body;
    await targets(one, 0);
    await candidates(one, 0);
    expect(await targets(two, 2)).toMatchObject({ items: [{ name: 'f' }], total: 3 });
    expect(await candidates(two, 2)).toMatchObject({
      items: [{ target_ref: { name: 'x' } }, { target_ref: { name: 'y' } }],
      total: 4,
    });
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

  const list = '/v1/views/asts?view=all&limit=100';
  const listed = z.object({ total: z.number(), totals: z.object({ hourly_cost: z.nullable(z.number()) }) });

  /** Two replicas that each work on a part of the namespaces, with one target in each. */
  async function withWork(count: number) {
    const namespaces = Array.from({ length: count }, (_, index) => `team-${index + 10}`);
    const workloads = namespaces.map((namespace) => aWorkload({ namespace }));
    // The leases are longer than the test, so that no share of the work moves to the other replica.
    const replicas = await twoReplicas({ workloads, leaseMs: 3_600_000, isDivided: true });
    await replicas[0].store.targets.enroll(namespaces.map((namespace) => aRecord({ namespace })));
    expect(replicas.map(({ store }) => store.shared?.held())).toEqual([32, 32]);
    const [own = [], others = []] = replicas.map(({ store }) =>
      namespaces.filter((namespace) => holdOn(store.shared, namespace) !== null),
    );
    const askBoth = (path: string) =>
      Promise.all(
        replicas.map(async ({ client }) => {
          const { status, body } = await client.get(path);
          expect({ path, status }).toEqual({ path, status: 200 });
          return body;
        }),
      );
    const shown = async () => (await askBoth(list)).map((body) => listed.parse(body));
    return { namespaces, workloads, replicas, own, others, askBoth, shown };
  }

  it('read only what they work on, and answer lists with the rows of each other', async () => {
    const { namespaces, replicas, own, others, askBoth } = await withWork(32);
    await askBoth(list);
    // A replica may have computed rows for which it did not wait.
    expect(replicas.map(({ read }) => read.splice(0)[0])).toEqual([own, others]);
    const costs = ['potential-savings', 'optimization/comparison'].map((one) => `/v1/ast/${one}/average?limit=100`);
    for (const path of [list, ...costs, '/v1/ast?enhancedItems=true&limit=20']) {
      const [first, second] = await askBoth(path);
      expect(first).toEqual(second);
      expect(first).toMatchObject({ total: namespaces.length });
      expect(JSON.stringify(first)).not.toContain('Target workload missing');
    }
    const [first, second] = await askBoth('/v1/views/kpis');
    expect(first).toEqual(second);
    expect(replicas.map(({ read }) => read)).toEqual([[], []]);
  });

  it('show at once what was enrolled, changed and removed on the other one', async () => {
    const { namespaces, replicas, own, others, shown } = await withWork(32);
    const [one, two] = replicas;
    const [before] = await shown();
    const cost = before?.totals.hourly_cost ?? 0;
    const both = (total: number, hourly_cost: number) => [one, two].map(() => ({ total, totals: { hourly_cost } }));
    expect(await shown()).toEqual(both(namespaces.length, cost));
    const added = [own[0], others[0]].map((namespace = '') => aRecord({ namespace, name: 'added' }));
    await one.store.targets.enroll(added);
    expect(await shown()).toEqual(both(namespaces.length + 2, cost));
    for (const { namespace, name } of added) await two.store.targets.remove(namespace, name);
    expect(await shown()).toEqual(both(namespaces.length, cost));
    await two.store.settings.save({ node_cpu_cores: 1, node_memory_bytes: 2 ** 30, node_hourly_cost: 1_000 });
    const [after] = await shown();
    expect(after?.totals.hourly_cost).toBeGreaterThan(cost);
    expect(await shown()).toEqual(both(namespaces.length, after?.totals.hourly_cost ?? 0));
  });

  it('compute the rows that the other one has not stored, or not for two minutes', async () => {
    const { namespaces, workloads, replicas, own, others, askBoth } = await withWork(8);
    const [one, two] = replicas;
    expect((await one.client.get(list)).body).toMatchObject({ total: namespaces.length });
    expect(one.read).toEqual([own, others]);
    const [before] = await askBoth(list);
    const third = aServer(two.store, workloads);
    expect((await third.client.get(list)).body).toEqual(before);
    expect(third.read).toEqual([]);
    const { query } = await running();
    await query(one.database, `update list_row set stored_at = now() - interval '1 hour'`);
    const fourth = aServer(two.store, workloads);
    expect((await fourth.client.get(list)).body).toEqual(before);
    expect(fourth.read).toEqual([others, own]);
  });

  it('answer the same while one of them has another format of rows, and each computes those that it cannot read', async () => {
    const { namespaces, workloads, replicas, others } = await withWork(8);
    const [current, earlier] = replicas;
    const savings = '/v1/ast/potential-savings/average?limit=100';
    const calls = [list, '/v1/views/kpis', '/v1/ast?enhancedItems=true&limit=20', savings];
    const answersOf = ({ client }: ReturnType<typeof aServer>) =>
      Promise.all(calls.map(async (path) => (await client.get(path)).body));
    const expected = await answersOf(current);
    expect(await answersOf(earlier)).toEqual(expected);
    const listing = aServer(current.store, workloads);
    await listing.client.get(list);

    const old = await rowsOfVersion1(earlier.store, namespaces);
    const oldOfOthers = old.filter(({ namespace }) => others.includes(namespace));
    const holds = others.map((namespace) => holdOn(earlier.store.shared, namespace) ?? wholeWork);
    await earlier.store.shared?.saveRows(oldOfOthers, holds);
    // The earlier version finds only its own rows.
    const foundByEarlier = (await earlier.store.shared?.rows(old)) ?? [];
    expect(foundByEarlier.map(({ namespace }) => namespace).toSorted()).toEqual(others);

    // One server has read the rows of both before, but no workloads. The other one has an empty memory.
    expect(await answersOf(listing)).toEqual(expected);
    const started = aServer(current.store, workloads);
    expect(await answersOf(started)).toEqual(expected);
    expect([...new Set(started.read.flat())]).toEqual(others);

    // The earlier server is upgraded.
    const upgraded = aServer(earlier.store, workloads);
    expect(await answersOf(upgraded)).toEqual(expected);
    const last = aServer(current.store, workloads);
    expect(await answersOf(last)).toEqual(expected);
    expect(last.read).toEqual([]);
  });

  it('know the days whose hours the other one has recorded', async () => {
    // The lease is longer than the test, so that no share of the work moves to the other replica.
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
