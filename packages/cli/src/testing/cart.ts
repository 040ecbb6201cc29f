import { serve } from './loopback.ts';

const id = { namespace: 'shop', name: 'cart' };
const spec = {
  vertical: { mode: 'recommendation', containers: {} },
  horizontal: { mode: 'recommendation' },
  limit_policy: 'ratio',
};

const tradeOffPoint = (
  request: number,
  slack: number,
  minutesAbovePerDay: number,
  daysAbove: number,
  dollarsUnusedPerYear: number,
) => ({ request, slack, minutesAbovePerDay, daysAbove, dollarsUnusedPerYear });

/** The responses for a target with every part of its screen. The clock of the tests is 09:30. */
export const cart = {
  found: {
    target: {
      ...id,
      kind: 'Deployment',
      current_replicas: 2,
      containers: [{ name: 'api', average_requests: { cpu: 0.4, memory: 2 ** 30 } }],
    },
    aiscaletarget: { ...id, spec },
    horizontalpodautoscaler: { min_replicas: 2, max_replicas: 10 },
  },
  row: {
    ...id,
    mode: 'Recommendation',
    status: { severity: 'medium', label: 'Overprovisioned' },
    scaling: 'multi dimensional',
    recommendation: { type: 'downDelta', label: '-50%' },
    hourly_waste_savings: 0.1,
    net_hourly_savings: -0.05,
  },
  current: {
    ...id,
    containers: [
      {
        name: 'api',
        metrics: [
          { name: 'cpu', averageValue: 0.1 },
          { name: 'memory', averageValue: null },
        ],
      },
    ],
  },
  suggestion: {
    created: '2026-11-18T09:25:00Z',
    why: 'Half of it is never used. Two pods are enough.',
    metric: 'cpu',
    suggestedReplicas: 2,
    forecasts: [],
    resourceRecommendations: [{ container: 'api', recommendations: [{ resource: 'cpu', value: '200m' }] }],
  },
  pods: [
    {
      name: 'cart-1',
      status: 'Running',
      created: '2026-11-18T08:30:00Z',
      labels: [],
      containers: [{ name: 'api', image: 'registry.shop.example/cart:1.2' }],
    },
    { name: 'cart-2', status: 'Pending', created: null, labels: [], containers: [] },
  ],
  series: {
    periods: ['2026-11-18T09:15:00Z', '2026-11-18T09:20:00Z', '2026-11-18T09:25:00Z', '2026-11-18T09:30:00Z'],
    metrics: [
      {
        metricName: 'cpu',
        metricType: 'total',
        targetType: 'deployment',
        values: [0.1, 0.2, null, null],
        predicted: [0.1, 0.15, 0.2, 0.3],
      },
    ],
  },
  outlook: {
    ...id,
    created: '2026-11-18T09:25:00Z',
    resources: [
      {
        metric: 'cpu',
        // Without a time zone, so that the screens are the same in all time zones.
        day: { timestamp: '2026-11-18T14:00:00', value: 0.6, low: 0.5, high: 0.8 },
        week: { timestamp: '2026-11-23T09:00:00', value: 0.9, low: 0.6, high: 1.2 },
        hours: [],
      },
    ],
    replicas: {
      metric: 'cpu',
      day: { timestamp: '2026-11-18T14:00:00', value: 4, low: 3, high: 5 },
      week: null,
    },
  },
  whatIf: {
    ...id,
    created: '2026-11-18T09:30:00Z',
    load: 'busiest_day',
    scale: 2,
    assume: 'current',
    window: { start: '2026-11-09T09:30:00', end: '2026-11-10T09:30:00', stepSeconds: 300 },
    samples: { found: 276, expected: 288 },
    problems: ['60 minutes without samples are not counted.'],
    replicas: {
      rule: 'autoscaler',
      minReplicas: 2,
      maxReplicas: 10,
      peak: 10,
      needed: 14,
      peakAt: '2026-11-09T14:05:00',
      minutesShort: 35,
    },
    containers: [
      {
        container: 'api',
        resource: 'cpu',
        request: 0.4,
        limit: null,
        highest: 0.62,
        minutesWithSamples: 1_380,
        minutesOverRequest: 140,
        minutesOverLimit: null,
      },
      {
        container: 'api',
        resource: 'memory',
        request: 1e9,
        limit: 2e9,
        highest: 9e8,
        minutesWithSamples: 1_380,
        minutesOverRequest: 0,
        minutesOverLimit: 0,
      },
    ],
    now: { replicas: 2, cpu: 0.8, memory: 2e9, nodeShares: { cpu: 0.2, memory: 0.125 }, dollarsPerHour: 0.0384 },
    peak: { replicas: 10, cpu: 4, memory: 1e10, nodeShares: { cpu: 1, memory: 0.625 }, dollarsPerHour: 0.192 },
    dollars: 3.6,
    steps: [],
  },
  reliability: {
    ...id,
    created: '2026-11-18T09:25:00Z',
    window: { start: '2026-11-11T09:25:00Z', end: '2026-11-18T09:25:00Z' },
    oomKills: { value: 2, last: '2026-11-17T22:05:00Z', since: '2026-11-11T09:25:00Z', unknown: null },
    restarts: { value: 3, last: '2026-11-17T22:05:00Z', since: '2026-11-15T06:00:00Z', unknown: null },
    throttling: { value: null, last: null, since: null, unknown: 'There is no CPU limit.' },
    cpuAbove: { value: 0, last: null, since: '2026-11-11T09:25:00Z', unknown: null },
    memoryAbove: { value: 74.3, last: '2026-11-17T22:00:00Z', since: '2026-11-11T09:25:00Z', unknown: null },
    memoryOfLimit: { value: 0.99, last: '2026-11-17T22:00:00Z', since: '2026-11-11T09:25:00Z', unknown: null },
    leak: { isSeen: true, container: 'api', bytesPerDay: 10_485_760, hoursToLimit: 61, unknown: null },
    eventsSince: '2026-11-04T09:25:00Z',
    events: [{ at: '2026-11-17T22:05:00Z', kind: 'oomKill', container: 'api', count: 1 }],
    limits: [],
  },
  tradeOff: {
    ...id,
    created: '2026-11-18T09:25:00Z',
    modelMode: 'balanced',
    replicas: 2,
    requests: [
      {
        container: 'api',
        resource: 'cpu',
        days: 14,
        points: [
          tradeOffPoint(0.1, 0.02, 320, 14, 1.68),
          tradeOffPoint(0.15, 0.3, 43, 9, 37.84),
          tradeOffPoint(0.2, 0.5, 3.6, 2, 84.1),
          tradeOffPoint(0.25, 0.6, 0.36, 1, 126.14),
          tradeOffPoint(0.4, 0.75, 0, 0, 252.29),
        ],
        marks: [
          { mark: 'current', request: 0.4, computed: null, reason: null },
          { mark: 'cost_savings', request: 0.15, computed: 0.1496, reason: null },
          { mark: 'balanced', request: 0.2, computed: 0.2, reason: null },
          { mark: 'max_assurance', request: 0.25, computed: 0.25, reason: null },
        ],
      },
    ],
  },
  explanation: {
    ...id,
    created: '2026-11-18T09:25:00Z',
    modelMode: 'balanced',
    why: 'Half of it is never used. Two pods are enough.',
    window: { start: '2026-11-04T09:25:00Z', end: '2026-11-18T09:25:00Z', stepSeconds: 300 },
    requests: [
      {
        container: 'api',
        resource: 'cpu',
        value: 0.2,
        computed: 0.2,
        rule: null,
        floor: 0.01,
        clamp: null,
        lambda: 5,
        samples: { found: 4_020, expected: 4_032 },
        firstSample: '2026-11-04T09:25:00Z',
        replay: { days: 14, slack: 0.5, timeOver: 0.0025, daysOver: 2 },
        judged: { slack: 0.5, over: 0.01, cost: 0.55 },
        current: { request: 0.4, replay: { days: 14, slack: 0.75, timeOver: 0, daysOver: 0 } },
        lastHourMedian: 0.1,
        outOfMemory: [],
      },
    ],
    replicas: null,
    forecasts: [],
    usage: [
      {
        container: 'api',
        resource: 'cpu',
        end: '2026-11-18T09:30:00Z',
        days: 14,
        samples: { found: 4_020, expected: 4_032 },
        lowest: 0.05,
        step: 0.025,
        counts: [400, 1_500, 1_200, 600, 250, 60, 8, 2],
        p98: 0.19,
        peak: 0.25,
        dayPeaks: [0.2, 0.21, 0.22, 0.2, 0.19, 0.18, 0.21, 0.25, 0.2, 0.2, 0.21, 0.2, 0.2, 0.22],
      },
    ],
    queries: [],
  },
  comparison: {
    resources: {
      cpu: { unoptimized: { total_usage: 0.5, total_request: 1 }, optimized: {} },
      memory: { unoptimized: { total_usage: 1e9, total_request: 2e9 }, optimized: {} },
    },
    hourly_cost: { optimized: { cpu: null, memory: null }, unoptimized: { cost: null } },
  },
};

