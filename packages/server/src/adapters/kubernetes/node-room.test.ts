import type { JsonObject, KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { aCluster, aContainer, aPod, apps } from './testing/a-cluster.ts';

const node = (name: string, cpu: string, ...taints: readonly JsonObject[]) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  spec: { taints: [...taints] },
  status: { allocatable: { cpu, memory: '16Gi' } },
});
const gpu = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };
const unreachable = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' };
const preferred = { key: 'example.com/old', effect: 'PreferNoSchedule' };

const withTolerations = (...tolerations: readonly JsonObject[]) => ({
  template: { spec: { containers: [aContainer('app')], tolerations: [...tolerations] } },
});
/** The name of the largest node that accepts the pods of a Deployment. */
async function largestFor(nodes: readonly ReturnType<typeof node>[], prepare: (standIn: KubernetesStandIn) => void) {
  const { cluster } = await aCluster({
    prepare: (standIn) => {
      for (const one of nodes) standIn.put(one);
      prepare(standIn);
    },
  });
  const [workload] = (await cluster.workloads({})).items;
  expect(workload?.largestNodes).toHaveLength(1);
  return workload?.largestNodes?.[0]?.name;
}
const plain = (standIn: KubernetesStandIn) => standIn.put(apps('Deployment', 'cart'));
const tolerating = (toleration: JsonObject) => (standIn: KubernetesStandIn) =>
  standIn.put(apps('Deployment', 'cart', withTolerations(toleration)));

describe('the largest node', () => {
  it.each([gpu, unreachable, { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' }])(
    'is not one with the taint $key',
    async (taint) => {
      expect(await largestFor([node('large', '96', taint), node('small', '4', preferred)], plain)).toBe('small');
    },
  );

  it.each([
    [{ key: 'nvidia.com/gpu', operator: 'Exists' }, 'large'],
    [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }, 'large'],
    [{ operator: 'Exists' }, 'large'],
    [{ key: 'nvidia.com/gpu', value: 'absent' }, 'small'],
    [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoExecute' }, 'small'],
    [{ key: 'nvidia.com/gpu', operator: 'Gt', value: '1' }, 'small'],
    [{ key: 'other', operator: 'Exists' }, 'small'],
    [{ key: 'nvidia.com/gpu', operator: 'Exists', tolerationSeconds: 300 }, 'small'],
  ])('of a template with the toleration %j is %s', async (toleration, expected) => {
    expect(await largestFor([node('large', '96', gpu), node('small', '4')], tolerating(toleration))).toBe(expected);
  });

  it('depends on what the newest pod tolerates, also if the template does not', async () => {
    const spec = { containers: [aContainer('app')], tolerations: [{ key: gpu.key, operator: 'Exists' }] };
    const largest = largestFor([node('large', '96', gpu), node('small', '4')], (standIn) => {
      standIn.put(apps('StatefulSet', 'db'));
      standIn.put(aPod('db-0', { owner: ['StatefulSet', 'db'], spec }));
    });
    expect(await largest).toBe('large');
  });

  it('is the largest of all if the workload tolerates the taints of none', async () => {
    expect(await largestFor([node('large', '96', gpu), node('small', '4', unreachable)], plain)).toBe('large');
  });

  it('is the one with a taint only if the workload tolerates all its taints', async () => {
    const nodes = [node('large', '96', gpu, unreachable), node('small', '4')];
    expect(await largestFor(nodes, tolerating({ key: gpu.key, operator: 'Exists' }))).toBe('small');
  });
});

it('a node with a taint still counts among the nodes that cost money', async () => {
  const { cluster } = await aCluster({ prepare: (standIn) => standIn.put(node('large', '96', gpu)) });
  expect((await cluster.nodes()).items).toEqual([
    {
      name: 'large',
      cpu: 96,
      memory: 16 * 2 ** 30,
      capacityCpu: 0,
      instanceType: null,
      region: null,
      capacityType: null,
      isSchedulable: true,
    },
  ]);
});
