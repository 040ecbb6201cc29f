import type { LimitPolicy } from '@trimtab/core';
import { aWorkload, mebibyte } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContainerSpec, LargestNode, NamespaceRules, Workload } from '../ports/index.ts';
import { qosClass } from './pod-quality.ts';
import { type SettledResource, settlePod } from './pod-resources.ts';

type Amounts = readonly [cpu: number | null, memory: number | null];

/** CPU in cores, memory in MiB. */
const container = (name: string, requests: Amounts, limits?: Amounts): ContainerSpec => ({
  name,
  cpuRequest: requests[0],
  memoryRequest: inBytes(requests[1]),
  ...(limits === undefined ? {} : { limits: { cpu: limits[0], memory: inBytes(limits[1]) } }),
});
const inBytes = (amount: number | null): number | null => (amount === null ? null : amount * mebibyte);

type Question = {
  readonly containers: readonly ContainerSpec[];
  readonly suggested: Readonly<Record<string, Amounts>>;
  readonly policy?: LimitPolicy;
  readonly rules?: NamespaceRules;
  readonly replicas?: number;
  /** Absent: a StatefulSet, whose updates start no additional pod. */
  readonly rollout?: Pick<Workload, 'maxSurge'>;
  readonly largestNode?: LargestNode;
  /** The highest memory that was used, in MiB. Absent: less than any limit. */
  readonly peak?: number;
};

function settle({
  containers,
  suggested,
  policy = 'keep',
  rules,
  replicas = 2,
  rollout,
  largestNode,
  peak = 0,
}: Question): SettledResource[] {
  const wanted = Object.entries(suggested).flatMap(([name, [cpu, memory]]) => [
    ...(cpu === null ? [] : [{ container: name, resource: 'cpu' as const, amount: cpu, peak: null }]),
    ...(memory === null
      ? []
      : [{ container: name, resource: 'memory' as const, amount: memory * mebibyte, peak: peak * mebibyte }]),
  ]);
  const workload: Workload = aWorkload({
    kind: rollout === undefined ? 'StatefulSet' : 'Deployment',
    containers,
    ...rollout,
    ...(rules === undefined ? {} : { rules }),
    ...(largestNode === undefined ? {} : { largestNode }),
  });
  return settlePod({ workload, policy, replicas, wanted });
}

/** The containers with the settled requests and limits. */
function applied(containers: readonly ContainerSpec[], settled: readonly SettledResource[]): ContainerSpec[] {
  return containers.map((spec) => {
    const of = (resource: 'cpu' | 'memory') =>
      settled.find((one) => one.container === spec.name && one.resource === resource);
    const [cpu, memory] = [of('cpu'), of('memory')];
    return {
      ...spec,
      cpuRequest: cpu?.request ?? spec.cpuRequest,
      memoryRequest: memory?.request ?? spec.memoryRequest,
      ...(spec.limits === undefined
        ? {}
        : {
            limits: {
              cpu: cpu?.limit === undefined ? spec.limits.cpu : cpu.limit,
              memory: memory?.limit === undefined ? spec.limits.memory : memory.limit,
            },
          }),
    };
  });
}

const maybe = (values: fc.Arbitrary<number>) => fc.option(values, { nil: null });

const most = (resource: 'cpu' | 'memory', max: number) =>
  ({ name: 'r', type: 'Container', resource, min: null, max, maxRatio: null }) as const;

/** `[request, limit]` of each resource, memory in MiB. */
const pairs = (settled: readonly SettledResource[]) =>
  settled.map(({ resource, request, limit }) => {
    const unit = resource === 'cpu' ? 1 : mebibyte;
    return [request / unit, limit === undefined || limit === null ? limit : limit / unit];
  });

