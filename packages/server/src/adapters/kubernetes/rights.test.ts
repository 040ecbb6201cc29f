import { describe, expect, it } from 'vitest';
import { aCluster, apps, fill } from './testing/a-cluster.ts';
import { grant } from './testing/grant.ts';

describe('rights', () => {
  const read = ['list', 'watch'];
  const everything = [
    { apiGroups: [''], resources: ['pods', 'nodes', 'resourcequotas', 'limitranges', 'namespaces'], verbs: read },
    { apiGroups: ['apps'], resources: ['deployments', 'statefulsets', 'daemonsets', 'replicasets'], verbs: read },
    { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: read },
    { apiGroups: ['autoscaling.k8s.io'], resources: ['verticalpodautoscalers'], verbs: read },
    { apiGroups: ['keda.sh'], resources: ['scaledobjects'], verbs: read },
    { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: read },
  ];
  it('of the role in the documentation are enough', async () => {
    const { reader, standIn } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        grant(prepared, everything);
      },
      token: 'reader',
    });
    expect([reader.problem(), reader.missing()]).toEqual([null, []]);
    expect(standIn.audit.filter(({ code }) => code === 403)).toEqual([]);
  });

  it('that are missing are logged with what they disable', async () => {
    const { logged, cluster } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        grant(prepared, [{ ...everything[0], resources: ['pods', 'nodes', 'namespaces'] }, ...everything.slice(1)]);
      },
      token: 'reader',
    });
    expect(logged).toEqual([
      {
        event: 'kubernetes right missing',
        resource: 'resourcequotas',
        verbs: 'list, watch',
        without: 'suggestions do not know the quotas of namespaces',
      },
      {
        event: 'kubernetes right missing',
        resource: 'limitranges',
        verbs: 'list, watch',
        without: 'suggestions do not know the LimitRanges of namespaces',
      },
      {
        event: 'kubernetes right missing',
        resource: 'pods/log',
        verbs: 'get',
        without: 'the logs of pods can neither be shown nor exported',
      },
    ]);
    expect((await cluster.workloads({})).problems).toContain(
      'Kubernetes does not allow this server to list and watch resourcequotas: suggestions do not know the quotas of namespaces.',
    );
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
});
