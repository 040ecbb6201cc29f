import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readOptions, type ServerOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-clusters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(argv: readonly string[], env: Record<string, string> = {}): ServerOptions {
  const options = readOptions(argv, env, { version: '1', write: () => undefined });
  if ('answered' in options) throw new Error('The options were answered.');
  return options;
}
const readClusters = async (...from: Parameters<typeof read>) => (await read(...from).clusters?.()) ?? [];

async function readFile(text: string, ...more: readonly string[]) {
  const file = join(folder, 'clusters.yaml');
  writeFileSync(file, text);
  return readClusters(['--clusters', file, ...more]);
}

describe('--prometheus', () => {
  const [eu, us] = ['eu=https://eu.example/a?b=c', 'us=https://us.example'];

  it('is one cluster without a name', () => {
    const { prometheus, clusters } = read(['--prometheus', 'http://u:a,b=c@host:9090/x,y=z']);
    expect([prometheus?.url.pathname, clusters]).toEqual(['/x,y=z', null]);
    expect(read([], { TRIMTAB_PROMETHEUS: 'http://u:a,b@host' }).prometheus?.url.password).toBe('a,b');
  });

  it.each([
    ['options', ['--prometheus', eu, '--prometheus', us, '--prometheus-tenant', 't'], {}],
    ['a variable', ['--prometheus-tenant', 't'], { TRIMTAB_PROMETHEUS: `${eu},${us}` }],
  ])('names several clusters, which share the other options: %s', async (_, argv, env) => {
    expect(read(argv, env).prometheus).toBeNull();
    const clusters = await readClusters(argv, env);
    expect(clusters.map(({ name, prometheus: { url, headers } }) => [name, url.href, ...headers])).toEqual([
      ['eu', 'https://eu.example/a?b=c', ['X-Scope-OrgID', 't']],
      ['us', 'https://us.example/', ['X-Scope-OrgID', 't']],
    ]);
    expect(clusters.map(({ kubernetes }) => kubernetes)).toEqual([null, null]);
  });

  it.each<[string, readonly string[]]>([
    ['need a name each', ['--prometheus', 'http://a', '--prometheus', 'http://b']],
    ['each needs one', ['--prometheus', eu, '--prometheus', 'http://b']],
    ['Two sources have the name eu', ['--prometheus', eu, '--prometheus', 'eu=http://b']],
    ['eu and us would show the same metrics', ['--prometheus', 'eu=http://a', '--prometheus', 'us=http://a']],
    ['lower-case letters', ['--prometheus', 'eu.west=http://a']],
    ['--kubeconfig is for one cluster', ['--prometheus', eu, '--kubeconfig', 'k']],
    ['--registry is for one cluster', ['--prometheus', eu, '--registry', 'kubernetes']],
    ['not both', ['--prometheus', eu, '--clusters', 'f']],
    ['--data-set a simulated one', ['--prometheus', eu, '--data-set', 'fleet']],
  ])('is refused: %s', (message, argv) => {
    expect(() => read(argv)).toThrow(message);
  });
});

describe('the file of --clusters', () => {
  it('has the options of each cluster', async () => {
    const text = `
clusters:
  - name: eu
    prometheus: https://store.example
    prometheus-tenant: team-eu
    prometheus-token-file: /run/eu
    prometheus-rename: [container=container_name]
    prometheus-may-be-down: true
  - name: us
    prometheus: https://store.example
    prometheus-cluster: cluster=us
    prometheus-background: 4
    kubeconfig: /run/kubeconfig
    context: us
    registry: kubernetes
`;
    const [eu, us] = await readFile(text, '--prometheus-tenant', 'all', '--prometheus-header', 'X-Team=a');
    expect(eu).toMatchObject({
      prometheus: {
        credentials: { kind: 'token file', file: '/run/eu' },
        mayBeDown: true,
        renames: [{ actual: 'container_name' }],
      },
      kubernetes: null,
    });
    expect(eu?.prometheus.headers).toEqual(
      new Map([
        ['X-Team', 'a'],
        ['X-Scope-OrgID', 'team-eu'],
      ]),
    );
    expect(us).toMatchObject({
      prometheus: { cluster: { label: 'cluster', value: 'us' }, background: 4, mayBeDown: false },
      kubernetes: { kubeconfig: '/run/kubeconfig', context: 'us', registry: 'kubernetes' },
    });
    expect(us?.prometheus.headers.get('X-Scope-OrgID')).toBe('all');
  });

  const shared = ['--prometheus-token-file', '/run/own', '--prometheus-ca', '/run/ca'];

  it('inherits credentials only for an entry that has none', async () => {
    const text = `
clusters:
  - { name: a, prometheus: https://a }
  - { name: b, prometheus: https://b, prometheus-user: u, prometheus-password-file: /run/b }
  - { name: c, prometheus: https://c, prometheus-token: t }
  - { name: d, prometheus: "https://u:p@d" }
`;
    const clusters = await readFile(text, ...shared);
    expect(clusters.map(({ prometheus: { credentials } }) => credentials)).toEqual([
      { kind: 'token file', file: '/run/own' },
      { kind: 'basic file', user: 'u', passwordFile: '/run/b' },
      { kind: 'token', token: 't' },
      { kind: 'none' },
    ]);
  });

  it('inherits certificates only for an entry with TLS, and no key for a certificate of its own', async () => {
    const text = `
clusters:
  - { name: a, prometheus: https://a }
  - { name: b, prometheus: http://b }
  - { name: c, prometheus: https://c, prometheus-cert: /run/c.crt, prometheus-key: /run/c.key }
`;
    const own = ['--prometheus-cert', '/run/own.crt', '--prometheus-key', '/run/own.key'];
    const clusters = await readFile(text, ...shared, ...own);
    expect(clusters.map(({ prometheus: { tls } }) => tls)).toEqual([
      { ca: '/run/ca', certificate: '/run/own.crt', key: '/run/own.key' },
      { ca: null, certificate: null, key: null },
      { ca: '/run/ca', certificate: '/run/c.crt', key: '/run/c.key' },
    ]);
    const alone = text.replace(', prometheus-key: /run/c.key', '');
    await expect(readFile(alone, ...shared, ...own)).rejects.toThrow('Cluster c: --prometheus-cert and');
  });

  it.each([
    ['is not valid YAML', 'clusters: ['],
    ['must contain only the list clusters', 'eu: {}'],
    ['must contain only the list clusters', 'clusters: []'],
    ['Cluster eu: there is no setting "url"', 'clusters: [{ name: eu, url: http://a }]'],
    ['Cluster eu: --registry kubernetes needs', 'clusters: [{ name: eu, prometheus: http://a, registry: kubernetes }]'],
    ['Cluster eu: it needs prometheus', 'clusters: [{ name: eu }]'],
    ['Cluster eu: --prometheus must be a URL', 'clusters: [{ name: eu, prometheus: host }]'],
    ['Cluster eu: prometheus must be a text', 'clusters: [{ name: eu, prometheus: [http://a] }]'],
    ['Cluster eu: kubernetes must be true or false', 'clusters: [{ name: eu, prometheus: http://a, kubernetes: x }]'],
    ['Cluster eu: --context needs the file', 'clusters: [{ name: eu, prometheus: http://a, context: c }]'],
    ['not "Eu"', 'clusters: [{ name: Eu, prometheus: http://a }]'],
  ])('is refused if it is wrong: %s', async (message, text) => {
    await expect(readFile(text)).rejects.toThrow(message);
  });

  it('is refused if it cannot be read', async () => {
    await expect(readClusters(['--clusters', join(folder, 'none')])).rejects.toThrow('cannot be read');
  });
});