describe('the limit policies of a Burstable pod', () => {
  const containers = [container('app', [0.5, 512], [1, 768])];

  it('keep leaves the limit, unless the request is above it', () => {
    expect(pairs(settle({ containers, suggested: { app: [0.3, 700] } }))).toEqual([
      [0.3, 1],
      [700, 768],
    ]);
    const raised = settle({ containers, suggested: { app: [0.3, 900] } });
    expect(pairs(raised)).toEqual([
      [0.3, 1],
      [900, 900],
    ]);
    expect(raised[1]?.reasons).toEqual(['The limit rises from 805.3M, because the request is above it.']);
    expect(raised[0]?.reasons).toEqual([]);
  });

  it('ratio keeps limit ÷ request', () => {
    expect(pairs(settle({ containers, policy: 'ratio', suggested: { app: [0.3, 900] } }))).toEqual([
      [0.3, 0.6],
      [900, 1350],
    ]);
  });

  it('equal sets the memory limit to the request, and keeps the CPU limit', () => {
    expect(pairs(settle({ containers, policy: 'equal', suggested: { app: [0.3, 400] } }))).toEqual([
      [0.3, 1],
      [400, 400],
    ]);
  });

  it.each(['keep', 'ratio'] as const)('%s adds no limit', (policy) => {
    const bare = [container('app', [0.5, 512], [null, null])];
    expect(pairs(settle({ containers: bare, policy, suggested: { app: [2, 900] } }))).toEqual([
      [2, null],
      [900, null],
    ]);
  });

  it('are not applied if the limits are unknown', () => {
    const unknown = [container('app', [0.5, 512])];
    expect(pairs(settle({ containers: unknown, policy: 'equal', suggested: { app: [2, 900] } }))).toEqual([
      [2, undefined],
      [900, undefined],
    ]);
  });
});

describe('the highest memory of the last 14 days', () => {
  const burstable = [container('app', [0.5, 512], [1, 768])];
  const guaranteed = [container('app', [1, 768], [1, 768])];

  it.each([
    ['with a reserve', burstable, 600, 630],
    ['up to the present limit', burstable, 760, 768],
    ['unless the request is above it', burstable, 200, 256],
  ])('bounds a lowered limit %s', (_, containers, peak, limit) => {
    const settled = settle({ containers, policy: 'equal', suggested: { app: [0.5, 256] }, peak });
    expect(pairs(settled)[1]).toEqual([256, limit]);
  });

  it('bounds a limit that is added', () => {
    const containers = [container('app', [0.5, 512], [1, null])];
    const settled = settle({ containers, policy: 'equal', suggested: { app: [0.5, 256] }, peak: 600 });
    expect(pairs(settled)[1]).toEqual([256, 630]);
  });

  it('is no reason to raise a limit', () => {
    const settled = settle({ containers: burstable, suggested: { app: [0.5, 256] }, peak: 900 });
    expect(pairs(settled)[1]).toEqual([256, 768]);
    expect(settled[1]?.reasons).toEqual([]);
  });

  it('bounds the request of a Guaranteed pod, within the LimitRanges', () => {
    const question = { containers: guaranteed, suggested: { app: [1, 256] as const }, peak: 600 };
    expect(pairs(settle(question))[1]).toEqual([630, 630]);
    const rules = { limitRanges: [most('memory', 400 * mebibyte)], quotas: [] };
    expect(pairs(settle({ ...question, rules }))[1]).toEqual([400, 400]);
  });
});

