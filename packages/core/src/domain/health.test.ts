import { expect, test } from 'vitest';
import { assessHealth } from './health.ts';
import { targetHealth } from './target-health.ts';
import { classifyUtilization, utilization } from './utilization.ts';

const of = (usage: number | null, request: number | null) => ({ usage, request });
const container = (cpu: { usage: number | null; request: number | null }, name = 'app') => ({
  name,
  cpu,
  memory: of(75, 100),
});

const risks = (usage: number) => assessHealth({ containers: [container(of(usage, 1))] }).risks;

test('under 50 % a resource is over provisioned, above 100 % under provisioned, and in between neither', () => {
  expect(risks(0.4999)).toEqual([
    {
      type: 'overProvisioned',
      weight: 'low',
      message: 'CPU is over provisioned! Consider decreasing the request.',
      resource: 'cpu',
      container: null,
    },
  ]);
  expect(risks(1.0001)).toEqual([
    {
      type: 'underProvisioned',
      weight: 'high',
      message: 'CPU is under provisioned! Consider increasing the request.',
      resource: 'cpu',
      container: null,
    },
  ]);
  expect(risks(0.5)).toEqual([]);
  expect(risks(1)).toEqual([]);
  expect(risks(0)).toHaveLength(1);
});

test('sums of exactly 100 % with rounding errors are no risk', () => {
  const containers = [container(of(0.1, 0.1), 'a'), container(of(0.2, 0.2), 'b')];
  expect(assessHealth({ containers }).risks).toEqual([]);
  expect(assessHealth({ containers: [container(of(0.1 + 0.2, 0.3))] }).risks).toEqual([]);
});

test.each([null, 0])(
  'a container that requests %j has a risk of its own, and its resource no utilization',
  (request) => {
    const health = assessHealth({ containers: [container(of(5, request)), container(of(1, 1), 'proxy')], replicas: 2 });
    expect(health.utilization).toEqual({ cpu: null, memory: 0.75 });
    expect(health.averageUtilization).toBe(0.75);
    expect(health.replicas).toBe(2);
    expect(health.risks).toEqual([
      {
        type: 'noRequest',
        weight: 'high',
        message: 'Container app has no CPU requests set! Consider setting requests.',
        resource: 'cpu',
        container: 'app',
      },
    ]);
  },
);

test('the memory risks name memory', () => {
  const low = assessHealth({ containers: [{ name: 'app', cpu: of(0.7, 1), memory: of(1, 100) }] });
  const none = assessHealth({ containers: [{ name: 'app', cpu: of(0.7, 1), memory: of(1, null) }] });
  expect(low.risks.map(({ message }) => message)).toEqual([
    'MEMORY is over provisioned! Consider decreasing the request.',
  ]);
  expect(none.risks.map(({ message }) => message)).toEqual([
    'Container app has no MEMORY requests set! Consider setting requests.',
  ]);
});

test('without usage or containers nothing is reported', () => {
  const nothing = { cpu: null, memory: null };
  expect(assessHealth({ containers: [] })).toEqual({
    utilization: nothing,
    averageUtilization: null,
    replicas: null,
    risks: [],
  });
  expect(assessHealth({ containers: [{ name: 'a', cpu: of(null, 1), memory: of(Number.NaN, 1) }] }).risks).toEqual([]);
});

test.each([
  [0, 'unoptimized'],
  [0.49999, 'unoptimized'],
  [0.5, 'normal'],
  [0.8, 'normal'],
  [0.56 / 0.7, 'normal'],
  [0.80001, 'optimized'],
  [0.99999, 'optimized'],
  [1, 'unoptimized'],
  [4, 'unoptimized'],
  [null, null],
  [Number.NaN, null],
])('a fraction of %d is %s', (fraction, expected) => {
  expect(classifyUtilization(fraction)).toBe(expected);
});

test('utilization without a request is null', () => {
  expect(utilization(1, 4)).toBe(0.25);
  expect(utilization(0, 4)).toBe(0);
  for (const request of [0, -0, null, undefined, Number.NaN]) expect(utilization(1, request)).toBeNull();
  expect(utilization(Number.POSITIVE_INFINITY, 1)).toBeNull();
});

test('current metrics are matched by container name', () => {
  const target = {
    current_replicas: 2,
    containers: [
      { name: 'constructor', average_requests: { cpu: 1 } },
      { name: 'idle', average_requests: { cpu: 1, memory: 100 } },
    ],
  };
  const current = {
    containers: [
      {
        name: 'constructor',
        metrics: [
          { name: 'cpu', averageValue: 0.9, averageRequest: 7 },
          { name: 'memory', averageValue: 60, averageRequest: 100 },
        ],
      },
      {
        name: 'idle',
        metrics: [
          { name: 'cpu', averageValue: 0.5 },
          { name: 'memory', averageValue: 60 },
        ],
      },
    ],
  };
  expect(targetHealth(target, current).utilization).toEqual({ cpu: 0.7, memory: 0.6 });
  expect(targetHealth(target, null).risks.map(({ type }) => type)).toEqual(['noRequest']);
});

test('a request that the server does not know is not reported as missing', () => {
  const bare = { name: 'app', average_requests: { cpu: null, memory: null } };
  const missing = (unknown_requests?: string[]) =>
    targetHealth({ current_replicas: 1, containers: [{ ...bare, unknown_requests }] }, null).risks;
  expect(missing().map(({ resource }) => resource)).toEqual(['cpu', 'memory']);
  expect(missing(['cpu']).map(({ resource }) => resource)).toEqual(['memory']);
});
