import type { QosClass } from '@trimtab/core';
import { aWorkload, mebibyte } from '@trimtab/testing';
import { describe, expect, test } from 'vitest';
import type { ContainerSpec, NamespaceRules } from '../ports/index.ts';
import { neededByPod, qosClass } from './pod-quality.ts';
import { neededSurge } from './pod-quotas.ts';
import { settlePod } from './pod-resources.ts';
import { container } from './testing/settle.ts';

/** The request and limit of CPU, and the reasons, if half of a core is suggested. */
function settledCpu(containers: readonly ContainerSpec[], present?: QosClass) {
  const workload = aWorkload({ containers, ...(present === undefined ? {} : { qosClass: present }) });
  const need = { peak: 0, killLimit: null };
  const wanted = [
    { container: 'app', resource: 'cpu', amount: 0.5, need },
    { container: 'app', resource: 'memory', amount: 512 * mebibyte, need },
  ] as const;
  const [cpu] = settlePod({ workload, policy: 'keep', replicas: 2, wanted });
  return { request: cpu?.request, limit: cpu?.limit, qos: cpu?.qos, reasons: cpu?.reasons };
}

describe('an init container that makes a pod Burstable', () => {
  const equal = [container('app', [1, 512], [1, 512])];

  test('leaves the limits as they are: they need not equal the requests', () => {
    expect(settledCpu(equal)).toMatchObject({ request: 0.5, limit: 0.5, qos: 'Guaranteed' });
    expect(settledCpu(equal, 'Burstable')).toEqual({ request: 0.5, limit: 1, qos: 'Burstable', reasons: [] });
  });

  test('keeps it from becoming Guaranteed, so the limit may equal the request', () => {
    const half = [container('app', [0.5, 512], [0.5, 512])];
    expect(settledCpu(half, 'Burstable')).toEqual({ request: 0.5, limit: 0.5, qos: 'Burstable', reasons: [] });
    // Here the containers are the reason.
    const looser = [container('app', [0.4, 512], [0.5, 512])];
    expect(settledCpu(looser, 'Burstable').limit).toBeGreaterThan(0.5);
  });

  test('decides although no container sets anything', () => {
    const none = [container('app', [null, null], [null, null])];
    expect(qosClass(none)).toBe('BestEffort');
    expect(qosClass(none, 'Burstable')).toBe('Burstable');
    expect(qosClass([container('app', [1, 512])], 'Burstable')).toBeNull();
  });
});

test('a pod needs at least what its largest init container needs, also in a rolling update', () => {
  const largestInit = { requests: { cpu: 2, memory: 0 }, limits: { cpu: 3, memory: 0 } };
  expect(neededByPod({}, 'requests', 'cpu', 1)).toBe(1);
  expect(neededByPod({ largestInit }, 'requests', 'cpu', 1)).toBe(2);
  expect(neededByPod({ largestInit }, 'limits', 'cpu', 4)).toBe(4);
  const rules: NamespaceRules = {
    limitRanges: [],
    quotas: [{ name: 'team', resource: 'cpu', of: 'requests', hard: 5, used: 4 }],
  };
  const workload = aWorkload({ containers: [container('app', [1, 512])], rules, replicas: 1, maxSurge: 1 });
  expect(neededSurge(workload)).toEqual([]);
  expect(neededSurge({ ...workload, largestInit })).toEqual([expect.stringContaining('needs 2 for 1 more pod')]);
});
