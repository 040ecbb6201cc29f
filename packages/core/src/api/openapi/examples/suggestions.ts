import { checkout, day, type Example, noon } from './example.ts';
import { targetSpec } from './targets.ts';

const why =
  'Balanced: CPU 260m, rounded up: over the last 14 days the mean cost of requests within 3% of it was at most 1% above the lowest (recent days count more; an hour above it costs 3.5 unused hours). It would never have been exceeded and would have left 20% unused; the request at that time, 500m, would never have been exceeded and would have left 60% unused.';
const id = '5f0d8a52-6d0e-4c0b-9b1c-0d7d0c3c1f6a';
const publishedBecause = 'It differs from the suggestion before it by 10% or more: cpu of app.';
const suggestion = {
  id,
  created: noon,
  publishedBecause,
  why,
  metric: 'cpu',
  currentReplicas: 3,
  suggestedReplicas: 3,
  minReplicas: 2,
  maxReplicas: 8,
  floorReplicas: 3,
  forecasts: [
    {
      metric: 'cpu',
      values: [{ timestamp: '2026-11-18T12:05:00.000Z', value: 0.61, quantiles: [{ level: 0.9, value: 0.7 }] }],
    },
  ],
  resourceRecommendations: [
    {
      container: 'app',
      recommendations: [
        { resource: 'cpu', value: 0.26, limit: 1 },
        {
          resource: 'memory',
          value: 536_870_912,
          limit: 536_870_912,
          reason: 'The limit rises from 500M, because the request is above it.',
        },
      ],
    },
  ],
};
const outcomes = {
  items: [
    { ...checkout, suggestion },
    {
      namespace: 'shop',
      name: 'search',
      error: 'Suggestions start 24 hours after the first sample, which is 3 hours old.',
    },
  ],
  total: 2,
};
const replay = { days: 14, slack: 0.2, timeOver: 0, daysOver: 0 };
const window = { start: '2026-11-04T12:00:00.000Z', end: '2026-11-18T12:00:00.000Z' };