describe('the quality-of-service class', () => {
  it('stays Guaranteed: limits equal requests, also in a container with one suggestion', () => {
    const containers = [container('app', [0.5, 512], [0.5, 512]), container('side', [0.1, 64], [0.1, 64])];
    const settled = settle({ containers, suggested: { app: [0.3, 900], side: [null, 48] } });
    expect(pairs(settled)).toEqual([
      [0.3, 0.3],
      [900, 900],
      [48, 48],
    ]);
    expect(settled[0]?.reasons).toEqual(['The limit equals the request, so that the pod stays Guaranteed.']);
  });

  it('stays Burstable although both requests exceed their limits', () => {
    const settled = settle({ containers: [container('app', [0.1, 64], [0.2, 128])], suggested: { app: [0.3, 256] } });
    expect(pairs(settled)).toEqual([
      [0.3, 0.301],
      [256, 256],
    ]);
    expect(settled[0]?.reasons.at(-1)).toContain('so that the pod does not become Guaranteed');
  });

  it('stays Burstable although a LimitRange leaves no room above the requests', () => {
    const rules = { limitRanges: [most('cpu', 0.3), most('memory', 256 * mebibyte)], quotas: [] };
    const containers = [container('app', [0.1, 64], [0.2, 128])];
    expect(pairs(settle({ containers, rules, suggested: { app: [0.5, 512] } }))).toEqual([
      [0.299, 0.3],
      [256, 256],
    ]);
  });

  it('stays Burstable although a LimitRange of the pod leaves no room, and the request is the least', () => {
    const limitRanges = [{ ...most('cpu', 0.001), type: 'Pod' as const }];
    const containers = [container('app', [0.001, 64], [0.002, 64])];
    const settled = settle({ containers, rules: { limitRanges, quotas: [] }, suggested: { app: [0.001, null] } });
    expect(pairs(settled)).toEqual([[0.001, 0.002]]);
  });

  it('of a BestEffort pod becomes Burstable, without limits and with a sentence about it', () => {
    const settled = settle({
      containers: [container('app', [null, null], [null, null])],
      suggested: { app: [0.3, 256] },
    });
    expect(pairs(settled)).toEqual([
      [0.3, null],
      [256, null],
    ]);
    expect(settled[0]?.reasons).toEqual([
      'The pod has no requests yet: setting them makes it Burstable. No limit is added.',
    ]);
  });

  it('never changes otherwise, and no request exceeds its limit', () => {
    const cpu = fc.integer({ min: 1, max: 4_000 }).map((milli) => milli / 1_000);
    const memory = fc.integer({ min: 1, max: 4_096 });
    const aContainer = fc
      .tuple(maybe(cpu), maybe(memory), maybe(cpu), maybe(memory), fc.boolean())
      .map(([cpuRequest, memoryRequest, cpuLimit, memoryLimit, isEqual]) => {
        const limits = [cpuLimit, memoryLimit] as const;
        // Kubernetes itself sets a missing request to the limit.
        const request = (own: number | null, limit: number | null) =>
          limit === null ? own : isEqual ? limit : Math.min(own ?? limit, limit);
        return [[request(cpuRequest, cpuLimit), request(memoryRequest, memoryLimit)] as const, limits] as const;
      });
    const types = fc.constantFrom('Container', 'Pod');
    const range = (values: fc.Arbitrary<number>, unit: number, resource: 'cpu' | 'memory') =>
      fc.tuple(types, maybe(values), maybe(fc.integer({ min: 1, max: 10 }))).map(([type, max, maxRatio]) => ({
        name: 'range',
        type,
        resource,
        min: null,
        max: max === null ? null : max * unit,
        maxRatio,
      }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(aContainer, maybe(cpu), maybe(memory)), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('keep', 'ratio', 'equal'),
        fc.option(fc.tuple(range(cpu, 1, 'cpu'), range(memory, mebibyte, 'memory')), { nil: null }),
        memory,
        (all, policy, limitRanges, peak) => {
          const containers = all.map(([[requests, limits]], index) => container(`c${index}`, requests, limits));
          const suggested = Object.fromEntries(all.map(([, ...amounts], index) => [`c${index}`, amounts]));
          const settled = settle({
            containers,
            suggested,
            policy,
            peak,
            ...(limitRanges === null ? {} : { rules: { limitRanges, quotas: [] } }),
          });
          for (const { request, limit } of settled) {
            expect(request).toBeGreaterThan(0);
            expect(request).toBeLessThanOrEqual(limit ?? Number.POSITIVE_INFINITY);
          }
          const before = qosClass(containers);
          const wanted = before === 'BestEffort' && settled.length > 0 ? 'Burstable' : before;
          expect(qosClass(applied(containers, settled))).toBe(wanted);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** A LimitRange of the type Pod. */
const podRange = (resource: 'cpu' | 'memory', values: { min?: number; max?: number; maxRatio?: number }) => ({
  limitRanges: [{ name: 'pods', type: 'Pod' as const, resource, min: null, max: null, maxRatio: null, ...values }],
  quotas: [],
});

describe('LimitRanges and quotas', () => {
  const containers = [container('app', [0.5, 512], [1, 768])];

  it('bound the request, and say so', () => {
    const limitRanges = [
      { name: 'wide', type: 'Container', resource: 'cpu', min: 0.1, max: 4, maxRatio: null },
      { name: 'narrow', type: 'Container', resource: 'cpu', min: 0.2, max: 2, maxRatio: null },
    ] as const;
    const rules = { limitRanges, quotas: [] };
    const low = settle({ containers, rules, suggested: { app: [0.05, 512] } });
    expect(pairs(low)[0]).toEqual([0.2, 1]);
    expect(low[0]?.bounds).toEqual(['The LimitRange narrow requires at least 200m.']);
    const high = settle({ containers, rules, suggested: { app: [3, 512] } });
    expect(pairs(high)[0]).toEqual([2, 2]);
    expect(high[0]).toMatchObject({ wanted: 3, bounds: ['The LimitRange narrow allows at most 2.'] });
  });

  it('raise the request instead of lowering a limit that is too large for it', () => {
    const limitRanges = [
      { name: 'ratios', type: 'Container', resource: 'memory', min: null, max: null, maxRatio: 2 },
    ] as const;
    const settled = settle({ containers, rules: { limitRanges, quotas: [] }, suggested: { app: [0.5, 100] } });
    expect(pairs(settled)[1]).toEqual([384, 768]);
    expect(settled[1]?.bounds).toEqual(['The LimitRange ratios allows a limit of at most 2 × the request.']);
  });

  it('let an increase use only what the quota has left for all pods', () => {
    const quota = { name: 'team', resource: 'cpu', of: 'requests', hard: 2, used: 1.8 } as const;
    const rules = { limitRanges: [], quotas: [quota] };
    const settled = settle({ containers, rules, suggested: { app: [0.9, 512] } });
    expect(pairs(settled)[0]).toEqual([0.6, 1]);
    expect(settled[0]?.bounds).toEqual(['The quota team has 200m left for requests.']);
    const full = { limitRanges: [], quotas: [{ ...quota, used: 3 }] };
    expect(pairs(settle({ containers, rules: full, suggested: { app: [0.9, 512] } }))[0]).toEqual([0.5, 1]);
    expect(pairs(settle({ containers, rules: full, suggested: { app: [0.2, 512] } }))[0]).toEqual([0.2, 1]);
  });

  describe('the largest node', () => {
    const pod = [container('app', [0.5, 512], [1, 768]), container('side', [0.5, 64], [1, 96])];
    const largestNode = { cpu: { name: 'node-a', value: 1.9 }, memory: { name: 'node-b', value: 1024 * mebibyte } };

    it('bounds the requests of a pod, and is named', () => {
      const settled = settle({ containers: pod, largestNode, suggested: { app: [3, 960], side: [0.8, null] } });
      expect(settled.map(({ request }) => request)).toEqual([1.5, 960 * mebibyte, 0.4]);
      expect(settled[0]?.bounds).toEqual([
        'The largest node, node-a, offers 1.9 to pods: a larger pod could not be scheduled.',
      ]);
      expect(settled[1]?.bounds).toEqual([]);
    });

    it('is no bound for a pod that is larger already, and yields to a stricter LimitRange', () => {
      const small = { ...largestNode, cpu: { name: 'node-a', value: 0.9 } };
      expect(settle({ containers: pod, largestNode: small, suggested: { app: [3, null] } })[0]?.request).toBe(3);
      const [first] = settle({
        containers: pod,
        largestNode,
        rules: podRange('cpu', { max: 1.2 }),
        suggested: { app: [3, null] },
      });
      expect([first?.request, first?.bounds]).toEqual([
        0.7,
        ['The LimitRange pods allows at most 1.2 for all containers of a pod.'],
      ]);
    });
  });

  describe('of the type Pod', () => {
    const pod = [container('app', [0.5, 512], [1, 768]), container('side', [0.1, 64], [0.2, 96])];
    it('bound the sum of the requests, each in proportion', () => {
      const high = settle({
        containers: pod,
        rules: podRange('cpu', { max: 1 }),
        suggested: { app: [1.5, 512], side: [0.5, 64] },
      });
      expect(pairs(high).filter((_, index) => index % 2 === 0)).toEqual([
        [0.75, 0.75],
        [0.25, 0.25],
      ]);
      expect(high[0]?.bounds).toEqual(['The LimitRange pods allows at most 1 for all containers of a pod.']);
      const low = settle({
        containers: pod,
        rules: podRange('cpu', { min: 0.4 }),
        suggested: { app: [0.1, null], side: [0.1, null] },
      });
      expect(pairs(low)).toEqual([
        [0.2, 1],
        [0.2, 0.2],
      ]);
    });

    it('count the containers without a suggestion', () => {
      const settled = settle({ containers: pod, rules: podRange('cpu', { max: 0.9 }), suggested: { app: [2, null] } });
      expect(settled[0]?.request).toBe(0.8);
    });

    it('lower limits only as far as the requests, and say so', () => {
      const settled = settle({
        containers: pod,
        rules: podRange('cpu', { max: 0.9 }),
        suggested: { app: [0.5, null], side: [0.1, null] },
      });
      expect(pairs(settled)).toEqual([
        [0.5, 0.75],
        [0.1, 0.15],
      ]);
      expect(settled[0]?.reasons).toEqual([
        'The LimitRange pods allows limits of at most 900m for all containers of a pod.',
      ]);
    });

    it('raise requests if the limits are too large for them', () => {
      const settled = settle({
        containers: pod,
        rules: podRange('cpu', { maxRatio: 2 }),
        suggested: { app: [0.3, null], side: [0.1, null] },
      });
      const sum = settled.reduce((total, { request }) => total + request, 0);
      expect(sum).toBeCloseTo(0.6, 2);
      expect(sum).toBeGreaterThanOrEqual(0.6);
      expect(settled[0]?.bounds).toEqual(['The LimitRange pods allows limits of at most 2 × the requests of a pod.']);
    });
  });

  it('leave room in the quota for the additional pods of a rolling update', () => {
    const quota = { name: 'team', resource: 'cpu', of: 'requests', hard: 3, used: 1 } as const;
    const rules = { limitRanges: [], quotas: [quota] };
    const question = { containers, rules, suggested: { app: [2, 512] as const } };
    const assumed = settle({ ...question, rollout: {} });
    // 2 cores are left, and the additional pod still has the old request of 0.5.
    expect(pairs(assumed)[0]).toEqual([1.25, 1.25]);
    expect(assumed[0]?.bounds).toEqual([
      'The quota team has 2 left for requests, and a rolling update needs 500m for 1 more pod (25% assumed, because maxSurge is unknown).',
    ]);
    const known = settle({ ...question, rollout: { maxSurge: 2 } });
    expect(pairs(known)[0]).toEqual([1, 1]);
    expect(known[0]?.bounds).toEqual([
      'The quota team has 2 left for requests, and a rolling update needs 1 for 2 more pods.',
    ]);
    expect(pairs(settle({ ...question, rollout: { maxSurge: 0 } }))[0]).toEqual([1.5, 1.5]);
  });

  it('let a limit rise only as far as the quota of limits, and the request with it', () => {
    const rules = {
      limitRanges: [],
      quotas: [
        { name: 'team', resource: 'memory', of: 'limits', hard: 2_000 * mebibyte, used: 1_900 * mebibyte } as const,
      ],
    };
    expect(pairs(settle({ containers, rules, suggested: { app: [0.5, 900] } }))[1]).toEqual([818, 818]);
  });
});
