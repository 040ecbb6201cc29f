import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readResources } from '../../packages/server/src/adapters/kubernetes/rights.ts';
import { readOptions } from '../../packages/server/src/node/options/options.ts';
import { readPrices } from '../../packages/server/src/node/read-prices.ts';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { policyProblems } from './policy.ts';
import { type ClusterObject, chart, environmentOf, helm, helmTemplate, kindsOf, objectsIn } from './render.ts';
import { schemaProblems } from './schemas.ts';
import { readmeOfChart } from './values-table.ts';

const reason = findHelm() === null ? 'there is no helm on PATH: install it, or set HELM_BIN' : null;
const examples = readdirSync(join(chart, 'ci'));
const clusters = join(chart, 'ci', 'clusters-values.yaml');
const prices = join(chart, 'ci', 'placement-values.yaml');
const values = pathsOf(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')));
const maps = values.filter((path) => /(labels|annotations|nodeSelector)$/i.test(path));
const url = ['--set', 'prometheus.url=http://prometheus:9090'];

const render = async (...words: string[]): Promise<readonly ClusterObject[]> => objectsIn(await helmTemplate(...words));
const rendered = new Map<string, Promise<readonly ClusterObject[]>>();

/** What a file of `ci` renders; each is rendered once. */
function renderExample(file: string): Promise<readonly ClusterObject[]> {
  const objects = rendered.get(file) ?? render('--values', join(chart, 'ci', file));
  rendered.set(file, objects);
  return objects;
}

const nameOf = ({ kind, metadata }: ClusterObject) => `${kind} ${metadata.namespace} ${metadata.name}`;

/** The clusters that the server reads from the file of the chart. */
async function clustersOf(objects: readonly ClusterObject[]): Promise<readonly object[]> {
  const [map] = objects.filter(({ kind }) => kind === 'ConfigMap');
  const { data }: { data: Record<string, string> } = JSON.parse(JSON.stringify(map));
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-clusters-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'clusters.yaml');
  writeFileSync(file, data['clusters.yaml'] ?? '');
  const options = readOptions(['--clusters', file], {}, { version: '1', write: () => undefined, isDeployed: true });
  return 'clusters' in options ? ((await options.clusters?.()) ?? []) : [];
}

