import { mebibyte } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContainerSpec } from '../ports/index.ts';
import { qosClass } from './pod-quality.ts';
import type { SettledResource } from './pod-resources.ts';
import { container, mostOf, pairs, settle } from './testing/settle.ts';

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

  it.each(['Container', 'Pod'] as const)(
    'prevents a new limit if a LimitRange (%s) leaves too little for it',
    (type) => {
      const other = container('cache', [0.1, 100], [null, 100]);
      const containers = [container('app', [0.5, 512], [1, null]), ...(type === 'Pod' ? [other] : [])];
      const range = { ...mostOf('memory', 600 * mebibyte), type };
      const settled = settle({
        containers,
        policy: 'equal',
        rules: { limitRanges: [range], quotas: [] },
        suggested: { app: [0.5, 256] },
        peak: 600,
      });
      expect(pairs(settled)[1]).toEqual([256, null]);
      expect(settled[1]?.reasons).toEqual([
        'LimitRanges or quotas leave too little for a limit: up to 629.1M were used in the last 14 days. No limit is added.',
      ]);
    },
  );

  it('is above no limit that is added, whatever the rules, and the others get the room', () => {
    const memory = fc.integer({ min: 1, max: 4_096 });
    const cpu = fc.integer({ min: 1, max: 4_000 }).map((milli) => milli / 1_000);
    const aContainer = fc.record({ request: maybe(memory), limit: maybe(memory), wanted: maybe(memory) });
    const aRange = fc.record({
      type: fc.constantFrom('Container', 'Pod'),
      max: memory,
      maxRatio: maybe(fc.integer({ min: 1, max: 10 })),
    });
    const aQuota = fc.record({ of: fc.constantFrom('requests', 'limits'), hard: memory, used: memory });
    fc.assert(
      fc.property(
        fc.array(aContainer, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('keep', 'ratio', 'equal'),
        fc.array(aRange, { maxLength: 2 }),
        fc.array(aQuota, { maxLength: 1 }),
        fc.array(fc.record({ cpu, memory }), { maxLength: 1 }),
        memory,
        (all, policy, ranges, quotas, nodes, peak) => {
          const item = { name: 'r', resource: 'memory' } as const;
          const settled = settle({
            // Without a CPU limit, the pod is Burstable or BestEffort.
            containers: all.map(({ request, limit }, at) =>
              container(`c${at}`, [0.1, limit === null ? request : Math.min(request ?? limit, limit)], [null, limit]),
            ),
            policy,
            rules: {
              limitRanges: ranges.map((one) => ({ ...item, ...one, min: null, max: one.max * mebibyte })),
              quotas: quotas.map(({ of, hard, used }) => ({
                ...item,
                of,
                hard: hard * mebibyte,
                used: Math.min(hard, used) * mebibyte,
              })),
            },
            largestNodes: nodes.map((node) => ({ name: 'n', cpu: node.cpu, memory: node.memory * mebibyte })),
            suggested: Object.fromEntries(all.map(({ wanted }, at) => [`c${at}`, [null, wanted] as const])),
            peak,
          });
          for (const { limit, currentLimit, request } of settled) {
            if (currentLimit !== null || limit == null) continue;
            expect(limit).toBeGreaterThanOrEqual(peak * mebibyte);
            expect(limit).toBeGreaterThanOrEqual(request);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is no reason to raise a limit', () => {
    const settled = settle({ containers: burstable, suggested: { app: [0.5, 256] }, peak: 900 });
    expect(pairs(settled)[1]).toEqual([256, 768]);
    expect(settled[1]?.reasons).toEqual([]);
  });

  it('bounds the request of a Guaranteed pod, within the LimitRanges', () => {
    const question = { containers: guaranteed, suggested: { app: [1, 256] as const }, peak: 600 };
    expect(pairs(settle(question))[1]).toEqual([630, 630]);
    const rules = { limitRanges: [mostOf('memory', 400 * mebibyte)], quotas: [] };
    expect(pairs(settle({ ...question, rules }))[1]).toEqual([400, 400]);
  });
});

describe('the highest CPU of the last 14 days', () => {
  const guaranteed = [container('app', [2, 512], [2, 512])];
  const burstable = [container('app', [1, 512], [2, 768])];

  it.each([
    ['with a reserve', 1, 1.05],
    ['up to the present limit', 1.95, 2],
    ['also above the limit', 2.1, 2],
  ])('bounds the limit of a Guaranteed pod, and its request: %s', (_, cpuPeak, limit) => {
    const [cpu] = settle({ containers: guaranteed, suggested: { app: [0.11, 512] }, cpuPeak });
    expect([cpu?.request, cpu?.limit]).toEqual([limit, limit]);
    expect(cpu?.bounds).toEqual([
      expect.stringMatching(/^The limit must equal the request, and up to [\d.]+ were used in the last 14 days\.$/),
    ]);
  });

  it('bounds a limit that keeps its ratio', () => {
    const [cpu] = settle({ containers: burstable, policy: 'ratio', suggested: { app: [0.1, null] }, cpuPeak: 1 });
    expect([cpu?.request, cpu?.limit]).toEqual([0.1, 1.05]);
    expect(cpu?.reasons).toEqual(['The limit does not fall to 200m, because up to 1 were used in the last 14 days.']);
  });

  it.each(['keep', 'ratio', 'equal'] as const)('is no reason to raise or add a limit: %s', (policy) => {
    const question = { policy, suggested: { app: [1, null] as const }, cpuPeak: 5 };
    expect(pairs(settle({ ...question, containers: burstable }))).toEqual([[1, 2]]);
    expect(pairs(settle({ ...question, containers: [container('app', [1, 512], [null, 768])] }))).toEqual([[1, null]]);
  });

  it.each([
    [1.9, 2, false],
    [1.91, 2, true],
    [3, 2, true],
    [3, null, false],
  ])('of %s shows whether the limit %s may have held it back', (cpuPeak, limit, reachedLimit) => {
    const containers = [container('app', [1, 512], [limit, 768])];
    expect(settle({ containers, suggested: { app: [1, null] }, cpuPeak })).toMatchObject([{ reachedLimit }]);
  });
});

describe('a kill of the last 14 days', () => {
  const suggested = { app: [0.5, 315] as const };
  const question = { suggested, peak: 300, killLimit: 512 };

  it('bounds the limit of a Guaranteed pod, and its request', () => {
    const containers = [container('app', [0.5, 700], [0.5, 700])];
    const [, memory] = settle({ ...question, containers });
    expect([memory?.request, memory?.limit]).toEqual([615 * mebibyte, 615 * mebibyte]);
    expect(memory?.bounds).toEqual([
      'The limit must equal the request, and the container was killed at 536.9M in the last 14 days.',
    ]);
  });

  it.each([
    ['equal', [0.5, 700], [1, 700]],
    ['ratio', [0.5, 400], [1, 700]],
  ] as const)('bounds a lowered limit, and not the request: %s', (policy, requests, limits) => {
    const [, memory] = settle({ ...question, policy, containers: [container('app', requests, limits)] });
    expect([memory?.request, memory?.limit]).toEqual([315 * mebibyte, 615 * mebibyte]);
    expect(memory?.reasons).toEqual([
      expect.stringMatching(
        /^The limit does not fall to [\d.]+M, because the container was killed at 536\.9M in the last 14 days\.$/,
      ),
    ]);
  });

  it.each([
    ['is no reason to raise a limit', 512, 512],
    ['bounds a limit that is added', null, 615],
  ])('%s', (_, present, limit) => {
    const containers = [container('app', [0.5, 512], [1, present])];
    expect(pairs(settle({ ...question, policy: 'equal', containers }))[1]).toEqual([315, limit]);
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
    const rules = { limitRanges: [mostOf('cpu', 0.3), mostOf('memory', 256 * mebibyte)], quotas: [] };
    const containers = [container('app', [0.1, 64], [0.2, 128])];
    expect(pairs(settle({ containers, rules, suggested: { app: [0.5, 512] } }))).toEqual([
      [0.299, 0.3],
      [256, 256],
    ]);
  });

  it('stays Burstable although a LimitRange of the pod leaves no room, and the request is the least', () => {
    const limitRanges = [{ ...mostOf('cpu', 0.001), type: 'Pod' as const }];
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
