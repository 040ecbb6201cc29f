import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubernetesStandIn, makeCertificate, startKubernetes } from '@trimtab/testing/kubernetes';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { connectKubernetes } from './connect-kubernetes.ts';
import { inCluster } from './in-cluster.ts';
import { readKubeconfig } from './kubeconfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-kubeconfig-'));
afterAll(() => rmSync(folder, { recursive: true }));
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}

const aConfig = ({
  server,
  cluster = '',
  user = 'token: admin',
}: {
  server: string;
  cluster?: string;
  user?: string;
}) => `
apiVersion: v1
kind: Config
current-context: one
clusters:
  - name: c
    cluster: { server: "${server}"${cluster === '' ? '' : `, ${cluster}`} }
contexts:
  - { name: one, context: { cluster: c, user: u, namespace: shop } }
  - { name: broken, context: { cluster: nowhere, user: u } }
users:
  - name: u
    user: { ${user} }
`;

async function aStandIn(options?: Parameters<typeof startKubernetes>[0]): Promise<KubernetesStandIn> {
  const standIn = await startKubernetes(options);
  stops.push(() => standIn.stop());
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  return standIn;
}

/** Why the inventory of a kubeconfig is not current; null if it is. */
const problemWith = async (config: string): Promise<string | null> => (await readerOf(config)).problem();

async function readerOf(config: string) {
  const access = { kubeconfig: config, context: null, namespaces: [], registry: 'sql' as const };
  const clock = { now: () => Date.now() };
  const { reader } = await connectKubernetes(access, { env: {}, clock, logger: () => undefined });
  stops.unshift(() => reader.stop());
  await reader.settled(new AbortController().signal);
  return reader;
}

describe('a kubeconfig', () => {
  it('with a token reads the cluster', async () => {
    const { url } = await aStandIn();
    expect(await problemWith(write('token', aConfig({ server: url })))).toBeNull();
    expect(await problemWith(write('other', aConfig({ server: url, user: 'token: wrong' })))).toContain('401');
  });

  it('with a token file reads the file', async () => {
    const { url } = await aStandIn();
    write('the-token', 'admin\n');
    expect(await problemWith(write('file', aConfig({ server: url, user: 'tokenFile: the-token' })))).toBeNull();
  });

  it('with an exec plugin runs it, and again after a refusal', async () => {
    const standIn = await aStandIn();
    const status = { token: 'admin', expirationTimestamp: '2999-01-01T00:00:00Z' };
    const answer = JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status });
    write('plugin', `#!/bin/sh\nprintf x >> '${join(folder, 'runs')}'\nprintf '%s' '${answer}'\n`, 0o700);
    const user = 'exec: { apiVersion: client.authentication.k8s.io/v1, command: ./plugin }';
    const server = await readKubeconfig(write('exec', aConfig({ server: standIn.url, user })), null);
    expect((await server.credentials()).authorization).toBe('Bearer admin');
    await server.credentials();
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('x');
    server.renew('Bearer admin');
    await server.credentials();
    server.renew('Bearer of an earlier run');
    await server.credentials();
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('xx');
  });

  it('with a certificate authority accepts only its server', async () => {
    const { url } = await aStandIn({ tls: makeCertificate(folder) });
    const trusting = aConfig({ server: url, cluster: 'certificate-authority: tls.crt' });
    expect(await problemWith(write('trusting', trusting))).toBeNull();
    expect(await problemWith(write('strange', aConfig({ server: url })))).toMatch(
      /^The certificate of the Kubernetes API server cannot be verified: the certificate authority of the kubeconfig/,
    );
    // The variable has no effect with --kubeconfig: only its `insecure-skip-tls-verify` turns the check of certificates off.
    // Node warns of it once in a process.
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    stops.push(async () => {
      vi.unstubAllEnvs();
      warning.mockRestore();
    });
    expect(await problemWith(write('strange', aConfig({ server: url })))).toContain('cannot be verified');
    const careless = aConfig({ server: url, cluster: 'insecure-skip-tls-verify: true' });
    expect(await problemWith(write('careless', careless))).toBeNull();
  });

  it('says that the certificate of the server is for another address', async () => {
    const { url } = await aStandIn({ tls: makeCertificate(folder, '10.0.0.1') });
    const config = aConfig({ server: url, cluster: 'certificate-authority: tls.crt' });
    expect(await problemWith(write('elsewhere', config))).toContain('is for another name: set tls-server-name');
  });

  it('with a client certificate reads it again when its files change', async () => {
    const own = makeCertificate(folder);
    const { url } = await aStandIn({ tls: { ...own, ca: own.cert } });
    write('own.crt', own.cert);
    const other = makeCertificate(folder);
    write('client.crt', other.cert);
    write('client.key', other.key);
    const user = 'token: admin, client-certificate: client.crt, client-key: client.key';
    const config = write('mutual', aConfig({ server: url, cluster: 'certificate-authority: own.crt', user }));
    const reader = await readerOf(config);
    expect(reader.problem()).toContain('cannot be reached');
    write('client.crt', 'no certificate');
    await vi.waitFor(
      () => expect(reader.problem()).toContain('or its key for the Kubernetes API server cannot be used'),
      { timeout: 120_000 },
    );
    write('client.crt', own.cert);
    write('client.key', own.key);
    await vi.waitFor(() => expect(reader.problem()).toBeNull(), { timeout: 120_000 });
  });

  it.each([
    ['has no context "two"', aConfig({ server: 'http://127.0.0.1:9' }), 'two'],
    ['has no cluster "nowhere"', aConfig({ server: 'http://127.0.0.1:9' }), 'broken'],
    [
      'has "10.0.0.1:6443" as the address of its API server; it begins with https://',
      aConfig({ server: '10.0.0.1:6443' }),
      null,
    ],
    ['has no current context; choose one with --context', 'apiVersion: v1\nkind: Config\n', null],
    ['is not a kubeconfig', 'clusters: 3\n', null],
    [
      'names a proxy, which is not supported',
      aConfig({ server: 'http://127.0.0.1:9', cluster: 'proxy-url: http://p' }),
      null,
    ],
  ])('that %s is refused', async (problem, text, context) => {
    await expect(readKubeconfig(write('refused', text), context)).rejects.toThrow(
      `The file of --kubeconfig ${problem}.`,
    );
  });

  it('that does not exist is refused', async () => {
    const missing = readKubeconfig(join(folder, 'missing'), null);
    await expect(missing).rejects.toThrow('The file of --kubeconfig cannot be read: the file does not exist.');
  });
});

describe('the service account of a pod', () => {
  it('is read from its files, and the token again when it changes', async () => {
    for (const [name, text] of [
      ['token', 'one\n'],
      ['ca.crt', 'pem'],
      ['namespace', 'trimtab'],
    ] as const)
      write(name, text);
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' };
    const server = await inCluster(env, folder);
    expect(server).toMatchObject({ url: 'https://[fd00::1]:6443', namespace: 'trimtab' });
    expect(await server.ca()).toBe('pem');
    write('ca.crt', 'another pem');
    expect(await server.ca()).toBe('another pem');
    expect((await server.credentials()).authorization).toBe('Bearer one');
    write('token', 'another\n');
    expect((await server.credentials()).authorization).toBe('Bearer another');
  });

  it('is missing outside a cluster', async () => {
    await expect(inCluster({}, folder)).rejects.toThrow('--kubernetes works only inside a cluster.');
  });
});
