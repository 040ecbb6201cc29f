import { type ClusterTarget, clusterTargetSortFields } from '@trimtab/core';
import {
  aClient,
  aContainer,
  aRecord,
  aStore,
  aUsage,
  aWorkload,
  aWorld,
  mebibyte,
  type SmallWorld,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SourceError } from '../ports/index.ts';

const answer = z.object({
  items: z.array(z.looseObject({ name: z.string(), namespace: z.string() })),
  total: z.number(),
  counts: z.object({ at_risk: z.number(), savings: z.number(), attention: z.number(), all: z.number() }),
  totals: z.object({
    hourly_cost: z.nullable(z.number()),
    net_hourly_savings: z.nullable(z.number()),
    computed: z.number(),
    targets: z.number(),
  }),
  computing: z.optional(z.boolean()),
  incomplete: z.optional(z.array(z.string())),
});

async function listed(small: SmallWorld, query = '') {
  const { status, body } = await aClient(small).get(`/v1/views/asts${query}`);
  expect(status).toBe(200);
  return answer.parse(body);
}
const namesIn = async (small: SmallWorld, query: string) => (await listed(small, query)).items.map(({ name }) => name);

/** Four targets in two namespaces: short of memory, wasteful, without requests, and without a workload. */
function fourTargets(): SmallWorld {
  const small = aWorld();
  const names = ['desk/tight', 'shop/bare', 'shop/gone', 'shop/large'];
  const identities = names.map((key) => {
    const [namespace = '', name = ''] = key.split('/');
    return { namespace, name };
  });
  small.deps.store = aStore(
    identities.map((identity) =>
      aRecord({ ...identity, kind: identity.name === 'large' ? 'StatefulSet' : 'Deployment' }),
    ),
  );
  const [tight, bare, , large] = identities;
  const kind = 'StatefulSet';
  small.workloads.push(
    aWorkload(tight),
    aWorkload({ ...bare, containers: [aContainer('app', null, 1024 * mebibyte)] }),
    aWorkload({ ...large, kind, replicas: 8, readyReplicas: 8 }),
  );
  small.usages.push(aUsage(0.7, 1.2, tight), aUsage(0.7, 0.7, bare), aUsage(0.1, 0.2, { ...large, kind }));
  small.deps.metrics.incidents = async () => ({
    items: [{ namespace: 'desk', kind: 'Deployment', name: 'tight', oomKills: 2, restarts: 3 }],
    problems: [],
  });
  small.deps.cluster.labels = async () => ({
    items: [{ namespace: 'shop', kind, name: 'large', labels: { team: 'payments', app_tier: 'db' } }],
    problems: [],
  });
  return small;
}

