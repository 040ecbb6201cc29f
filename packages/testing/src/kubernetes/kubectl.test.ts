import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findKubectl } from '../../../../scripts/provision/kubectl.ts';
import { startForClients } from './for-clients.ts';

const program = findKubectl();
if (program === null)
  process.stderr.write('The stand-in is not tested with kubectl: install it, or set KUBECTL_BIN.\n');

const cart = (spec: object = {}) => ({
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { name: 'cart', namespace: 'shop' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
    vertical: { mode: 'recommendation' },
    ...spec,
  },
});
const apply = ['apply', '--server-side', '-f', '-'];

const anEvent = (name: string, involvedObject: object) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace: 'shop' },
  involvedObject: { kind: 'AIScaleTarget', namespace: 'shop', ...involvedObject },
  type: 'Normal',
  reason: name === 'own' ? 'Suggested' : 'Foreign',
  message: 'There is a suggestion.',
});

describe.skipIf(program === null)('a real kubectl on the stand-in', { timeout: 300_000 }, () => {
  let cluster: Awaited<ReturnType<typeof startForClients>>;
  beforeAll(async () => {
    cluster = await startForClients(program ?? '');
  }, 300_000);
  afterAll(() => cluster.stop());
  const kubectl = (words: readonly string[], manifest?: object) => cluster.kubectl('admin', words, manifest);

  it('applies a target on the server, and shows its printer columns', async () => {
    const applied = await kubectl(apply, cart());
    expect(applied.stdout).toBe('aiscaletarget.trimtab.dev/cart serverside-applied\n');
    const { stdout } = await kubectl(['get', 'aiscaletargets']);
    const [header = '', row = ''] = stdout.split('\n');
    expect(header.split(/ +/)).toEqual(['NAME', 'MODE', 'CPU', 'MEMORY', 'REPLICAS', 'READY', 'REASON', 'AGE']);
    expect(row).toMatch(/^cart /);
  });

  it('leaves it to the server to refuse an unknown field', async () => {
    const { code, stderr } = await kubectl(apply, cart({ horizontl: { mode: 'recommendation' } }));
    expect(code).toBe(1);
    expect(stderr).toContain('.spec.horizontl: field not declared in schema');
  });

  it('reports the rule that a value breaks', async () => {
    await kubectl(apply, cart());
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other' };
    expect((await kubectl(apply, cart({ scaleTargetRef }))).stderr).toContain('scaleTargetRef is immutable');
  });

  it('describes a target with its events', async () => {
    await kubectl(apply, cart());
    const uid = cluster.standIn.store.get({ group: 'trimtab.dev', plural: 'aiscaletargets' }, 'shop', 'cart')?.metadata
      .uid;
    cluster.standIn.put(anEvent('own', { name: 'cart', uid: uid ?? '' }));
    cluster.standIn.put(anEvent('other', { name: 'pay', uid: 'another' }));
    const { stdout } = await kubectl(['describe', 'aiscaletarget', 'cart']);
    expect(stdout).toMatch(/Scale Target Ref:\n +API Version: +apps\/v1/);
    expect(stdout).toContain('Suggested');
    expect(stdout).not.toContain('Foreign');
  });

  it('creates and removes objects that kubectl sends as protobuf', async () => {
    const created = async (...words: string[]) => (await kubectl(['create', ...words, '-o', 'json'])).stdout;
    expect(JSON.parse(await created('secret', 'generic', 'token', '--from-literal=token=abc'))).toMatchObject({
      data: { token: 'YWJj' },
    });
    expect(JSON.parse(await created('configmap', 'options', '--from-literal=a=', '--from-literal=b=2'))).toMatchObject({
      data: { a: '', b: '2' },
    });
    const words = ['deployment', 'web', '--image=registry.example/web:1', '--replicas=0', '--port=8080'];
    expect(JSON.parse(await created(...words))).toMatchObject({
      metadata: { labels: { app: 'web' } },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'web' } },
        strategy: { type: 'RollingUpdate' },
        template: { spec: { containers: [{ name: 'web', ports: [{ containerPort: 8080 }] }] } },
      },
    });
    expect((await kubectl(['create', 'namespace', 'team'])).stdout).toBe('namespace/team created\n');
    expect((await kubectl(['create', 'serviceaccount', 'reader'])).stdout).toBe('serviceaccount/reader created\n');
    expect((await kubectl(['create', 'token', 'reader', '--duration=1h'])).stdout).toMatch(/^\S+\n?$/);
    expect((await kubectl(['auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}'])).stdout).toBe('admin');
    expect((await kubectl(['scale', 'deployment/web', '--replicas=3'])).stdout).toBe('deployment.apps/web scaled\n');
    const replicas = await kubectl(['get', 'deployment/web', '-o', 'jsonpath={.spec.replicas}']);
    expect(replicas.stdout).toBe('3');
    const removed = await kubectl(['delete', 'secret/token', 'configmap/options', 'deployment/web']);
    expect(removed.stdout.split('\n').length).toBe(4);
  });

  it('refuses what it does not read of protobuf, and names it', async () => {
    const { code, stderr } = await kubectl(['create', 'quota', 'q', '--hard=cpu=1']);
    expect(code).toBe(1);
    expect(stderr).toContain('does not read ResourceQuota in the form application/vnd.kubernetes.protobuf');
  });

  it('applies on the client, and deletes what a watch then shows', async () => {
    const client = ['apply', '-f', '-'];
    await kubectl(['delete', 'aiscaletarget', 'cart', '--ignore-not-found']);
    expect((await kubectl(client, cart())).stdout).toBe('aiscaletarget.trimtab.dev/cart created\n');
    expect((await kubectl(client, cart())).stdout).toBe('aiscaletarget.trimtab.dev/cart unchanged\n');
    expect((await kubectl(client, cart({ limitPolicy: 'equal' }))).stdout).toContain('cart configured');
    const watch = ['get', 'aiscaletargets', '--watch', '--output-watch-events', '--request-timeout=240s'];
    const seen = kubectl(watch);
    await vi.waitFor(() => expect(cluster.standIn.openWatches()).toBeGreaterThan(0), { timeout: 120_000 });
    await kubectl(['delete', 'aiscaletarget', 'cart']);
    cluster.standIn.endWatches();
    expect((await seen).stdout).toMatch(/^ADDED +cart .*\nDELETED +cart /m);
  });

  it('refuses to execute and to forward, because no container runs', async () => {
    cluster.standIn.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'box', namespace: 'shop' },
      spec: { containers: [{ name: 'app', image: 'registry.example/app:1' }] },
      status: { phase: 'Running' },
    });
    const exec = await kubectl(['exec', 'box', '--', 'ls']);
    expect([exec.code, exec.stderr]).toEqual([1, expect.stringContaining('no container runs here')]);
    const forward = await kubectl(['port-forward', 'pod/box', ':4400']);
    expect([forward.code, forward.stderr]).toEqual([1, expect.stringContaining('no container runs here')]);
  });

  it('explains the fields of a target', async () => {
    const { stdout } = await kubectl(['explain', 'aiscaletarget.spec.vertical.mode']);
    expect(stdout).toContain('FIELD: mode <string>');
    expect(stdout).toContain('autonomous');
  });

  it('asks what an account with the role view may do', async () => {
    cluster.addViewer('viewer');
    const may = (...words: string[]) => cluster.kubectl('viewer', ['auth', 'can-i', ...words]);
    expect((await may('list', 'aiscaletargets')).stdout).toBe('yes\n');
    expect(await may('create', 'aiscaletargets')).toMatchObject({ code: 1, stdout: 'no\n' });
    expect((await may('--list')).stdout).toMatch(/^aiscaletargets\.trimtab\.dev .*\[list watch\]$/m);
    expect((await cluster.kubectl('viewer', apply, cart({ limitPolicy: 'equal' }))).stderr).toContain('is forbidden');
  });
});