export const suggestionExamples = {
  'suggestions.list': { path: checkout, query: { ...day, active: true }, answer: { items: [suggestion], total: 1 } },
  'suggestions.create': { path: checkout, answer: suggestion },
  'suggestions.createInNamespace': {
    path: { namespace: 'shop' },
    body: { names: ['checkout', 'search'] },
    answer: outcomes,
  },
  'suggestions.createBulk': {
    body: { targets: [checkout, { namespace: 'shop', name: 'search' }] },
    answer: outcomes,
  },
  'queue.pop': { answer: { id: '01KAB2', ...checkout, created: noon } },
  'queue.stats': { answer: { pending: 3, running: 1, completed: 128, failed: 0 } },
  'queue.setStatus': { path: { id: '01KAB2' }, body: { state: 'completed' } },
  'extensions.explain': {
    path: checkout,
    answer: {
      id,
      ...checkout,
      created: noon,
      publishedBecause,
      checked: '2026-11-18T15:00:00.000Z',
      modelMode: 'balanced',
      why,
      window: { ...window, stepSeconds: 300 },
      requests: [
        {
          container: 'app',
          resource: 'cpu',
          value: 0.26,
          computed: 0.26,
          rule: null,
          floor: 0.01,
          ceiling: null,
          clamp: null,
          lambda: 3.5,
          samples: { found: 4_020, expected: 4_032 },
          firstSample: '2026-10-02T08:00:00.000Z',
          replay,
          judged: { slack: 0.2, over: 0.001, cost: 0.2035 },
          current: { request: 0.5, replay: { days: 14, slack: 0.6, timeOver: 0, daysOver: 0 } },
          lastHourMedian: 0.19,
          outOfMemory: [],
          limit: {
            policy: 'keep',
            qosClass: 'Burstable',
            current: 1,
            value: 1,
            wantedRequest: 0.26,
            bounds: [],
            reasons: [],
          },
        },
      ],
      replicas: null,
      forecasts: [
        {
          metric: 'cpu',
          weights: [
            { expert: 'last value', weight: 0.4 },
            { expert: 'same time yesterday', weight: 0.6 },
          ],
          values: [{ timestamp: '2026-11-18T12:05:00.000Z', value: 0.61, quantiles: [{ level: 0.9, value: 0.7 }] }],
        },
      ],
      usage: [
        {
          container: 'app',
          resource: 'cpu',
          end: '2026-11-18T15:00:00.000Z',
          days: 3,
          samples: { found: 860, expected: 864 },
          lowest: 0.05,
          step: 0.05,
          counts: [310, 420, 110, 20],
          p98: 0.21,
          peak: 0.25,
          dayPeaks: [0.22, 0.25, 0.21],
        },
      ],
      queries: [],
    },
  },
  'extensions.outlook': {
    path: checkout,
    answer: {
      ...checkout,
      created: noon,
      resources: [
        {
          metric: 'cpu',
          day: { timestamp: '2026-11-19T14:00:00.000Z', value: 3.2, low: 2.8, high: 3.9 },
          week: null,
          hours: [{ timestamp: noon, value: 2.1, low: 1.9, high: 2.4 }],
        },
      ],
      replicas: {
        metric: 'cpu',
        day: { timestamp: '2026-11-19T14:00:00.000Z', value: 9, low: 8, high: 12 },
        week: null,
      },
    },
  },
  'extensions.setLimitPolicy': { path: checkout, body: { limit_policy: 'ratio' }, answer: targetSpec },
  'extensions.tradeOff': {
    path: checkout,
    answer: {
      ...checkout,
      created: noon,
      modelMode: 'balanced',
      replicas: 3,
      requests: [
        {
          container: 'app',
          resource: 'cpu',
          days: 14,
          points: [
            { request: 0.1, slack: 0.01, minutesAbovePerDay: 980, daysAbove: 14, dollarsUnusedPerYear: 1.26 },
            { request: 0.26, slack: 0.2, minutesAbovePerDay: 0.71, daysAbove: 1, dollarsUnusedPerYear: 65.6 },
            { request: 0.5, slack: 0.6, minutesAbovePerDay: 0, daysAbove: 0, dollarsUnusedPerYear: 378.43 },
          ],
          marks: [
            { mark: 'current', request: 0.5, computed: null, reason: null },
            { mark: 'balanced', request: 0.26, computed: 0.26, reason: null },
          ],
          notes: [],
        },
      ],
    },
  },
  'extensions.logs': {
    path: checkout,
    query: { pod: 'checkout-6d4cf56db6-x7k2p', container: 'app', previous: false, tail: 100, follow: false },
    answer: { at: '2026-11-18T11:59:58.123456789Z', text: 'POST /orders 201 in 38 ms' },
  },
  'extensions.reliability': {
    path: checkout,
    answer: {
      ...checkout,
      created: noon,
      window: { start: '2026-11-11T12:00:00.000Z', end: '2026-11-18T12:00:00.000Z' },
      oomKills: { value: 1, last: '2026-11-17T08:15:00.000Z', since: '2026-11-11T12:00:00.000Z', unknown: null },
      restarts: { value: 2, last: '2026-11-17T08:15:00.000Z', since: '2026-11-11T12:00:00.000Z', unknown: null },
      throttling: {
        value: null,
        last: null,
        since: null,
        unknown: 'cAdvisor reports no throttling, as for containers without a CPU limit.',
      },
      cpuAbove: { value: 0, last: null, since: '2026-11-11T12:00:00.000Z', unknown: null },
      memoryAbove: {
        value: 12.5,
        last: '2026-11-17T08:10:00.000Z',
        since: '2026-11-11T12:00:00.000Z',
        unknown: null,
      },
      memoryOfLimit: {
        value: 0.97,
        last: '2026-11-17T08:10:00.000Z',
        since: '2026-11-11T12:00:00.000Z',
        unknown: null,
      },
      leak: { isSeen: true, container: 'app', bytesPerDay: 10_485_760, hoursToLimit: 120, unknown: null },
      eventsSince: '2026-11-04T12:00:00.000Z',
      events: [
        {
          at: '2026-11-12T09:05:00.000Z',
          kind: 'request',
          container: 'app',
          count: 1,
          resource: 'cpu',
          from: 1,
          to: 0.5,
        },
        { at: '2026-11-17T08:15:00.000Z', kind: 'oomKill', container: 'app', count: 1 },
      ],
      limits: [{ at: '2026-11-04T12:00:00.000Z', resource: 'memory', perPod: 536_870_912 }],
    },
  },
  'extensions.reportCard': {
    path: checkout,
    answer: {
      ...checkout,
      created: noon,
      modelMode: 'balanced',
      window,
      forecasts: [
        { metric: 'cpu', horizonMinutes: 15, samples: 4_020, wape: 0.11, seasonalNaiveWape: 0.19, coverage: 0.81 },
      ],
      suggestions: [{ container: 'app', resource: 'cpu', ...replay, worstShortfall: null }],
      replays: [
        {
          window: '14d',
          value: 0.26,
          container: 'app',
          resource: 'cpu',
          days: 14,
          slack: 0.2,
          timeOver: 0.0005,
          daysOver: 1,
          worstShortfall: { at: '2026-11-09T18:20:00.000Z', used: 0.27, request: 0.26 },
        },
      ],
    },
  },
  'extensions.whatIf': {
    path: checkout,
    body: { load: 'busiest_day', scale: 2 },
    answer: {
      ...checkout,
      created: noon,
      load: 'busiest_day',
      scale: 2,
      assume: 'current',
      window: { start: '2026-11-09T12:00:00.000Z', end: '2026-11-10T12:00:00.000Z', stepSeconds: 300 },
      samples: { found: 288, expected: 288 },
      problems: [],
      replicas: {
        rule: 'autoscaler',
        minReplicas: 2,
        maxReplicas: 10,
        peak: 10,
        needed: 14,
        peakAt: '2026-11-09T14:05:00.000Z',
        minutesShort: 35,
      },
      containers: [
        {
          container: 'app',
          resource: 'cpu',
          request: 0.5,
          limit: null,
          highest: 0.62,
          minutesWithSamples: 1_440,
          minutesOverRequest: 20,
          minutesOverLimit: null,
        },
      ],
      now: {
        replicas: 4,
        cpu: 2,
        memory: 4_294_967_296,
        nodeShares: { cpu: 0.5, memory: 0.268_435_456 },
        dollarsPerHour: 0.096,
      },
      peak: {
        replicas: 10,
        cpu: 5,
        memory: 10_737_418_240,
        nodeShares: { cpu: 1.25, memory: 0.671_088_64 },
        dollarsPerHour: 0.24,
      },
      dollars: 3.6,
      steps: [
        {
          timestamp: '2026-11-09T14:05:00.000Z',
          cpu: 5.6,
          memory: 8_589_934_592,
          replicas: 10,
          cpuPerPod: 0.56,
          memoryPerPod: 858_993_459.2,
        },
      ],
    },
  },
} satisfies Record<string, Example>;
