import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    expect(stderr).toContain('unknown field "spec.horizontl"');
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
