import { describe, expect, it } from 'vitest';
import { aCluster, fill } from './testing/a-cluster.ts';

const selecting = (expression: Record<string, string | string[]>) => ({
  scopeSelector: { matchExpressions: [expression] },
});

describe('the rules for the requests of a namespace', () => {
  it('are the quotas and LimitRanges of a namespace', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        const status = { hard: { 'requests.cpu': '10', pods: '5' }, used: { 'requests.cpu': '500m', pods: '2' } };
        standIn.put({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'team', namespace: 'shop' }, status });
        const limits = [{ type: 'Container', max: { memory: '1Gi' }, maxLimitRequestRatio: { memory: '4' } }];
        standIn.put({
          apiVersion: 'v1',
          kind: 'LimitRange',
          metadata: { name: 'all', namespace: 'shop' },
          spec: { limits },
        });
      },
    });
    const [first] = (await cluster.workloads({})).items;
    expect(first?.rules).toEqual({
      quotas: [{ name: 'team', resource: 'cpu', of: 'requests', hard: 10, used: 0.5 }],
      limitRanges: [{ name: 'all', type: 'Container', resource: 'memory', min: null, max: 2 ** 30, maxRatio: 4 }],
    });
  });

  it.each([
    ['without scopes', {}, 1],
    ['whose scopes are null', { scopes: null, scopeSelector: null }, 1],
    ['with an empty selector', { scopeSelector: { matchExpressions: null } }, 1],
    ['with the scopes of workloads', { scopes: ['NotTerminating', 'NotBestEffort'] }, 1],
    ['that selects workloads', selecting({ scopeName: 'NotTerminating', operator: 'Exists' }), 1],
    ['of Jobs', { scopes: ['Terminating'] }, 0],
    ['with also another scope', { scopes: ['NotTerminating', 'BestEffort'] }, 0],
    ['of a PriorityClass', selecting({ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }), 0],
    [
      'of workloads with a PriorityClass',
      { scopes: ['NotBestEffort'], ...selecting({ scopeName: 'PriorityClass', operator: 'Exists' }) },
      0,
    ],
  ])('have a quota %s only if it covers all workloads', async (_, spec, count) => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        const metadata = { name: 'team', namespace: 'shop' };
        const status = { hard: { 'requests.cpu': '10' }, used: { 'requests.cpu': '500m' } };
        standIn.put({ apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec, status });
      },
    });
    expect((await cluster.workloads({})).items[0]?.rules?.quotas ?? []).toHaveLength(count);
  });

  it('accept a LimitRange without limits, which the API server sends as null', async () => {
    const { reader } = await aCluster({
      prepare: (standIn) => {
        const metadata = { name: 'empty', namespace: 'shop' };
        standIn.put({ apiVersion: 'v1', kind: 'LimitRange', metadata, spec: { limits: null } });
      },
    });
    expect(reader.counts()).toContainEqual(['limitranges', 1]);
  });
});
