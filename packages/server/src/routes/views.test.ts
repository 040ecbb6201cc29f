import { formatMoneyShort, type Kpi, kpiListSchema, type TargetListItem, targetListItemsSchema } from '@trimtab/core';
import {
  aClient,
  aContainer,
  aPast,
  aRecord,
  aStore,
  aUsage,
  aWorkload,
  aWorld,
  hour,
  mebibyte,
  now,
  type SmallWorld,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SourceError } from '../ports/index.ts';

type Case = {
  workload?: Parameters<typeof aWorkload>[0] | null;
  usage?: ReturnType<typeof aUsage> | null;
  record?: Parameters<typeof aRecord>[0];
};

/** One target. By default it has two ready pods of 1 core and 1 GiB, which use 70 % of both. */
function oneTarget({ workload = {}, usage = aUsage(0.7, 0.7), record = {} }: Case = {}): SmallWorld {
  const small = aWorld([aRecord(record)]);
  if (workload !== null) small.workloads.push(aWorkload(workload));
  if (usage !== null) small.usages.push(usage);
  return small;
}

const rowsIn = (body: unknown) => z.object({ data: targetListItemsSchema }).parse(body).data.items;
async function rowsOf(small: SmallWorld, query = ''): Promise<TargetListItem[]> {
  const { body } = await aClient(small).get(`/v1/views/namespaces/shop/asts${query}`);
  return rowsIn(body);
}
const rowOf = async (small: SmallWorld) => (await rowsOf(small))[0];
async function kpisOf(small: SmallWorld, path = '/v1/views/kpis'): Promise<Map<string, Kpi>> {
  const { body } = await aClient(small).get(path);
  return new Map(
    z
      .object({ data: kpiListSchema })
      .parse(body)
      .data.items.map((kpi) => [kpi.id, kpi]),
  );
}
const valueOf = async (small: SmallWorld, id: string) => (await kpisOf(small)).get(id)?.value;

describe('status of a row', () => {
  const none = { containers: [aContainer('app', null, 1024 * mebibyte)] };
  it.each<[string, Case, string, string]>([
    ['no workload', { workload: null, usage: null }, 'Target workload missing', 'high'],
    ['no request', { workload: none }, 'No requests set', 'high'],
    ['more used than requested', { usage: aUsage(0.7, 1.01) }, 'Underprovisioned', 'high'],
    [
      'few samples, even with high usage',
      { usage: aUsage(0.1, 0.7, { since: now - 23 * hour }) },
      'Collecting data',
      'low',
    ],
    ['no samples', { usage: null }, 'Collecting data', 'low'],
    ['less than half used', { usage: aUsage(0.7, 0.49) }, 'Overprovisioned', 'medium'],
    ['exactly half used', { usage: aUsage(0.5, 0.5) }, 'Healthy', 'low'],
    ['all used', { usage: aUsage(1, 1) }, 'Healthy', 'low'],
  ])('with %s', async (_what, given, label, severity) => {
    expect((await rowOf(oneTarget(given)))?.status).toMatchObject({ label, severity });
  });

  it('distinguishes a workload without pods from a new one', async () => {
    const row = await rowOf(oneTarget({ workload: { replicas: 0, readyReplicas: 0, containers: [] }, usage: null }));
    const reason = 'No pod of this workload runs, so there is nothing to measure or to resize.';
    expect(row?.status).toEqual({ severity: 'low', label: 'Collecting data', tooltip: reason });
    expect(row?.recommendation).toEqual({ type: 'noSuggestions', label: 'No suggestions', tooltip: reason });
  });

  it('orders by severity: missing requests, shortage, collecting data', async () => {
    const without = aUsage(2, 2, { since: now - hour });
    expect((await rowOf(oneTarget({ workload: none, usage: without })))?.status.label).toBe('No requests set');
    expect((await rowOf(oneTarget({ usage: without })))?.status.label).toBe('Underprovisioned');
  });

  it.each(['cluster', 'metrics'] as const)('names the source that failed: %s', async (source) => {
    const small = oneTarget();
    small.fail[source] = new SourceError('It refused the connection.');
    const row = await rowOf(small);
    expect(row?.status).toEqual({
      severity: 'high',
      label: 'Metrics unavailable',
      tooltip: `The ${source} source failed: It refused the connection.`,
    });
    expect(row).toMatchObject({ cpu_utilization: null, memory_utilization: null, recommendation: { type: 'error' } });
    const kpis = await kpisOf(small);
    const { body } = await aClient(small).get('/v1/views/kpis');
    expect(body).toMatchObject({ data: { incomplete: [expect.stringContaining('refused')] } });
    expect(kpis.get('targets')?.value).toBe(1);
    expect(kpis.get('overprovisioned')).toMatchObject({ value: null, tooltip: expect.stringContaining('refused') });
  });

  it('shows a failure for one workload only in its namespace', async () => {
    const small = oneTarget({
      usage: { ...aUsage(0, 0), containers: [], since: null, problem: 'Its node is silent.' },
    });
    small.workloads.push(aWorkload({ namespace: 'desk' }));
    small.usages.push(aUsage(0.7, 0.7, { namespace: 'desk' }));
    small.deps.store = aStore([aRecord(), aRecord({ namespace: 'desk' })]);
    expect((await rowOf(small))?.status).toMatchObject({
      label: 'Metrics unavailable',
      tooltip: 'Its node is silent.',
    });
    const tooltipIn = async (namespace: string) =>
      (await kpisOf(small, `/v1/views/namespaces/${namespace}/kpis`)).get('warnings')?.tooltip;
    expect(await tooltipIn('shop')).toBe('Its node is silent.');
    expect(await tooltipIn('desk')).toBeUndefined();
  });
});