/** The API's answers for this target by path. */
export const cartAnswers: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['/v1/ast', { items: [{ ...id, spec }], total: 1 }],
  ['/v1/ast/shop/cart', cart.found],
  ['/v1/views/namespaces/shop/asts', { data: { items: [cart.row], total: 1 } }],
  ['/v1/ast/shop/cart/metrics/current', { data: cart.current }],
  ['/v1/ast/shop/cart/suggestions', { items: [cart.suggestion] }],
  ['/v1/ast/shop/cart/pods', { items: cart.pods }],
  ['/v1/ast/shop/cart/metrics', cart.series],
  ['/v1/ast/shop/cart/outlook', cart.outlook],
  ['/v1/ast/shop/cart/what-if', cart.whatIf],
  ['/v1/ast/shop/cart/trade-off', cart.tradeOff],
  ['/v1/ast/shop/cart/reliability', cart.reliability],
  ['/v1/ast/shop/cart/explain', cart.explanation],
  ['/v1/ast/shop/cart/optimization/comparison/average', cart.comparison],
  ['/v1/cost-savings/settings', { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 }],
]);

/** An API with this target. Paths in `broken` answer 502, unknown paths 404. */
export function serveCart(broken: readonly string[] = []) {
  return serve((request) => {
    const { pathname } = new URL(request.url);
    if (broken.includes(pathname)) return Response.json({ errors: ['metrics source unavailable'] }, { status: 502 });
    const answer = cartAnswers.get(pathname);
    return answer === undefined
      ? Response.json({ errors: ['There is no such target.'] }, { status: 404 })
      : Response.json(answer);
  });
}