describe.skipIf(reason !== null)(`the chart${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it('is rendered under at least ten values files', () => expect(examples.length).toBeGreaterThanOrEqual(10));

  it('passes helm lint', async () => {
    expect(await helm('lint', '--strict', chart, ...url)).toContain('0 chart(s) failed');
  });

  it.each(examples)('renders %s into objects that Kubernetes accepts and that follow our rules', async (file) => {
    const objects = await renderExample(file);
    expect(objects.flatMap((object) => schemaProblems(object).map((problem) => `${object.kind}${problem}`))).toEqual(
      [],
    );
    expect(policyProblems(objects)).toEqual([]);
    expect(new Set(objects.map(nameOf)).size).toBe(objects.length);
  });

  it('installs by default a server that nobody can reach from outside and that may only read', async () => {
    const objects = await render(...url);
    const server = ['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'ServiceAccount'];
    expect(kindsOf(objects)).toEqual(['ClusterRole', 'ClusterRoleBinding', ...server]);
    expect(environmentOf(objects)).toMatchObject({ TRIMTAB_HOST: '127.0.0.1', TRIMTAB_KUBERNETES: 'true' });
    expect(JSON.stringify(objects)).not.toMatch(/"(create|update|patch|delete)"/);
    expect(JSON.stringify(objects)).toContain('"ingress":[]');
  });

  it('listens with sign-in on all IPv4 addresses of the pod, or on all addresses', async () => {
    const inside = await render(...url, '--set', 'server.host=::');
    expect(environmentOf(inside)).toMatchObject({ TRIMTAB_HOST: '127.0.0.1' });
    const example = 'sign-in-ingress-values.yaml';
    expect(environmentOf(await renderExample(example))).toMatchObject({ TRIMTAB_HOST: '0.0.0.0' });
    const both = await render('--values', join(chart, 'ci', example), '--set', 'server.host=::');
    expect(environmentOf(both)).toMatchObject({ TRIMTAB_HOST: '::' });
  });

  it('probes the server at the address of its pod, as Prometheus reads it', async () => {
    const objects = await renderExample('sign-in-ingress-values.yaml');
    expect(environmentOf(objects)).toHaveProperty('TRIMTAB_ALLOWED_HOST', 'trimtab.internal,trimtab.example.com');
    expect(JSON.stringify(objects)).toContain('"startupProbe":{"httpGet":{"path":"/healthz","port":"http"}');
  });

  it('gives no right and no token to a server that reads only Prometheus', async () => {
    const objects = await renderExample('prometheus-only-values.yaml');
    expect(kindsOf(objects)).toEqual(['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'ServiceAccount']);
    expect(JSON.stringify(objects)).not.toContain('"automountServiceAccountToken":true');
    expect(environmentOf(objects)).not.toHaveProperty('TRIMTAB_KUBERNETES');
  });

  it('keeps enrolled targets in the cluster with the role enroll, unless they are to stay in the volume', async () => {
    const objects = await renderExample('enroll-values.yaml');
    expect(kindsOf(objects)).toContain('CustomResourceDefinition');
    expect(environmentOf(objects)).toMatchObject({ TRIMTAB_REGISTRY: 'kubernetes' });
    const words = ['--set', 'rbac.role=enroll', '--set', 'server.registry=sql'];
    const inVolume = objectsIn(await helmTemplate(...url, ...words));
    expect(kindsOf(inVolume)).not.toContain('CustomResourceDefinition');
    expect(environmentOf(inVolume)).not.toHaveProperty('TRIMTAB_REGISTRY');
  });

  it('gives rights only in the namespaces that are named', async () => {
    const objects = await renderExample('namespaces-values.yaml');
    expect(kindsOf(objects).join(' ')).toContain('Role Role RoleBinding RoleBinding');
    expect(environmentOf(objects)).toMatchObject({ TRIMTAB_KUBERNETES_NAMESPACE: 'shop,payments' });
  });

  it('lets the role view list and watch what the server reads, and nothing else', () => {
    const rules: readonly { apiGroups: string[]; resources: string[]; verbs: string[] }[] = parse(
      readFileSync(join(chart, 'files/view-rules.yaml'), 'utf8'),
    );
    const allowed = rules.flatMap(({ apiGroups, resources, verbs }) =>
      verbs.flatMap((verb) => apiGroups.flatMap((group) => resources.map((each) => `${verb} ${group}/${each}`))),
    );
    const needed = Object.values(readResources).flatMap(({ api, plural }) => {
      const [, , group = ''] = api.startsWith('/apis/') ? api.split('/') : [];
      return ['list', 'watch'].map((verb) => `${verb} ${group}/${plural}`);
    });
    const ofTargets = ['list', 'watch'].map((verb) => `${verb} trimtab.dev/aiscaletargets`);
    expect(allowed.toSorted()).toEqual([...needed, ...ofTargets].toSorted());
    expect(needed).toContain('watch autoscaling/horizontalpodautoscalers');
  });

  it('gives the server the prices of the values, which it can read, or those of a ConfigMap', async () => {
    const objects = await renderExample('placement-values.yaml');
    const [map] = objects.filter(({ kind }) => kind === 'ConfigMap');
    const { data }: { data: Record<string, string> } = JSON.parse(JSON.stringify(map));
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-prices-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'prices.json');
    writeFileSync(file, data['prices.json'] ?? '');
    expect(await readPrices(file)).toMatchObject({
      date: 'May 2026',
      prices: [{ types: 'm5.*', hourly_per_cpu: 0.04 }],
    });
    expect(environmentOf(objects)).toMatchObject({ TRIMTAB_PRICES: '/etc/trimtab/prices/prices.json' });
    const existing = JSON.stringify(await renderExample('plain-prometheus-values.yaml'));
    expect(existing).toContain('{"name":"node-prices","items":[{"key":"june.json","path":"prices.json"}]}');
  });

  it('gives the server several clusters in a file that it can read', async () => {
    const objects = await renderExample('clusters-values.yaml');
    expect(await clustersOf(objects)).toMatchObject([
      { name: 'eu', kubernetes: {} },
      { name: 'us', kubernetes: {} },
    ]);
    const names = Object.keys(environmentOf(objects));
    expect(names).toContain('TRIMTAB_CLUSTERS');
    expect(names.filter((name) => /PROMETHEUS$|KUBERNETES|REGISTRY/.test(name))).toEqual([]);
    expect(JSON.stringify(objects)).toContain('{"secretName":"trimtab-clusters"}');
  });

  it('reads in its own cluster only the namespaces that it has rights in, unless the entry names others', async () => {
    const words = ['--values', clusters, '--set', 'rbac.namespaces={shop,payments}'];
    const objects = await render(...words);
    expect(await clustersOf(objects)).toMatchObject([
      { name: 'eu', kubernetes: { namespaces: ['shop', 'payments'] } },
      { name: 'us', kubernetes: { namespaces: [] } },
    ]);
    const own = await render(...words, '--set', 'clusters[0].kubernetes-namespace=shop');
    expect(await clustersOf(own)).toMatchObject([{ kubernetes: { namespaces: ['shop'] } }, {}]);
    // The server reads the file when it starts, so a change of the namespaces must replace the pod.
    const checksum = /checksum\/clusters[^,}]+/;
    expect(checksum.exec(JSON.stringify(objects))).not.toEqual(checksum.exec(JSON.stringify(own)));
    const inAll = await renderExample('clusters-values.yaml');
    expect(checksum.exec(JSON.stringify(objects))).not.toEqual(checksum.exec(JSON.stringify(inAll)));
  });

  it('keeps the enrolled targets of its own cluster there if the entry of the cluster says so', async () => {
    const words = ['--values', clusters, '--set', 'rbac.role=enroll', '--set', 'clusters[0].registry=kubernetes'];
    const objects = objectsIn(await helmTemplate(...words));
    expect(kindsOf(objects)).toContain('CustomResourceDefinition');
    expect(environmentOf(objects)).not.toHaveProperty('TRIMTAB_REGISTRY');
    expect(JSON.stringify(objects)).toContain('registry: kubernetes');
  });

  it('gives the server the address, the password and the authority of its database', async () => {
    const objects = await renderExample('database-values.yaml');
    expect(environmentOf(objects)).toMatchObject({
      TRIMTAB_DATABASE: 'postgres://trimtab@db.data.svc:5432/trimtab',
      TRIMTAB_DATABASE_PASSWORD_FILE: '/etc/trimtab/database/password',
      TRIMTAB_DATABASE_CA: '/etc/trimtab/database-ca/ca.crt',
    });
    const text = JSON.stringify(objects);
    expect(text).toContain('{"secretName":"trimtab-database","items":[{"key":"pass","path":"password"}]}');
    expect(text).toContain('{"name":"company-authorities","items":[{"key":"bundle.pem","path":"ca.crt"}]}');
    expect(kindsOf(objects)).not.toContain('PersistentVolumeClaim');
    const whole = JSON.stringify(await renderExample('database-address-values.yaml'));
    expect(whole).toContain('{"secretKeyRef":{"name":"trimtab-app","key":"uri"}}');
    expect(whole).toContain('{"secretName":"trimtab-ca","items":[{"key":"ca.crt","path":"ca.crt"}]}');
    expect(whole).not.toContain('TRIMTAB_DATABASE_PASSWORD_FILE');
  });

  it('keeps servers on a database available while they are replaced, and one with a volume alone on it', async () => {
    const [several, single] = [await renderExample('replicas-values.yaml'), await render(...url)];
    const delay = 'TRIMTAB_SHUTDOWN_DELAY';
    expect(kindsOf(several)).toContain('PodDisruptionBudget');
    expect(kindsOf(several)).not.toContain('PersistentVolumeClaim');
    expect(environmentOf(several)).toMatchObject({ [delay]: '10' });
    expect(JSON.stringify(several)).toContain('"rollingUpdate":{"maxUnavailable":0,"maxSurge":1}');
    expect(JSON.stringify(several)).toContain('"terminationGracePeriodSeconds":40');
    expect(kindsOf(single)).not.toContain('PodDisruptionBudget');
    expect(environmentOf(single)).not.toHaveProperty(delay);
    expect(JSON.stringify(single)).toContain('"strategy":{"type":"Recreate"}');
    const own = ['--set', 'server.shutdownDelay=25', '--set', 'topologySpreadConstraints[0].maxSkew=2'];
    const changed = await render('--values', join(chart, 'ci', 'replicas-values.yaml'), ...own);
    expect(environmentOf(changed)).toMatchObject({ [delay]: '25' });
    expect(JSON.stringify(changed)).toContain('"terminationGracePeriodSeconds":55');
    expect(JSON.stringify(changed)).toContain('"topologySpreadConstraints":[{"maxSkew":2}]');
  });

  it('installs rules, alerts and the dashboard as they are in their files', async () => {
    const objects = await renderExample('monitoring-values.yaml');
    const groups = ['rules', 'day-rules', 'alerts'].flatMap(
      (name) => parse(readFileSync(inCheckout(`deploy/prometheus/${name}.yaml`), 'utf8')).groups,
    );
    expect(objects.find(({ kind }) => kind === 'PrometheusRule')?.['spec']).toEqual({ groups });
    const dashboard = readFileSync(inCheckout('deploy/grafana/trimtab.json'), 'utf8');
    expect(objects.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({
      metadata: { labels: { grafana_dashboard: '1' }, annotations: { grafana_folder: 'Trimtab' } },
      data: { 'trimtab.json': dashboard },
    });
    const alerts = await render(...url, '--set', 'prometheusRule.alerts=true');
    expect(alerts.find(({ kind }) => kind === 'PrometheusRule')?.['spec']).toEqual({ groups: groups.slice(2) });
  });

  it('sets only options that the server has', async () => {
    const server = inCheckout('packages/server/src/node/options');
    const declared = readdirSync(server).map((file) => readFileSync(join(server, file), 'utf8'));
    const flags = new Set([...declared.join('\n').matchAll(/'--([a-z-]+)(?: <[^>]+>)?'/g)].map(([, flag]) => flag));
    const set = new Set<string>();
    for (const file of examples) {
      for (const name of Object.keys(environmentOf(await renderExample(file)))) set.add(name);
    }
    const names = [...set].filter((name) => name.startsWith('TRIMTAB_'));
    const unknown = names.filter((name) => !flags.has(name.replace('TRIMTAB_', '').toLowerCase().replaceAll('_', '-')));
    expect(unknown).toEqual([]);
    expect(names.length).toBeGreaterThan(12);
  });

  it.each([
    [[], 'Set prometheus.url'],
    [[...url, '--values', clusters], 'Give only one of clusters and prometheus.url'],
    [['--values', clusters, '--set', 'rbac.role=enroll'], 'needs registry: kubernetes'],
    [['--values', clusters, '--set', 'server.registry=kubernetes'], 'write registry into their entries'],
    [['--values', clusters, '--set', 'rbac.role=none'], 'kubernetes: true needs rbac.role view or enroll'],
    [[...url, '--set', 'clusterSecrets=x'], 'clusterSecrets needs clusters'],
    [
      ['--values', clusters, '--set', 'prometheus.serviceAccountToken=true'],
      'of every cluster. Write prometheus-token',
    ],
    [[...url, '--set', 'serviceAccount.create=false'], 'serviceAccount.create=false needs serviceAccount.name'],
    [[...url, '--set', 'ingress.enabled=true'], 'ingress.enabled needs oidc.issuer'],
    [[...url, '--set', 'oidc.issuer=https://sso.example.com'], 'oidc.issuer needs oidc.audience'],
    [['--set', 'prometheus.url=https://me:hidden@p:9090'], 'prometheus.url contains a password'],
    [[...url, '--set', 'database.url=postgres://trimtab:hidden@db/trimtab'], 'database.url contains a password'],
    [[...url, '--set', 'prices.table.date=May'], 'prices.table needs source'],
    [[...url, '--values', prices, '--set', 'prices.configMapName=x'], 'Give only one of prices.table and'],
    [[...url, '--set', 'database.credentials.secretName=x'], 'need the address of the database'],
    [[...url, '--set', 'database.url=mysql://x'], 'database.url'],
    [[...url, '--set', 'replicas=2'], 'replicas=2 needs a PostgreSQL database: set database.url or'],
    [[...url, '--set', 'podDisruptionBudget.maxUnavailable=0'], 'maxUnavailable'],
    [[...url, '--set', 'server.extra.title=a\\,b'], 'server.extra.title must not contain a comma'],
    [[...url, '--set', 'rbac.role=act'], 'rbac'],
    [[...url, '--set', 'rbac.role=none', '--set', 'server.registry=kubernetes'], 'server.registry=kubernetes needs'],
    [[...url, '--set', 'prometheus.address=x'], 'address'],
    [[...url, '--set', 'server.logLevel=loud'], 'logLevel'],
    [[...url, '--set', 'server.host=127.0.0.1'], 'host'],
    [[...url, '--set', 'podLabels.app\\.kubernetes\\.io/name=x'], 'podLabels'],
    [[...url, '--set', 'podLabels.app\\.kubernetes\\.io/instance=x'], 'podLabels'],
    [[...url, '--set', 'extraEnv[0].name=TRIMTAB_PORT,extraEnv[0].value=4400'], 'extraEnv'],
  ])('refuses %j and names the value', async (words, message) => {
    await expect(helmTemplate(...words)).rejects.toThrow(message);
  });

  // Kubernetes would refuse them when a part of the upgrade is already done.
  it.each(maps.flatMap((path) => [`${path}.x=1`, `${path}.x=true`]))(
    'refuses %s, because labels, annotations and node selectors are texts',
    async (set) => {
      await expect(helmTemplate(...url, '--set', set)).rejects.toThrow(set.split('.')[0]);
      expect(await helmTemplate(...url, '--set-string', set)).toContain('Deployment');
    },
  );
});

describe('the values of the chart', () => {
  it('are the same in values.yaml and in its schema', () => {
    const schema = propertiesOf(JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')));
    // Only a chart that contains this one sets them.
    expect(schema).toEqual(['global', 'enabled', ...values]);
  });

  it('are in the README as values.yaml explains them (pnpm reference)', () => {
    expect(readFileSync(join(chart, 'README.md'), 'utf8')).toBe(readmeOfChart());
  });

  it('have the version of the packages', () => {
    const { version, appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));
    const manifest = JSON.parse(readFileSync(inCheckout('packages/trimtab-server/package.json'), 'utf8'));
    expect({ version, appVersion }).toEqual({ version: manifest.version, appVersion: manifest.version });
    const compose = parse(readFileSync(inCheckout('deploy/compose.yaml'), 'utf8'));
    expect(compose.services.trimtab.image).toBe(`ghcr.io/trimtab/trimtab-server:${manifest.version}`);
    for (const name of ['cli', 'server']) {
      const other = JSON.parse(readFileSync(inCheckout(`packages/${name}/package.json`), 'utf8'));
      expect({ name, version: other.version }).toEqual({ name, version: manifest.version });
    }
  });
});

/** The paths of all values; an empty object is one value. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly string[] {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (entries.length === 0 || path.join('.') === 'resources') return [path.join('.')];
  return entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | object;
};

function propertiesOf({ properties, additionalProperties }: Schema, path: readonly string[] = []): readonly string[] {
  if (properties === undefined) return [path.join('.')];
  if (additionalProperties !== false) return [`${path.join('.')} accepts unknown values`];
  return Object.entries(properties).flatMap(([key, inner]) => propertiesOf(inner, [...path, key]));
}