describe('the list of all targets', () => {
  it('has the rows of all namespaces, with incidents and labels', async () => {
    const { items, total } = await listed(fourTargets());
    expect(total).toBe(4);
    expect(items.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual([
      'shop/bare',
      'shop/gone',
      'shop/large',
      'desk/tight',
    ]);
    expect(items[3]).toMatchObject({ kind: 'Deployment', oom_kills: 2, restarts: 3, memory_utilization: 1.2 });
    expect(items[2]).toMatchObject({ oom_kills: 0, restarts: 0, labels: { team: 'payments', app_tier: 'db' } });
    expect(items[0]).not.toHaveProperty('labels');
  });

  it.each([
    ['view=at-risk', ['tight']],
    ['view=savings', ['large', 'tight']],
    ['view=attention', ['bare', 'gone', 'tight']],
    ['namespaces=desk', ['tight']],
    ['namespaces=desk,shop&kinds=StatefulSet,Job', ['large']],
    ['labels=team%3Dpayments', ['large']],
    ['labels=app.tier%20in%20(web,db)', ['large']],
    ['labels=!team', ['bare', 'gone', 'tight']],
    ['text=SHOP/', ['bare', 'gone', 'large']],
    ['managed=true', []],
    ['severity=medium', ['large']],
    ['risk=underprovisioned', ['tight']],
    ['risk=overprovisioned', ['large']],
    ['risk=warnings', ['bare', 'gone', 'tight']],
    ['change=error', ['gone']],
    ['incidents=oom_kills', ['tight']],
    ['changedSince=2026-03-04T12:00:00Z', ['bare', 'large', 'tight']],
    ['changedSince=2026-03-04T12:00:01Z', []],
    ['where=memory%3E90', ['tight']],
    ['where=memory%3C90,net%3E0', ['large']],
    ['where=oom_kills%3C1,restarts%3C=0', ['bare', 'gone', 'large']],
    ['limit=1&offset=2', ['large']],
  ])('is selected by %s', async (query, names) => {
    expect(await namesIn(fourTargets(), `?${query}`)).toEqual(names);
  });

  it('counts the targets of every view, and sums only the selected view', async () => {
    const { counts, totals, total } = await listed(fourTargets(), '?view=at-risk&limit=1');
    expect(counts).toEqual({ at_risk: 1, savings: 2, attention: 3, all: 4 });
    expect(total).toBe(1);
    expect(totals).toMatchObject({ targets: 4, computed: 4 });
    const all = await listed(fourTargets());
    expect(totals.hourly_cost).toBeGreaterThan(0);
    expect(all.totals.hourly_cost).toBeGreaterThan(Number(totals.hourly_cost));
  });

  it.each(clusterTargetSortFields)('is sorted by %s, with missing values last', async (field) => {
    const small = fourTargets();
    const keyOf = (item: Partial<Record<string, unknown>>) => item[columns[field]] ?? null;
    for (const sign of ['+', '-']) {
      const { items } = await listed(small, `?sort=${encodeURIComponent(sign)}${field}`);
      const keys = items.map(keyOf);
      expect(items).toHaveLength(4);
      const known = keys.filter((key) => key !== null);
      expect(keys.slice(0, known.length)).toEqual(known);
      if (typeof known[0] !== 'number') continue;
      const ascending = known.map(Number).toSorted((a, b) => a - b);
      expect(known).toEqual(sign === '+' ? ascending : ascending.toReversed());
    }
  });

  it.each([
    ['sort=age', 'Parameter sort must be + or - and one of name,'],
    ['view=mine', 'Parameter view must be one of at-risk, savings, attention, all.'],
    ['labels=a%3Db%3Dc', 'Parameter labels must be a label selector'],
    ['incidents=1', 'Parameter incidents must be one of oom_kills, restarts.'],
    ['limit=251', 'Parameter limit must be a whole number from 1 to 250'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await aClient(fourTargets()).get(`/v1/views/asts?${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [expect.stringContaining(message)] } });
  });
});

describe('incidents of a list', () => {
  it('are null without a source of them', async () => {
    const small = fourTargets();
    delete small.deps.metrics.incidents;
    const { items, incomplete } = await listed(small);
    expect(items[3]).toMatchObject({ oom_kills: null, restarts: null });
    expect(incomplete).toBeUndefined();
  });

  it('are null, with the reason, if their source fails', async () => {
    const small = fourTargets();
    small.deps.metrics.incidents = async () => {
      throw new SourceError('It refused the connection.');
    };
    const { items, incomplete } = await listed(small);
    expect(items[3]).toMatchObject({ oom_kills: null });
    expect(incomplete).toEqual(['Out-of-memory kills and restarts are unknown: It refused the connection.']);
  });

  it('do not keep the list waiting: they follow in a later answer', async () => {
    const small = fourTargets();
    const late = Promise.withResolvers<{ items: []; problems: [] }>();
    small.deps.metrics.incidents = () => late.promise;
    const client = aClient(small);
    const read = async () => answer.parse((await client.get('/v1/views/asts')).body);
    const first = await read();
    expect(first).toMatchObject({ total: 4, computing: true });
    expect(first.items[3]).toMatchObject({ oom_kills: null });
    late.resolve({ items: [], problems: [] });
    expect((await read()).items[3]).toMatchObject({ oom_kills: 0 });
  });

  it('are read once for several lists', async () => {
    const small = fourTargets();
    const asked: (readonly string[] | undefined)[] = [];
    small.deps.metrics.incidents = async ({ namespaces }) => {
      asked.push(namespaces);
      return { items: [], problems: [] };
    };
    const client = aClient(small);
    await client.get('/v1/views/asts');
    await client.get('/v1/views/asts?view=at-risk');
    expect(asked).toEqual([['desk', 'shop']]);
  });
});

it('a list that is selected by labels fails if the labels cannot be read', async () => {
  const small = fourTargets();
  small.deps.cluster.labels = async () => {
    throw new SourceError('It refused the connection.');
  };
  expect((await aClient(small).get('/v1/views/asts?labels=team')).status).toBe(502);
  expect((await listed(small)).incomplete).toEqual(['Labels are unknown: It refused the connection.']);
  delete small.deps.cluster.labels;
  expect(await listed(small, '?labels=team')).toMatchObject({
    total: 0,
    incomplete: ['The labels of workloads are not known here.'],
  });
});

/** The field of a row that each sort compares, if there is such a field. */
const columns: Readonly<Record<(typeof clusterTargetSortFields)[number], keyof ClusterTarget>> = {
  name: 'name',
  namespace: 'namespace',
  kind: 'kind',
  status: 'status',
  cpu: 'cpu_utilization',
  memory: 'memory_utilization',
  oom_kills: 'oom_kills',
  restarts: 'restarts',
  change: 'recommendation',
  net: 'net_hourly_savings',
  mode: 'mode',
  last_change: 'last_change',
};
