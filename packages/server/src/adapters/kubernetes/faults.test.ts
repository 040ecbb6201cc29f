import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requiredNames } from './rights.ts';
import { aCluster, apps, eventually, fill } from './testing/a-cluster.ts';
import { grant, rulesOf } from './testing/grant.ts';

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
    const staleText = /^The last reading of resourcequotas was at [\d-]+ [\d:]+ UTC\. .* answered 500/;
    // The other optional resources may be read later than the required ones.
    await eventually(async () =>
      expect((await cluster.workloads({})).problems).toEqual([expect.stringMatching(staleText)]),
    );
    standIn.clearFaults();
    await eventually(async () => expect((await cluster.workloads({})).problems).toEqual([]));
  });

  it('says after a minute that the known quotas are old if the right is taken away', async () => {
    const rules = rulesOf('view');
    const quota = { metadata: { name: 'team', namespace: 'shop' }, status: { hard: { cpu: '4' }, used: { cpu: '1' } } };
    const { standIn, cluster, clock, reader } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.put({ apiVersion: 'v1', kind: 'ResourceQuota', ...quota });
        grant(prepared, rules);
      },
      token: 'reader',
    });
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    const left = rules.map((rule) => ({
      ...rule,
      resources: rule.resources.filter((one) => one !== 'resourcequotas'),
    }));
    grant(standIn, left);
    standIn.endWatches();
    await eventually(() => expect(reader.informers?.quotas[0]?.isForbidden).toBe(true));
    expect((await cluster.workloads({})).problems).toEqual([]);
    clock.time += 61_000;
    standIn.endWatches();
    await eventually(() => expect(reader.problem()).toBeNull());
    const staleText = /^The last reading of resourcequotas was at [\d-]+ [\d:]+ UTC\. .* answered 403: /;
    // The other optional resources may be read later than the required ones.
    await eventually(async () =>
      expect((await cluster.workloads({})).problems).toEqual([expect.stringMatching(staleText)]),
    );
    const { items } = await cluster.workloads({});
    expect(items.find(({ name }) => name === 'cart')?.rules?.quotas).toMatchObject([{ name: 'team', hard: 4 }]);
  });

  it('is noticed after a minute also if the clock was set back before', async () => {
    const { standIn, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(11));
    clock.time -= 3_600_000;
    await standIn.down();
    await eventually(() =>
      expect(requiredNames.every((name) => reader.informers?.[name][0]?.problem !== null)).toBe(true),
    );
    expect(reader.problem()).toBeNull();
    clock.time += 61_000;
    expect(reader.problem()).toMatch(/^The last reading of deployments was at .* cannot be reached/);
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
