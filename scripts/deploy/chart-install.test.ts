import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startForClients, targetDefinition } from '../../packages/testing/src/kubernetes/index.ts';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { chart, helm } from './render.ts';

const isMissing = findHelm() === null;

/** A definition of another project whose objects the chart can contain, without a schema. */
function foreignDefinition(kind: string, group: string) {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, names: { kind, plural }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, schema }] },
    status: { conditions: null },
  };
}

const image = (tag: string) => ['--set', 'prometheus.url=http://prometheus:9090', '--set', `image.tag=${tag}`];

describe.skipIf(isMissing)('helm on the API server', { timeout: 300_000 }, () => {
  let cluster: Awaited<ReturnType<typeof startForClients>>;
  beforeAll(async () => {
    cluster = await startForClients();
    // Removed, because the chart brings its own.
    cluster.standIn.remove('apiextensions.k8s.io/v1', 'CustomResourceDefinition', '', 'aiscaletargets.trimtab.dev');
    cluster.standIn.put(foreignDefinition('HTTPRoute', 'gateway.networking.k8s.io'));
    cluster.standIn.put(foreignDefinition('ServiceMonitor', 'monitoring.coreos.com'));
    cluster.standIn.put(foreignDefinition('PrometheusRule', 'monitoring.coreos.com'));
    cluster.standIn.establish();
  }, 300_000);
  afterAll(() => cluster.stop());
  const inShop = (...words: string[]) =>
    helm(...words, '--namespace', 'shop', '--kubeconfig', cluster.kubeconfig('admin'));
  const install = (...words: string[]) => inShop('install', 'trimtab', chart, '--dry-run=server', ...words);
  const get = (group: string, plural: string, name = 'trimtab') =>
    cluster.standIn.store.get({ group, plural }, 'shop', name);

  it.each(readdirSync(join(chart, 'ci')))('succeeds with %s, and changes nothing', async (file) => {
    const before = cluster.standIn.store.version;
    expect(await install('--values', join(chart, 'ci', file))).toContain('Dry run complete');
    expect(cluster.standIn.store.version).toBe(before);
  });

  it('installs, upgrades, rolls back and uninstalls', async () => {
    const [deployments, accounts] = [
      ['apps', 'deployments'],
      ['', 'serviceaccounts'],
    ] as const;
    const tag = () => JSON.stringify(get(...deployments)?.['spec']).match(/"image":"[^"]*:([^":@]+)"/)?.[1];
    expect(await inShop('install', 'trimtab', chart, ...image('1.0'))).toContain('STATUS: deployed');
    expect([tag(), get(...accounts)?.metadata.name]).toEqual(['1.0', 'trimtab']);
    expect(await inShop('upgrade', 'trimtab', chart, ...image('1.1'))).toContain('REVISION: 2');
    expect(tag()).toBe('1.1');
    await inShop('rollback', 'trimtab', '1');
    expect(tag()).toBe('1.0');
    expect(await inShop('history', 'trimtab')).toMatch(/^3 .*deployed.*Rollback to 1/m);
    expect(await inShop('uninstall', 'trimtab')).toContain('release "trimtab" uninstalled');
    expect([get(...deployments), get(...accounts)]).toEqual([undefined, undefined]);
    expect(cluster.standIn.store.all({ group: '', plural: 'secrets' })).toEqual([]);
  });

  it('fails if the definition exists, unless it takes it over or leaves it to others, as docs/install.md says', async () => {
    const page = readFileSync(inCheckout('docs/install.md'), 'utf8');
    const [row = ''] = page.split('\n').filter((line) => line.includes('aiscaletargets.trimtab.dev" in'));
    const [, message = ''] = /`([^`]+)`/.exec(row) ?? [];
    cluster.standIn.put(targetDefinition());
    onTestFinished(() =>
      cluster.standIn.remove('apiextensions.k8s.io/v1', 'CustomResourceDefinition', '', 'aiscaletargets.trimtab.dev'),
    );
    const enroll = [...image('1.0'), '--set', 'rbac.role=enroll'];
    await expect(install(...enroll)).rejects.toThrow(message);
    for (const way of ['--take-ownership', '--set crds.install=false']) {
      expect(row).toContain(`\`${way}\``);
      expect(await install(...enroll, ...way.split(' '))).toContain('Dry run complete');
    }
  });

  it('fails if an object of the same name belongs to something else', async () => {
    const metadata = { name: 'trimtab', namespace: 'shop' };
    cluster.standIn.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    const installing = install('--set', 'prometheus.url=http://prometheus:9090');
    await expect(installing).rejects.toThrow('ServiceAccount "trimtab" in namespace "shop" exists');
  });
});
