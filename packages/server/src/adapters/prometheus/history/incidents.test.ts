import { beforeAll, describe, expect, test } from 'vitest';
import type { WorkloadIncidents } from '../../../ports/index.ts';
import { container, deployment, hour, prometheusStarter, whySkipped } from '../testing/real-prometheus.ts';

const reason = whySkipped('incidents from Prometheus');
const seeded = prometheusStarter({
  workloads: [
    deployment('web'),
    deployment('killed', { outOfMemory: [20 * hour, 5 * hour] }),
    deployment('killed-before', { outOfMemory: [28 * hour] }),
    deployment('duplicated', { kind: 'StatefulSet', namespace: 'data', outOfMemory: [3 * hour], duplicated: true }),
    deployment('killed-sidecar', {
      namespace: 'mesh',
      containers: [{ ...container('envoy'), init: 'sidecar' }, container('app')],
      outOfMemory: [3 * hour],
    }),
    deployment('rolled-out', { rolledOut: 9 * hour }),
    deployment('import', { kind: 'Job', namespace: 'data' }),
  ],
  history: 30 * hour,
});

describe.skipIf(reason)('incidents from a real Prometheus', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });
  const since = async (hours: number, namespaces?: readonly string[]) => {
    const window = { start: at.seed.now - hours * hour * 1000, end: at.seed.now };
    const listing = await at.metrics.incidents?.(namespaces === undefined ? {} : { namespaces }, window);
    return new Map(listing?.items.map((item): [string, WorkloadIncidents] => [item.name, item]));
  };

  test('are counted for each workload: kills for lack of memory, and all restarts', async () => {
    const found = await since(26);
    expect(found.get('killed')).toMatchObject({ kind: 'Deployment', oomKills: 2, restarts: 2 });
    expect(found.get('duplicated')).toMatchObject({ kind: 'StatefulSet', oomKills: 1, restarts: 1 });
    expect([...found.keys()].toSorted()).toEqual(['duplicated', 'killed', 'killed-sidecar']);
  });

  test('are those of the window', async () => {
    expect((await since(12)).get('killed')).toMatchObject({ oomKills: 1, restarts: 1 });
    expect([...(await since(4)).keys()]).toEqual(['duplicated', 'killed-sidecar']);
  });

  test('are those of a window that begins before the samples', async () => {
    expect((await since(7 * 24)).get('killed')).toMatchObject({ oomKills: 2, restarts: 2 });
  });

  test('are those of the namespaces', async () => {
    expect([...(await since(26, ['data'])).keys()]).toEqual(['duplicated']);
    expect(await since(26, [])).toEqual(new Map());
  });

  test('are also those of native sidecars', async () => {
    expect((await since(26, ['mesh'])).get('killed-sidecar')).toMatchObject({ oomKills: 1, restarts: 1 });
  });

  const queriesOf = async (...namespaces: string[]) => {
    const before = at.queries.length;
    await since(26, namespaces);
    return at.queries.length - before;
  };

  test('take the same number of queries for any number of namespaces', async () => {
    expect(await queriesOf('shop')).toBeLessThan(14);
    expect(await queriesOf('shop', 'data', 'other')).toBe(await queriesOf('shop'));
  });

  test('labels are those that all pods of a workload share', async () => {
    const listing = await at.cluster.labels?.({ namespaces: ['shop'] });
    expect(listing?.problems).toEqual([]);
    expect(listing?.items).toContainEqual({
      namespace: 'shop',
      kind: 'Deployment',
      name: 'web',
      labels: { app: 'web' },
    });
    expect(listing?.items.every(({ namespace }) => namespace === 'shop')).toBe(true);
  });
});
