import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it, vi } from 'vitest';
import { type ClusterSource, SourceError, type Workload } from '../../ports/index.ts';
import { preferKubernetes } from './prefer-kubernetes.ts';
import { inventoryOf } from './testing/inventory-of.ts';

const aWorkload = (name: string, namespace: string): Workload => ({
  namespace,
  kind: 'Deployment',
  name,
  apiVersion: 'apps/v1',
  replicas: 1,
  readyReplicas: 1,
  containers: [],
  hpa: null,
});

/** A Prometheus that knows a workload `old` in every requested namespace, until the test breaks it. */
function aPrometheus() {
  const state = { isBroken: false, asked: [] as (readonly string[] | undefined)[] };
  const answer = async <T>(items: readonly T[]) => {
    if (state.isBroken) throw new SourceError('Prometheus cannot be reached.');
    return { items, problems: [] };
  };
  const source: ClusterSource = {
    namespaces: () => answer([{ name: 'from-prometheus', createdAt: null }]),
    workloads: ({ namespaces }) => {
      state.asked.push(namespaces);
      return answer((namespaces ?? ['shop', 'other']).map((namespace) => aWorkload('old', namespace)));
    },
    pods: () => answer([]),
  };
  return { state, source };
}

function fill(standIn: KubernetesStandIn) {
  for (const namespace of ['shop', 'other']) {
    const spec = { replicas: 2, template: { spec: { containers: [] } } };
    standIn.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart', namespace }, spec });
  }
}

function withRoleInShop(standIn: KubernetesStandIn) {
  fill(standIn);
  standIn.addUser('reader', { username: 'reader', groups: ['system:authenticated'] });
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const metadata = { name: 'reader', namespace: 'shop' };
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['list', 'watch'] }];
  standIn.put({ apiVersion, kind: 'Role', metadata, rules });
  const subjects = [{ kind: 'User', name: 'reader' }];
  const roleRef = { kind: 'Role', name: 'reader' };
  standIn.put({ apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects });
}

async function both(token = 'admin', prepare: (standIn: KubernetesStandIn) => void = fill) {
  const { standIn, clock, ...inventory } = await inventoryOf({ prepare, token, namespaces: ['shop'] });
  const prometheus = aPrometheus();
  const cluster = preferKubernetes(inventory, prometheus.source);
  const names = async () => (await cluster.workloads({})).items.map(({ namespace, name }) => `${namespace}/${name}`);
  /** Ends the connections and lets the copy become older than a minute. */
  const loseKubernetes = async () => {
    await standIn.down();
    clock.time += 61_000;
    await vi.waitFor(() => expect(inventory.reader.problem()).not.toBeNull(), { timeout: 120_000 });
  };
  return { standIn, cluster, names, loseKubernetes, ...prometheus };
}

describe('the inventory of two sources', () => {
  it('comes from Kubernetes while it answers', async () => {
    const { names, cluster, state } = await both();
    expect(await names()).toEqual(['other/cart', 'shop/cart']);
    expect(state.asked).toEqual([]);
    expect(cluster.problem?.()).toBeNull();
  });

  it('says that there was a change only while Kubernetes answers for everything', async () => {
    const { cluster, standIn, loseKubernetes } = await both();
    const before = cluster.version?.();
    const metadata = { name: 'new', namespace: 'shop' };
    const spec = { replicas: 1, template: { spec: { containers: [] } } };
    standIn.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec });
    await vi.waitFor(() => expect(cluster.version?.()).not.toBe(before), { timeout: 120_000 });
    await loseKubernetes();
    expect(cluster.version?.()).toBeNull();
  });

  it('comes from Prometheus while Kubernetes is silent, and says so', async () => {
    const { names, cluster, loseKubernetes } = await both();
    await loseKubernetes();
    expect(await names()).toEqual(['shop/old', 'other/old']);
    expect(cluster.problem?.()).toMatch(
      /^Kubernetes cannot be read, so workloads and pods come from Prometheus, .* The last reading of deployments was at [\d-]+ [\d:]+ UTC\./,
    );
  });

  it('has the problem of Prometheus too, which usage comes from', async () => {
    const { cluster, source, loseKubernetes } = await both();
    source.problem = () => 'Some stores did not answer.';
    expect(cluster.problem?.()).toBe('Some stores did not answer.');
    await loseKubernetes();
    expect(cluster.problem?.()).toMatch(/^Kubernetes cannot be read, .* UTC\. Some stores did not answer\.$/);
  });

  it('is the last one known, with its age, if neither answers', async () => {
    const { names, cluster, loseKubernetes, state } = await both();
    await loseKubernetes();
    state.isBroken = true;
    expect(await names()).toEqual(['other/cart', 'shop/cart']);
    expect((await cluster.workloads({})).problems[0]).toMatch(
      /^The inventory is the last one that Kubernetes gave: Prometheus cannot be reached\.$/,
    );
  });

  it('fails if there never was one, and the error names both', async () => {
    const { cluster, state } = await both('a wrong token');
    state.isBroken = true;
    await expect(cluster.workloads({})).rejects.toThrow(
      /^Prometheus cannot be reached\. Kubernetes cannot be read either: The Kubernetes API server answered 401: /,
    );
  });

  it('comes from Prometheus for the namespaces that may not be read', async () => {
    const { names, cluster, state } = await both('reader', withRoleInShop);
    expect(await names()).toEqual(['shop/cart', 'other/old']);
    const { items } = await cluster.workloads({ namespaces: ['shop', 'other'] });
    expect(items.map(({ name }) => name)).toEqual(['cart', 'old']);
    expect(state.asked.at(-1)).toEqual(['other']);
  });

  it('has the namespaces that may be read, also if Prometheus does not have or give them', async () => {
    const { cluster, state } = await both('reader', withRoleInShop);
    const names = async () => (await cluster.namespaces()).items.map(({ name }) => name);
    expect(await names()).toEqual(['from-prometheus', 'shop']);
    state.isBroken = true;
    expect(await names()).toEqual(['shop']);
    expect((await cluster.namespaces()).problems).toEqual([
      'Namespaces other than shop are unknown: Prometheus cannot be reached.',
    ]);
  });
});
