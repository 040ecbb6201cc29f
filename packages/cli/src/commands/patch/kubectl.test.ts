import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { patchFiles, planProblems } from '@trimtab/core/patch';
import { afterAll, describe, expect, test } from 'vitest';
import { findKubectl } from '../../../../../scripts/provision/kubectl.ts';
import { manifest } from '../../output/yaml.ts';
import { type Exported, exportsOf } from '../../testing/exports.ts';

const kubectl = findKubectl();
const reason = kubectl === null ? 'there is no kubectl on PATH: install it, or set KUBECTL_BIN' : null;
if (reason) process.stderr.write(`Exported patches are not tested with kubectl: ${reason}.\n`);

const folder = mkdtempSync(join(tmpdir(), 'trimtab-kubectl-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);

/** What a file becomes when kubectl patches it; kubectl needs no cluster for that. */
async function patched(object: object, patch: string): Promise<unknown> {
  const [file, patchFile] = [join(folder, 'object.json'), join(folder, 'patch.yaml')];
  writeFileSync(file, JSON.stringify(object));
  writeFileSync(patchFile, patch);
  const args = ['patch', '--local', '-f', file, '--type', 'strategic', '--patch-file', patchFile, '-o', 'json'];
  const { stdout } = await run(kubectl ?? '', args, { env: { HOME: folder }, timeout: 120_000 });
  return JSON.parse(stdout);
}

const quantities = (amounts: { cpu?: number | null | undefined; memory?: number | null | undefined } = {}) => ({
  ...(amounts.cpu == null ? {} : { cpu: String(amounts.cpu) }),
  ...(amounts.memory == null ? {} : { memory: String(amounts.memory) }),
});

/** The manifest that the operator has: the containers of the target, another one, and an init container. */
function manifestOf({ target, plan }: Exported) {
  const own = target.target.containers.map(({ name, average_requests, limits, sidecar }) => ({
    sidecar: sidecar === true,
    container: {
      name,
      image: `registry.example/${name}:1`,
      resources: { requests: quantities(average_requests), limits: quantities(limits) },
    },
  }));
  const part = (sidecar: boolean) => own.filter((one) => one.sidecar === sidecar).map(({ container }) => container);
  const labels = { app: 'x' };
  return {
    apiVersion: plan.apiVersion,
    kind: plan.kind,
    metadata: { namespace: plan.namespace, name: plan.name },
    spec: {
      ...(plan.kind === 'DaemonSet' ? {} : { replicas: 2 }),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          initContainers: [{ name: 'migrate', image: 'registry.example/migrate:1' }, ...part(true)],
          containers: [
            { name: 'other', image: 'registry.example/other:1', resources: { limits: { cpu: '1' } } },
            ...part(false),
          ],
        },
      },
    },
  };
}

/** The manifest with the suggested values, written by hand. */
function expectedOf(one: Exported) {
  const before = manifestOf(one);
  const changed = <T extends { name: string; resources?: object }>(container: T): T => {
    const own = one.plan.containers.find(({ name }) => name === container.name);
    if (own === undefined) return container;
    const resources: { requests?: object; limits?: object } = { ...container.resources };
    return {
      ...container,
      resources: {
        requests: { ...resources.requests, ...own.requests },
        limits: { ...resources.limits, ...own.limits },
      },
    };
  };
  const { initContainers, containers } = before.spec.template.spec;
  return {
    ...before,
    spec: {
      ...before.spec,
      ...(one.plan.replicas === null ? {} : { replicas: one.plan.replicas }),
      template: {
        ...before.spec.template,
        spec: { initContainers: initContainers.map(changed), containers: containers.map(changed) },
      },
    },
  };
}

describe.skipIf(reason)('a real kubectl', () => {
  test.each([
    ['storefront', undefined, 3],
    ['hostile', undefined, 1],
    ['fleet', 1, 6],
  ] as const)(
    'applies the patches of %s: the suggested values, and nothing else',
    async (dataSet, namespaces, each) => {
      const all = (await exportsOf(dataSet, namespaces)).filter(
        ({ plan }) => planProblems(plan).length === 0 && plan.apiVersion === 'apps/v1' && plan.containers.length > 0,
      );
      const sample = all.filter((_, index) => index % each === 0);
      expect(sample.length).toBeGreaterThan(dataSet === 'hostile' ? 1 : 5);
      for (const one of sample) {
        const [file] = patchFiles(one.plan, 'kubectl', manifest);
        expect(await patched(manifestOf(one), file?.text ?? '')).toEqual(expectedOf(one));
      }
    },
  );

  test('applies the patch of an autoscaler', async () => {
    const all = (await exportsOf('storefront')).filter(({ plan }) => plan.autoscaler !== null);
    const [one] = all;
    const file = one && patchFiles(one.plan, 'kubectl', manifest).find(({ changes }) => changes === 'autoscaler');
    const hpa = {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { namespace: one?.plan.namespace, name: one?.plan.autoscaler?.name },
      spec: {
        minReplicas: 1,
        maxReplicas: 99,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: one?.plan.name },
        targetCPUUtilizationPercentage: 70,
      },
    };
    expect(await patched(hpa, file?.text ?? '')).toEqual({
      ...hpa,
      spec: {
        ...hpa.spec,
        minReplicas: one?.plan.autoscaler?.minReplicas,
        maxReplicas: one?.plan.autoscaler?.maxReplicas,
      },
    });
  });
});