describe('figures of a row', () => {
  it('divides usage by the requests of the same time', async () => {
    const row = await rowOf(oneTarget({ usage: aUsage(0.7, 0.25) }));
    expect(row?.cpu_utilization).toBeCloseTo(0.7, 12);
    expect(row?.memory_utilization).toBeCloseTo(0.25, 12);
  });

  it('computes waste as requests minus suggestion, at the current replicas', async () => {
    // For constant usage the suggestion is 1.1 times its level: 0.22 cores instead of 1 core, on a node of 4 cores at
    // $0.192. CPU determines the cost.
    const row = await rowOf(oneTarget({ usage: aUsage(0.2, 0.1) }));
    const before = 2 * (1 / 4) * 0.192;
    const after = 2 * (0.22 / 4) * 0.192;
    // The ring buffers store 32-bit floats, which have seven digits.
    expect(row?.hourly_waste_savings).toBeCloseTo(before - after, 8);
    expect(row?.net_hourly_savings).toBeCloseTo(before - after, 8);
    expect(row?.recommendation).toEqual({ type: 'downDelta', label: '-78%' });
  });

  it('does not label a healthy target that was killed for lack of memory as a cut', async () => {
    const small = oneTarget({ usage: aUsage(0.6, 0.6) });
    const moment = { replicas: 2, cpu: 0.6, memory: 600, cpuRequest: 1, memoryRequest: 1024 };
    const past = aPast([{ name: 'cart', at: () => moment }]);
    const kill = { container: 'app', at: now - hour, limitBytes: 1024 * mebibyte };
    small.deps.history = {
      history: async (...asked) => {
        const { items } = await past.history(...asked);
        return { problems: [], items: items.map((one) => ({ ...one, outOfMemory: [kill] })) };
      },
    };
    const row = await rowOf(small);
    expect(row?.status.label).toBe('Healthy');
    expect(row?.net_hourly_savings).toBeGreaterThan(0);
    expect(row?.recommendation).toEqual({ type: 'upDelta', label: 'Memory +20%' });
  });

  it('does not label an underprovisioned target as a cut', async () => {
    // CPU shrinks to a fifth and determines the cost, but memory usage exceeds its request.
    const row = await rowOf(oneTarget({ usage: aUsage(0.2, 1.3) }));
    expect(row?.status.label).toBe('Underprovisioned');
    expect(row?.net_hourly_savings).toBeGreaterThan(0);
    expect(row?.recommendation.type).toBe('upDelta');
    expect(row?.recommendation.label).toMatch(/^Memory \+\d+%$/);
  });

  it('computes savings against the state before autonomous mode', async () => {
    const unoptimized = {
      replicas: 4,
      containers: [{ name: 'app', cpuRequest: 2, memoryRequest: 1024 * mebibyte }],
      recordedAt: now,
    };
    const row = await rowOf(oneTarget({ record: { vertical: 'autonomous', unoptimized } }));
    expect(row).toMatchObject({ mode: 'Autonomous', scaling: 'vertical' });
    expect(row?.hourly_waste_savings).toBeCloseTo(4 * (2 / 4) * 0.192 - 2 * (1 / 4) * 0.192, 12);
    expect((await rowOf(oneTarget({ record: { vertical: 'autonomous' } })))?.hourly_waste_savings).toBeNull();
  });

  it('uses new node settings immediately', async () => {
    const small = oneTarget({ usage: aUsage(0.2, 0.1) });
    const client = aClient(small);
    const waste = async () => {
      const { body } = await client.get('/v1/views/namespaces/shop/asts');
      return rowsIn(body)[0]?.hourly_waste_savings ?? Number.NaN;
    };
    const before = await waste();
    await client.post('/v1/cost-savings/settings', {
      node_cpu_cores: 4,
      node_memory_bytes: 16e9,
      node_hourly_cost: 0.384,
    });
    expect(await waste()).toBeCloseTo(2 * before, 12);
  });

  it('has no suggestion from less than a day, and no change within 10 %', async () => {
    const short = await rowOf(oneTarget({ usage: aUsage(0.7, 0.7, { since: now - hour }) }));
    expect(short).toMatchObject({ recommendation: { type: 'noSuggestions' }, hourly_waste_savings: null });
    const near = await rowOf(oneTarget({ usage: aUsage(0.9, 0.9) }));
    expect(near?.recommendation).toEqual({ type: 'noChange', label: 'No change' });
  });

  it('counts only the directions of the target', async () => {
    const hpa = {
      name: 'h',
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [{ type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 50 } }],
    } as const;
    const given = { workload: { hpa }, usage: aUsage(1, 0.5) };
    const both = await rowOf(oneTarget({ ...given, record: { horizontal: 'recommendation' } }));
    const replicasOnly = await rowOf(oneTarget({ ...given, record: { horizontal: 'recommendation', vertical: null } }));
    expect(both?.scaling).toBe('multi dimensional');
    // Two pods at 100 % of a target of 50 % become four.
    expect(replicasOnly?.recommendation).toEqual({ type: 'upDelta', label: '+2 pods' });
    expect(replicasOnly?.hourly_waste_savings).toBeCloseTo(-2 * (1 / 4) * 0.192, 12);
  });
});

