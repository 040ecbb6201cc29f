import { mebibyte } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { container, pairs, settle } from './testing/settle.ts';

/** A quota of memory limits of 1,024 MiB, of which so many MiB are used. */
const limitQuota = (used: number) => ({
  limitRanges: [],
  quotas: [
    { name: 'team', resource: 'memory' as const, of: 'limits' as const, hard: 1024 * mebibyte, used: used * mebibyte },
  ],
});

/** A LimitRange of the type Pod. */
const podRange = (resource: 'cpu' | 'memory', values: { min?: number; max?: number; maxRatio?: number }) => ({
  limitRanges: [{ name: 'pods', type: 'Pod' as const, resource, min: null, max: null, maxRatio: null, ...values }],
  quotas: [],
});

/** A LimitRange that allows limits of twice the requests. */
const ratio = (type: 'Container' | 'Pod') =>
  ({ name: 'ratios', type, resource: 'cpu', min: null, max: null, maxRatio: 2 }) as const;
const cpuOf = (settled: ReturnType<typeof settle>) => settled.map(({ request }) => request);

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

  it('do not say that a limit rises which they leave at its present value', () => {
    const equal = [container('app', [0.5, 512], [null, 512])];
    const kept = settle({ containers: equal, rules: limitQuota(1024), suggested: { app: [null, 600] } });
    expect(pairs(kept)).toEqual([[512, 512]]);
    expect(kept[0]?.reasons).toEqual([]);
    const raised = settle({ containers: equal, rules: limitQuota(928), suggested: { app: [null, 600] } });
    expect(pairs(raised)).toEqual([[560, 560]]);
    expect(raised[0]?.reasons).toEqual(['The limit rises from 536.9M, because the request is above it.']);
  });

  it('are not exceeded by the step that keeps a pod Burstable', () => {
    const quotas = [
      { name: 'team', resource: 'cpu', of: 'limits', hard: 0.5, used: 0.2 },
      { name: 'team', resource: 'memory', of: 'limits', hard: 768 * mebibyte, used: 512 * mebibyte },
    ] as const;
    const settled = settle({
      containers: [container('app', [0.1, 256], [0.2, 512])],
      rules: { limitRanges: [], quotas },
      replicas: 1,
      suggested: { app: [1, 1024] },
    });
    expect(pairs(settled)).toEqual([
      [0.499, 0.5],
      [768, 768],
    ]);
  });

  it('are not filled by limits below what a container uses', () => {
    const settled = settle({
      containers: [container('app', [1, 1024], [null, 2048]), container('cache', [1, 512], [null, 1024])],
      rules: podRange('memory', { max: 4096 * mebibyte }),
      suggested: { app: [null, 6144], cache: [null, 1024] },
      peak: 950,
    });
    expect(pairs(settled)[1]?.[1]).toBeGreaterThanOrEqual(950 * 1.05);
  });

  it('leave room for the limit of a container that uses more than its request', () => {
    const settled = settle({
      containers: [container('app', [1, 1024], [null, 2048]), container('cache', [1, 512], [null, 1024])],
      rules: podRange('memory', { max: 4096 * mebibyte }),
      suggested: { app: [null, 6144], cache: [null, 600] },
      peak: 950,
    });
    const [app, cache] = pairs(settled);
    expect(cache?.[1]).toBeGreaterThanOrEqual(950 * 1.05);
    expect((app?.[1] ?? 0) + (cache?.[1] ?? 0)).toBeLessThanOrEqual(4096);
    expect(app?.[0]).toBeGreaterThan(3000);
  });

  it('do not say that a limit keeps its ratio which they lowered', () => {
    const settled = settle({ containers, policy: 'ratio', rules: limitQuota(960), suggested: { app: [null, 640] } });
    expect(pairs(settled)).toEqual([[640, 800]]);
    expect(settled[0]?.reasons).toEqual(['The limit changes with the request.']);
  });

  describe('the nodes', () => {
    const pod = [container('app', [0.5, 512], [1, 768]), container('side', [0.5, 64], [1, 96])];
    const large = { name: 'node-a', cpu: 1.9, memory: 1024 * mebibyte };

    it('bound the requests of a pod, and the best one is named', () => {
      const settled = settle({
        containers: pod,
        largestNodes: [large],
        suggested: { app: [3, 960], side: [0.8, null] },
      });
      expect(settled.map(({ request }) => request)).toEqual([1.4, 960 * mebibyte, 0.5]);
      expect(settled[0]?.bounds).toEqual([
        'The node that fits the pod best, node-a, offers 1.9 to pods: a larger pod could not be scheduled.',
      ]);
      expect(settled[1]?.bounds).toEqual([]);
    });

    it.each([
      ['Guaranteed', [1024, 1024]],
      ['Burstable', [512, 1024]],
    ] as const)('are not filled by taking memory from a container that does not grow: %s', (_, [request, limit]) => {
      const settled = settle({
        containers: [container('app', [1, 2048], [1, 2048]), container('cache', [1, request], [1, limit])],
        largestNodes: [{ name: 'node-a', cpu: 8, memory: 4096 * mebibyte }],
        suggested: { app: [null, 6144], cache: [null, 1024] },
        peak: 950,
      });
      const [app, cache] = pairs(settled);
      // 5 % above the highest usage.
      expect(cache?.[0]).toBeGreaterThanOrEqual(950);
      expect(cache?.[1]).toBeGreaterThanOrEqual(950 * 1.05);
      expect((app?.[0] ?? 0) + (cache?.[0] ?? 0)).toBeLessThanOrEqual(4096);
      expect(app?.[0]).toBeGreaterThan(3000);
    });

    it('leave each container its present request if they are too small for what all of them use', () => {
      const settled = settle({
        containers: [container('app', [1, 1024], [1, 2048]), container('cache', [1, 512], [1, 1024])],
        largestNodes: [{ name: 'node-a', cpu: 8, memory: 1800 * mebibyte }],
        suggested: { app: [null, 6144], cache: [null, 1024] },
        peak: 950,
      });
      expect(pairs(settled)).toEqual([
        [1288, 2048],
        [512, 1024],
      ]);
    });

    it('must have room for CPU and memory together', () => {
      const largestNodes = [
        { name: 'compute', cpu: 8, memory: 2048 * mebibyte },
        { name: 'memory', cpu: 2, memory: 8192 * mebibyte },
      ];
      const sizes = (cpu: number, memory: number) =>
        settle({ containers: [container('app', [0.5, 512])], largestNodes, suggested: { app: [cpu, memory] } });
      expect(pairs(sizes(7, 6144)).map(([request]) => request)).toEqual([7, 2048]);
      expect(sizes(7, 6144)[1]?.bounds).toEqual([
        expect.stringContaining('The node that fits the pod best, compute, '),
      ]);
      expect(pairs(sizes(3, 8192)).map(([request]) => request)).toEqual([2, 8192]);
      for (const [cpu, memory] of [
        [8, 2048],
        [2, 8192],
      ] as const)
        expect(pairs(sizes(cpu, memory)).map(([request]) => request)).toEqual([cpu, memory]);
    });

    it('must have room for the largest init container too', () => {
      const largestNodes = [
        { name: 'compute', cpu: 8, memory: 2048 * mebibyte },
        { name: 'memory', cpu: 2, memory: 8192 * mebibyte },
      ];
      const largestInit = { cpu: 0, memory: 4096 * mebibyte };
      const settled = settle({
        containers: [container('app', [0.5, 512])],
        largestNodes,
        rollout: { largestInit: { requests: largestInit, limits: largestInit } },
        suggested: { app: [7, 1024] },
      });
      expect(pairs(settled).map(([request]) => request)).toEqual([2, 1024]);
    });

    it('are no bound for a pod that is larger already, and yield to a stricter LimitRange', () => {
      const small = { ...large, cpu: 0.9 };
      expect(settle({ containers: pod, largestNodes: [small], suggested: { app: [3, null] } })[0]?.request).toBe(3);
      const [first] = settle({
        containers: pod,
        largestNodes: [large],
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

  describe('that require a larger request for the limit', () => {
    const pod = [container('app', [1, 512], [2, 512]), container('side', [1, 512], [2, 512])];
    const full = { name: 'team', resource: 'cpu', of: 'requests', hard: 4, used: 4 } as const;

    it.each([
      ['Container', [0.3, 1.7], [1, 1]],
      ['Pod', [0.3, 1.5], [0.46, 1.54]],
    ] as const)('stay within the quota: %s', (type, [app, side], requests) => {
      const rules = { limitRanges: [ratio(type)], quotas: [full] };
      const settled = settle({ containers: pod, rules, suggested: { app: [app, null], side: [side, null] } });
      expect(cpuOf(settled)).toEqual(requests);
      expect(settled[0]?.bounds).toEqual([expect.stringContaining('The LimitRange ratios allows ')]);
      expect(settled[1]?.bounds.at(-1)).toBe('The quota team has 0 left for requests.');
    });

    it('stay within the node', () => {
      const rules = { limitRanges: [ratio('Container')], quotas: [] };
      const largestNodes = [{ name: 'node-a', cpu: 2, memory: 8192 * mebibyte }];
      const suggested = { app: [0.3, null], side: [1.7, null] } as const;
      expect(cpuOf(settle({ containers: pod, rules, largestNodes, suggested }))).toEqual([1, 1]);
    });

    it('never exceed a full quota, whatever the policy and the ratios', () => {
      const cpu = fc.integer({ min: 1, max: 3_000 }).map((milli) => milli / 1_000);
      const aContainer = fc.record({ request: cpu, more: cpu, wanted: cpu });
      fc.assert(
        fc.property(
          fc.array(aContainer, { minLength: 1, maxLength: 3 }),
          fc.constantFrom('keep', 'ratio', 'equal'),
          fc.constantFrom('Container', 'Pod'),
          fc.integer({ min: 0, max: 3_000 }),
          (all, policy, type, peak) => {
            const settled = settle({
              containers: all.map(({ request, more }, at) => container(`c${at}`, [request, 64], [request + more, 128])),
              policy,
              rules: { limitRanges: [ratio(type)], quotas: [full] },
              suggested: Object.fromEntries(all.map(({ wanted }, at) => [`c${at}`, [wanted, null] as const])),
              cpuPeak: peak / 1_000,
            });
            const present = all.reduce((sum, { request }) => sum + request, 0);
            expect(cpuOf(settled).reduce((sum, request) => sum + request, 0)).toBeLessThanOrEqual(present + 1e-9);
          },
        ),
        { numRuns: 500 },
      );
    });

    it('do not raise a limit that keeps its ratio', () => {
      const rules = { limitRanges: [ratio('Container')], quotas: [] };
      const wide = [container('app', [1, 512], [3, 768])];
      expect(pairs(settle({ containers: wide, policy: 'ratio', rules, suggested: { app: [0.3, null] } }))).toEqual([
        [0.45, 0.9],
      ]);
    });
  });

  it('share the maximum of a pod although one container is at its own minimum', () => {
    const limitRanges = [
      { name: 'each', type: 'Container', resource: 'cpu', min: 0.3, max: null, maxRatio: null },
      { name: 'pods', type: 'Pod', resource: 'cpu', min: null, max: 1, maxRatio: null },
    ] as const;
    const pod = [container('app', [0.3, 64]), container('side', [0.3, 64]), container('third', [0.3, 64])];
    const settled = settle({
      containers: pod,
      rules: { limitRanges, quotas: [] },
      suggested: { app: [0.4, null], side: [1.2, null], third: [0.4, null] },
    });
    expect(settled.map(({ request }) => request)).toEqual([0.3, 0.4, 0.3]);
  });

  it('leave nothing for a container without a request if a quota is full', () => {
    const quotas = (['requests', 'limits'] as const).flatMap((of) =>
      (['cpu', 'memory'] as const).map((resource) => ({ name: 'team', resource, of, hard: 4, used: 4 })),
    );
    const rules = { limitRanges: [], quotas };
    const bare = [container('app', [null, 512], [null, null])];
    const settled = settle({ containers: bare, policy: 'equal', rules, suggested: { app: [0.2, 600] } });
    expect(pairs(settled)).toEqual([
      [0, null],
      [512, null],
    ]);
    expect(settled[0]?.bounds).toEqual(['The quota team has 0 left for requests.']);
    expect(settled[1]?.reasons).toEqual(['The quota team has 0 left for limits. No limit is added.']);
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
