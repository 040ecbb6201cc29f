import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { aCluster, apps, eventually, fill } from './testing/a-cluster.ts';
import { define } from './testing/define.ts';
import { grant, rulesOf } from './testing/grant.ts';

type Request = KubernetesStandIn['audit'][number];
function usedRight({ method, path, query }: Request): string {
  const [, root, group = ''] = path.split('/');
  const verb = method === 'GET' ? (query.has('watch') ? 'watch' : 'list') : method;
  return `${verb} ${root === 'api' ? '' : group}/${path.split('/').at(-1)}`;
}

describe('rights', () => {
  const everything = rulesOf('view').filter(({ apiGroups }) => !apiGroups.includes('trimtab.dev'));

  it('of the role view are exactly those that the server uses, and no Secret is read', async () => {
    const { reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'password', namespace: 'shop' } });
        define(prepared, 'autoscaling.k8s.io/v1', 'VerticalPodAutoscaler');
        define(prepared, 'keda.sh/v1alpha1', 'ScaledObject');
        grant(prepared, everything);
      },
      token: 'reader',
    });
    expect([reader.problem(), reader.missing()]).toEqual([null, []]);
    const allowed = everything.flatMap(({ apiGroups: [group = ''], resources, verbs }) =>
      resources.flatMap((each) => verbs.map((verb) => `${verb} ${group}/${each}`)),
    );
    await eventually(() =>
      expect([...new Set(standIn.audit.map(usedRight))].toSorted()).toEqual(
        ['POST authorization.k8s.io/selfsubjectaccessreviews', ...allowed].toSorted(),
      ),
    );
    expect(standIn.audit.filter(({ user, code }) => user !== 'reader' || code >= 400)).toEqual([]);
  });

  it('that are missing are logged with what they disable', async () => {
    const { logged, cluster } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        const [core, ...others] = everything;
        grant(prepared, [{ ...core, resources: ['pods', 'nodes', 'namespaces'] }, ...others]);
      },
      token: 'reader',
    });
    expect(logged).toEqual([
      {
        event: 'kubernetes right missing',
        resource: 'resourcequotas',
        verbs: 'list, watch',
        without: 'suggestions ignore the quotas of namespaces',
      },
      {
        event: 'kubernetes right missing',
        resource: 'limitranges',
        verbs: 'list, watch',
        without: 'suggestions ignore the LimitRanges of namespaces',
      },
      {
        event: 'kubernetes right missing',
        resource: 'pods/log',
        verbs: 'get',
        without: 'the logs of pods can neither be shown nor exported',
      },
    ]);
    expect((await cluster.workloads({})).problems).toContain(
      'Kubernetes does not allow this server to list and watch resourcequotas: suggestions ignore the quotas of namespaces. Its role needs the rule {apiGroups: [""], resources: [resourcequotas], verbs: [list, watch]}.',
    );
  });

  it('that are given or taken while the server runs are used or named, also in the preflight', async () => {
    const without = everything.filter(({ apiGroups }) => !apiGroups.includes('autoscaling.k8s.io'));
    const { reader, standIn, cluster, clock } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        define(prepared, 'autoscaling.k8s.io/v1', 'VerticalPodAutoscaler');
        grant(prepared, without);
      },
      token: 'reader',
      forbiddenMs: 20,
    });
    const unknown = async () =>
      (await cluster.workloads({})).items.find(({ name }) => name === 'cart')?.rivals?.unknown;
    const vpasText = [expect.stringMatching(/list and watch verticalpodautoscalers: the preflight ignores/)];
    expect([reader.problem(), reader.missing()]).toEqual([null, vpasText]);
    expect(await unknown()).toEqual(vpasText);
    grant(standIn, everything);
    await eventually(async () => expect(await unknown()).toBeUndefined());
    expect(reader.missing()).toEqual([]);
    await eventually(() => expect(reader.informers?.vpas[0]?.contactAt).toEqual(expect.any(Number)));
    grant(standIn, without);
    standIn.endWatches();
    await eventually(() => expect(reader.informers?.vpas[0]?.isForbidden).toBe(true));
    // The last known ones stay in use.
    expect(await unknown()).toBeUndefined();
    clock.time += 61_000;
    standIn.endWatches();
    const staleText = /^The last reading of verticalpodautoscalers was at [\d-]+ [\d:]+ UTC\. .* answered 403/;
    await eventually(() => expect(reader.problem()).toBeNull());
    // The lists of other optional resources may arrive after those of the required ones.
    await eventually(async () => expect(await unknown()).toEqual([expect.stringMatching(staleText)]));
  });

  it('that are given while the server runs leave a resource unknown until its list has arrived', async () => {
    const { reader, standIn, cluster } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        define(prepared, 'autoscaling.k8s.io/v1', 'VerticalPodAutoscaler');
        grant(
          prepared,
          everything.filter(({ apiGroups }) => !apiGroups.includes('autoscaling.k8s.io')),
        );
      },
      token: 'reader',
      forbiddenMs: 20,
    });
    const path = '/apis/autoscaling.k8s.io/v1/verticalpodautoscalers';
    standIn.fail({ path, watch: false, answer: 'silence' });
    grant(standIn, everything);
    await eventually(() => expect(standIn.audit.filter((request) => request.path === path)).toHaveLength(1));
    const text =
      'The list of verticalpodautoscalers has not arrived yet: the preflight ignores VerticalPodAutoscalers.';
    expect([reader.problem(), reader.missing()]).toEqual([null, [text]]);
    const [cart] = (await cluster.workloads({ namespaces: ['shop'] })).items;
    expect(cart?.rivals?.unknown).toEqual([text]);
    standIn.clearFaults();
    await eventually(() => expect(reader.missing()).toEqual([]));
  });

  it('are asked for again after the pause that an overloaded API server demands, without those it has answered', async () => {
    const { reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        grant(prepared, everything);
        const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
        prepared.fail({ path, answer: 'too many', times: 4, retryAfter: 0 });
      },
      token: 'reader',
    });
    expect(reader.problem()).toBeNull();
    const reviews = standIn.audit.filter(({ method }) => method === 'POST');
    expect(reviews.filter(({ code }) => code === 429)).toHaveLength(4);
    // Two verbs of 13 resources, and the logs of pods.
    expect(reviews.filter(({ code }) => code === 201)).toHaveLength(27);
  });

  it('in one namespace are used for that namespace', async () => {
    const { names, cluster, reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.put(apps('Deployment', 'hidden', {}, 'other'));
        grant(prepared, everything, 'shop');
      },
      token: 'reader',
      namespaces: ['shop'],
    });
    expect([reader.problem(), reader.scope]).toEqual([null, ['shop']]);
    // The namespaces are then read from Prometheus, so nothing is missing.
    expect((await cluster.workloads({})).problems).toEqual([]);
    expect(await names()).toEqual(['agent', 'cart', 'db']);
    expect(standIn.audit.some(({ path }) => path === '/api/v1/namespaces/shop/pods')).toBe(true);
  });

  it('in one namespace are also used if they are given while the server runs', async () => {
    const { names, reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.put(apps('Deployment', 'hidden', {}, 'other'));
        grant(prepared, []);
      },
      token: 'reader',
      namespaces: ['shop'],
      forbiddenMs: 300,
    });
    expect([reader.problem(), reader.scope]).toEqual([expect.stringMatching(/list and watch deployments/), null]);
    const before = reader.changes();
    const logRule = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] };
    grant(standIn, [...everything, logRule], 'shop');
    await eventually(() => expect([reader.problem(), reader.scope]).toEqual([null, ['shop']]));
    expect(await names()).toEqual(['agent', 'cart', 'db']);
    expect(reader.readsLogs).toBe(true);
    expect(reader.changes()).toBeGreaterThan(before);
  });

  it('to read the logs of pods are also used if they are given while the server runs', async () => {
    const { reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        grant(prepared, everything);
      },
      token: 'reader',
      forbiddenMs: 50,
    });
    expect(reader.readsLogs).toBe(false);
    grant(standIn, [...everything, { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] }]);
    await eventually(() => expect(reader.readsLogs).toBe(true));
  });

  it('in one namespace replace those for a part of the resources of the cluster', async () => {
    const { names, reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.put(apps('Deployment', 'hidden', {}, 'other'));
        grant(prepared, [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'watch'] }]);
      },
      token: 'reader',
      namespaces: ['shop'],
      forbiddenMs: 300,
    });
    expect([await names(), reader.scope]).toEqual([['cart', 'hidden'], null]);
    grant(standIn, everything, 'shop');
    await eventually(() => expect([reader.problem(), reader.scope]).toEqual([null, ['shop']]));
    expect(await names()).toEqual(['agent', 'cart', 'db']);
    // The watch of all Deployments of the cluster has ended.
    await eventually(() => expect(standIn.openWatches()).toBe(9));
  });

  it('for the whole cluster replace those in one namespace when they are given', async () => {
    const { names, reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        prepared.put(apps('Deployment', 'hidden', {}, 'other'));
        grant(prepared, everything, 'shop');
      },
      token: 'reader',
      namespaces: ['shop'],
      forbiddenMs: 100,
    });
    expect([reader.problem(), reader.scope, await names()]).toEqual([null, ['shop'], ['agent', 'cart', 'db']]);
    const deployments = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'watch'] };
    grant(standIn, [deployments]);
    const reviews = () => standIn.audit.filter(({ method }) => method === 'POST').length;
    const before = reviews();
    // A check of all rights for the whole cluster sends 26 reviews.
    await eventually(() => expect(reviews()).toBeGreaterThan(before + 60));
    // Not used yet: with a part of the rights, the list of workloads would be incomplete.
    expect([reader.problem(), reader.scope]).toEqual([null, ['shop']]);
    grant(standIn, everything);
    await eventually(() => expect([reader.problem(), reader.scope]).toEqual([null, null]));
    expect(await names()).toEqual(['agent', 'cart', 'db', 'hidden']);
    await eventually(() => expect(reader.missing()).toEqual([]));
  });
});