describe('sorting, tabs and pages', () => {
  it.each([
    ['', 'abcd'],
    ['?sort=%2Bname', 'abcd'],
    ['?sort=+name', 'abcd'],
    ['?sort=-name', 'dcba'],
    ['?sort=%2Bcost', 'acbd'],
    ['?sort=-cost', 'cabd'],
    ['?sort=%2Bmode', 'dabc'],
    ['?sort=-mode', 'abcd'],
    ['?managed=true', 'd'],
    ['?managed=false', 'abc'],
    ['?sort=-cost&limit=1&offset=1', 'a'],
    ['?limit=2&offset=9', ''],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toBe(expected);
  });
});

describe('KPIs', () => {
  it('are complete, labeled and in order', async () => {
    const kpis = await kpisOf(oneTarget());
    expect([...kpis.keys()].join(' ')).toBe(
      'targets overprovisioned underprovisioned warnings recommendation yearly_waste autonomous yearly_savings',
    );
    expect(kpis.get('yearly_waste')).toMatchObject({ label: 'Yearly Waste', unit: 'currency' });
  });

  it('sum waste over 8,760 hours, without subtracting shortages', async () => {
    const small = aWorld([aRecord({ name: 'needs' }), aRecord({ name: 'wastes' })]);
    small.workloads.push(aWorkload({ name: 'needs' }), aWorkload({ name: 'wastes' }));
    small.usages.push(aUsage(3, 3, { name: 'needs' }), aUsage(0.2, 0.1, { name: 'wastes' }));
    const wasted = 2 * ((1 - 0.22) / 4) * 0.192;
    const { value, tooltip } = (await kpisOf(small)).get('yearly_waste') ?? {};
    expect(value).toBeCloseTo(wasted * 8_760, 4);
    const rows = await rowsOf(small);
    const net = rows.reduce((sum, row) => sum + (row.net_hourly_savings ?? Number.NaN), 0);
    const [short = 0, rest = 0] = ['needs', 'wastes'].map(
      (name) => 8_760 * (rows.find((row) => row.name === name)?.net_hourly_savings ?? Number.NaN),
    );
    expect(tooltip).toBe(
      `Applying all suggestions together costs ${formatMoneyShort(-net * 8_760)} a year more. Of this, 1 underprovisioned target costs ${formatMoneyShort(-short)}, and all others save ${formatMoneyShort(rest)}.`,
    );
    expect(await valueOf(small, 'underprovisioned')).toBe(1);
    expect(await valueOf(small, 'overprovisioned')).toBe(1);
    expect(await valueOf(small, 'warnings')).toBe(1);
  });

  it('can be limited to one namespace, and are 0 in an empty one', async () => {
    const small = oneTarget();
    expect((await kpisOf(small, '/v1/views/namespaces/shop/kpis')).get('targets')?.value).toBe(1);
    const none = await kpisOf(small, '/v1/views/namespaces/none/kpis');
    expect([...none.values()].map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('report how many targets have no figures', async () => {
    const kpis = await kpisOf(oneTarget({ usage: null }));
    expect(kpis.get('yearly_waste')).toMatchObject({ value: null, tooltip: '1 of 1 target has no known figure.' });
    expect(kpis.get('yearly_savings')?.value).toBe(0);
  });

  it('say how many targets were observed for only a part of the day', async () => {
    const world = aWorld([aRecord()]);
    world.workloads.push(aWorkload());
    world.usages.push(aUsage(0.4, 0.7, { observed: 0.5 }));
    expect((await kpisOf(world)).get('overprovisioned')?.tooltip).toBe(
      '1 of 1 were observed for only a part of the last 24 hours.',
    );
  });
});

function three() {
  const names = ['a', 'b', 'c'];
  const small = aWorld([
    ...names.map((name) => aRecord({ name })),
    aRecord({ name: 'd', vertical: 'autonomous' }),
    aRecord({ namespace: 'other', name: 'x' }),
  ]);
  small.workloads.push(...names.map((name) => aWorkload({ name })));
  // b has no figure; a wastes less than c.
  small.usages.push(aUsage(0.6, 0.6, { name: 'a' }), aUsage(0.1, 0.1, { name: 'c' }));
  return small;
}

const names = async (query: string) => (await rowsOf(three(), query)).map(({ name }) => name).join('');

describe('a source that answers for some namespaces only', () => {
  it.each(['cluster', 'metrics'] as const)('leaves the rows of the others as they are: %s', async (source) => {
    const small = aWorld([aRecord(), aRecord({ namespace: 'slow' })]);
    small.workloads.push(aWorkload(), aWorkload({ namespace: 'slow' }));
    small.usages.push(aUsage(0.7, 0.7), aUsage(0.7, 0.7, { namespace: 'slow' }));
    const failed = new Map([['slow', new SourceError('It took too long.', { timedOut: true })]]);
    const without = <T extends { readonly namespace: string }>(items: readonly T[]) => ({
      items: items.filter(({ namespace }) => namespace !== 'slow'),
      problems: [],
      failed,
    });
    const { cluster, metrics } = small.deps;
    if (source === 'cluster') small.deps.cluster = { ...cluster, workloads: async () => without(small.workloads) };
    else small.deps.metrics = { ...metrics, usage: async () => without(small.usages) };
    expect((await rowOf(small))?.status.label).toBe('Healthy');
    const { body } = await aClient(small).get('/v1/views/namespaces/slow/asts');
    expect(rowsIn(body)[0]).toMatchObject({
      status: { label: 'Metrics unavailable', tooltip: `The ${source} source failed: It took too long.` },
      recommendation: { type: 'error' },
    });
    const warnings = (await kpisOf(small)).get('warnings');
    expect(warnings?.tooltip).toContain(`The ${source} source failed for the namespace slow: It took too long.`);
  });
});
