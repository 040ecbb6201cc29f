import { execFile } from 'node:child_process';
import process from 'node:process';
import { aRecord } from '@trimtab/testing';
import { startForClients } from '@trimtab/testing/kubernetes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findKubectl } from '../../../../../scripts/provision/kubectl.ts';
import { type ConnectedKubernetes, connectKubernetes } from './connect-kubernetes.ts';

/**
 * Tests what the server needs of an API server, with kubectl as the other client. Runs against the stand-in, or against
 * the cluster that TRIMTAB_TEST_KUBECONFIG names. In a real cluster it works in its own namespace and deletes it at the
 * end.
 */
const real = process.env['TRIMTAB_TEST_KUBECONFIG'];
const program = findKubectl();
const namespace = real === undefined ? 'shop' : `trimtab-test-${crypto.randomUUID().slice(0, 8)}`;
const definition = 'aiscaletargets.trimtab.dev';
const definitionFile = new URL('../../../../../deploy/crds/aiscaletargets.yaml', import.meta.url).pathname;

type Run = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs kubectl with a kubeconfig, in the namespace of the test. */
const kubectlWith =
  (kubeconfig: string) =>
  (words: readonly string[], manifest?: object): Promise<Run> =>
    new Promise((resolve) => {
      const all = ['--kubeconfig', kubeconfig, '--namespace', namespace, ...words];
      const child = execFile(program ?? '', all, { timeout: 300_000 }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.end(manifest === undefined ? '' : JSON.stringify(manifest));
    });

const aDeployment = (cpu: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'cart', namespace },
  spec: {
    // No pod has to be scheduled.
    replicas: 0,
    selector: { matchLabels: { app: 'cart' } },
    template: {
      metadata: { labels: { app: 'cart' } },
      spec: { containers: [{ name: 'app', image: 'registry.example/app:1', resources: { requests: { cpu } } }] },
    },
  },
});
const aTarget = (spec: object = {}) => ({
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { name: 'cart', namespace },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
    vertical: { mode: 'recommendation', containers: { app: { cpu: {}, memory: {} } } },
    ...spec,
  },
});
const apply = ['apply', '--server-side', '-f', '-'];
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 100 });

const where = real === undefined ? 'the stand-in' : 'the cluster of TRIMTAB_TEST_KUBECONFIG';
describe.skipIf(program === null)(`the server on ${where}`, { timeout: 300_000 }, () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  let kubectl: ReturnType<typeof kubectlWith>;
  let connected: ConnectedKubernetes;
  const must = async (words: readonly string[], manifest?: object): Promise<string> => {
    const { code, stdout, stderr } = await kubectl(words, manifest);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  const registry = () => {
    if (connected.targets === null) throw new Error('There is no registry.');
    return connected.targets.registry;
  };
  const cart = async () => {
    const { items } = await connected.cluster.workloads({ namespaces: [namespace] });
    return items.find(({ name }) => name === 'cart');
  };

  beforeAll(async () => {
    const standIn = real === undefined ? await startForClients(program ?? '') : null;
    if (standIn !== null) cleanups.push(() => standIn.stop());
    const kubeconfig = standIn?.kubeconfig('admin') ?? real ?? '';
    kubectl = kubectlWith(kubeconfig);
    if (standIn === null) {
      await must(['create', 'namespace', namespace]);
      cleanups.unshift(() => kubectl(['delete', 'namespace', namespace, '--timeout=120s']));
      // Deleting the definition would delete the targets of an installation.
      if ((await kubectl(['get', 'crd', definition])).code !== 0) {
        await must(['apply', '--server-side', '-f', definitionFile]);
        cleanups.splice(1, 0, () => kubectl(['delete', 'crd', definition, '--timeout=120s']));
      }
      await must(['wait', '--for=condition=Established', `crd/${definition}`, '--timeout=60s']);
    }
    await must(apply, aDeployment('250m'));
    connected = await connectKubernetes(
      { kubeconfig, context: null, namespaces: [], registry: 'kubernetes' },
      { env: process.env, clock: { now: () => Date.now() }, logger: () => undefined },
    );
    cleanups.unshift(() => connected.stop());
    await connected.reader.settled(AbortSignal.timeout(120_000));
    await connected.targets?.settled(AbortSignal.timeout(120_000));
  }, 300_000);
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  }, 300_000);

  it('has the workloads, and follows a change', async () => {
    expect(connected.reader.problem()).toBeNull();
    expect(await cart()).toMatchObject({ kind: 'Deployment', replicas: 0, containers: [{ cpuRequest: 0.25 }] });
    await must(apply, aDeployment('300m'));
    await eventually(async () => expect(await cart()).toMatchObject({ containers: [{ cpuRequest: 0.3 }] }));
  });

  it('enrolls a workload as a resource, once', async () => {
    const [first] = await registry().enroll([aRecord({ namespace })]);
    expect(first).toMatchObject({ result: 'created' });
    const [again] = await registry().enroll([aRecord({ namespace })]);
    expect(again).toMatchObject({ result: 'exists' });
    expect(await must(['get', 'aiscaletarget', 'cart', '-o', 'jsonpath={.spec.scaleTargetRef.name}'])).toBe('cart');
  });

  it('shows what kubectl changes, and does not overwrite it', async () => {
    await must([...apply, '--field-manager=kubectl-edit', '--force-conflicts'], aTarget({ limitPolicy: 'equal' }));
    await eventually(async () => expect((await registry().get(namespace, 'cart'))?.limitPolicy).toBe('equal'));
    await expect(registry().setLimitPolicy(namespace, 'cart', 'keep')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('was changed by "kubectl-edit"'),
    });
    expect((await registry().get(namespace, 'cart'))?.limitPolicy).toBe('equal');
  });

  it('has a definition that refuses another workload, an unknown field and a target without a direction', async () => {
    const refused = async (spec: object) => (await kubectl(apply, aTarget(spec))).stderr;
    const other = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other' } };
    expect((await kubectl([...apply, '--force-conflicts'], aTarget(other))).stderr).toContain('is immutable');
    expect(await refused({ verticle: {} })).toContain('.spec.verticle: field not declared in schema');
    const neither = { ...aTarget({ vertical: undefined }), metadata: { name: 'neither', namespace } };
    expect((await kubectl(apply, neither)).stderr).toContain('give horizontal, vertical or both');
  });

  it('reports into the status, which kubectl prints', async () => {
    const ready = { isTrue: true, label: 'Ready', message: 'All is well.' };
    await registry().report?.(
      [{ namespace, name: 'cart', ready, recommended: ready, recommendation: null }],
      Date.now(),
    );
    const path = '{.status.conditions[?(@.type=="Ready")].reason}';
    expect(await must(['get', 'aiscaletarget', 'cart', '-o', `jsonpath=${path}`])).toBe('Ready');
  });

  it('removes a target', async () => {
    expect(await registry().remove(namespace, 'cart')).toBe(true);
    expect((await kubectl(['get', 'aiscaletarget', 'cart'])).code).toBe(1);
    expect(await registry().get(namespace, 'cart')).toBeNull();
  });
});
