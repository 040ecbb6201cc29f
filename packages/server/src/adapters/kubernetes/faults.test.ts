import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aCluster, apps, eventually, fill } from './testing/a-cluster.ts';

const addSearch = (standIn: KubernetesStandIn) => standIn.put(apps('Deployment', 'search'));

describe('a failing API server', () => {
  const withSearch = ['agent', 'cart', 'db', 'search'];

  it.each([
    ['watches end', async (standIn: KubernetesStandIn) => standIn.endWatches()],
    ['watches break off', async (standIn: KubernetesStandIn) => standIn.dropWatches()],
    ['watches get the error 410', async (standIn: KubernetesStandIn) => standIn.expireWatches()],
    [
      'it is overloaded',
      async (standIn: KubernetesStandIn) => {
        standIn.fail({ answer: 'too many', times: 12, retryAfter: 0 });
        standIn.dropWatches();
      },
    ],
    [
      'it restarts',
      async (standIn: KubernetesStandIn) => {
        await standIn.down();
        await standIn.up();
      },
    ],
  ])('is followed again after %s', async (_, fault) => {
    const { standIn, names } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    await fault(standIn);
    addSearch(standIn);
    await eventually(async () => expect(await names()).toEqual(withSearch));
  });

  it('is listed without pages if the store is compacted between two pages', async () => {
    const { cluster, standIn } = await aCluster({
      prepare: (prepared) => {
        for (let index = 0; index < 600; index += 1) prepared.put(apps('Deployment', `d-${index}`));
        const stop = setInterval(() => {
          if (
            prepared.audit.some(({ path, query }) => path.endsWith('/deployments') && query.get('continue') === null)
          ) {
            prepared.put(apps('Deployment', 'late', {}, 'other'));
            prepared.compact();
          }
        }, 0);
        onTestFinished(() => clearInterval(stop));
      },
    });
    expect((await cluster.workloads({})).items.length).toBeGreaterThanOrEqual(600);
    expect(standIn.audit.filter(({ code }) => code >= 500)).toEqual([]);
  });

  it('keeps what is known, and marks it after a minute', async () => {
    const { standIn, names, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    await standIn.down();
    clock.time += 59_000;
    expect(reader.problem()).toBeNull();
    clock.time += 2_000;
    await eventually(() => expect(reader.problem()).toMatch(/UTC\. The Kubernetes API server cannot be reached/));
    expect(await names()).toEqual(['agent', 'cart', 'db']);
    await standIn.up();
    await eventually(() => expect(reader.problem()).toBeNull());
  });

  it('says that the quotas are missing while they cannot be read', async () => {
    const { standIn, cluster, reader } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.fail({ path: '/api/v1/resourcequotas', answer: 'too many' });
      },
    });
    expect(reader.problem()).toBeNull();
    expect((await cluster.workloads({})).problems).toEqual([
      expect.stringMatching(
        /^Kubernetes gives no resourcequotas, so suggestions ignore the quotas of namespaces: .* answered 429: /,
      ),
    ]);
    standIn.clearFaults();
    await eventually(async () => expect((await cluster.workloads({})).problems).toEqual([]));
  });

  it('says when the quotas were last read if they cannot be read any longer', async () => {
    const { standIn, cluster, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    standIn.fail({ path: '/api/v1/resourcequotas', answer: 'internal error' });
    standIn.dropWatches();
    await eventually(() => expect(reader.informers?.quotas[0]?.problem).not.toBeNull());
    expect((await cluster.workloads({})).problems).toEqual([]);
    clock.time += 61_000;
    standIn.endWatches();
    await eventually(() => expect(reader.problem()).toBeNull());
    expect((await cluster.workloads({})).problems).toEqual([
      expect.stringMatching(/^The last reading of resourcequotas was at [\d-]+ [\d:]+ UTC\. .* answered 500/),
    ]);
    standIn.clearFaults();
    await eventually(async () => expect((await cluster.workloads({})).problems).toEqual([]));
  });

  it('is described once while nothing can be read', async () => {
    const { standIn, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    await standIn.down();
    clock.time += 61_000;
    await eventually(() => expect(reader.informers?.quotas[0]?.problem).not.toBeNull());
    expect([reader.problem(), reader.missing()]).toEqual([expect.stringMatching(/^The last reading of deploy/), []]);
  });

  it('marks what is known while an object cannot be read', async () => {
    const { standIn, names, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    standIn.put(apps('Deployment', 'odd', { template: null }));
    await eventually(() => {
      clock.time += 61_000;
      expect(reader.problem()).toMatch(
        /^The last reading of deployments was .* gave an answer of an unexpected form\.$/,
      );
    });
    standIn.remove('apps/v1', 'Deployment', 'shop', 'odd');
    addSearch(standIn);
    await eventually(async () => expect(await names()).toEqual(withSearch));
  });

  it('answers an expired token with a mark, and goes on with the next one', async () => {
    const { standIn, names, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    standIn.removeUser('admin');
    standIn.dropWatches();
    clock.time += 61_000;
    await eventually(() => expect(reader.problem()).toContain('answered 401: Unauthorized'));
    standIn.addUser('admin', { username: 'admin', groups: ['system:masters'] });
    addSearch(standIn);
    await eventually(async () => expect(await names()).toEqual(withSearch));
  });
});
