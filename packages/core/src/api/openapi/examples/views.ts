import { day, type Example } from './example.ts';

/** Yearly cost of the target in the examples: $0.036 an hour × 8,760 hours. */
const kpis = {
  items: [
    { id: 'targets', label: 'Targets', value: 1 },
    { id: 'overprovisioned', label: 'Overprovisioned', value: 1 },
    { id: 'yearly_waste', label: 'Yearly waste', value: 315.36, unit: 'currency' },
    {
      id: 'yearly_savings',
      label: 'Yearly savings',
      value: null,
      tooltip: '1 of 1 target has no known figure.',
      unit: 'currency',
    },
  ],
};
const row = {
  name: 'checkout',
  namespace: 'shop',
  mode: 'Recommendation',
  status: { severity: 'medium', label: 'Overprovisioned' },
  cpu_utilization: 0.4,
  memory_utilization: 0.35,
  scaling: 'vertical',
  recommendation: { type: 'downDelta', label: '-50%' },
  hourly_waste_savings: 0.036,
  net_hourly_savings: 0.024,
  observed: 1,
};
const cpuOnly = (cpu_core_hours: number, memory_byte_hours: number) => ({ cpu_core_hours, memory_byte_hours });
const app = (memory: number) => ({
  name: 'app',
  cpu_request: 0.5,
  cpu_limit: null,
  memory_request: memory,
  memory_limit: memory,
  image: 'registry.example.com/checkout:1.4.2',
});
const figures = (oomKills: number, yearlyCost: number) => ({
  cpu_usage: 0.6,
  memory_usage: 1_288_490_189,
  cpu_requested: 1.5,
  memory_requested: oomKills > 0 ? 1_610_612_736 : 3_221_225_472,
  oom_kills: oomKills,
  restarts: oomKills,
  cpu_throttled: null,
  yearly_cost: yearlyCost,
});

export const viewExamples = {
  'views.kpis': { answer: { ...kpis, computing: true, reading: { targets: 240, read: 60, minutes_left: 3 } } },
  'views.namespaceKpis': { path: { namespace: 'shop' }, answer: kpis },
  'views.namespaceTargets': {
    path: { namespace: 'shop' },
    query: { managed: false, sort: '-cost', limit: 50, offset: 0 },
    answer: {
      items: [row],
      total: 1,
    },
  },
  'views.targets': {
    query: {
      view: 'savings',
      namespaces: ['shop', 'search'],
      labels: 'team=payments',
      sort: '-net',
      limit: 50,
      offset: 0,
    },
    answer: {
      items: [
        {
          ...row,
          kind: 'Deployment',
          oom_kills: 0,
          restarts: 1,
          change: { cpu: { before: 1, after: 0.5 }, memory: { before: 1_073_741_824, after: 536_870_912 } },
          hourly_cost: 0.048,
          last_change: '2026-11-17T06:00:00Z',
          labels: { team: 'payments' },
        },
      ],
      total: 1,
      counts: { at_risk: 0, savings: 1, attention: 0, all: 3 },
      totals: { hourly_cost: 0.048, net_hourly_savings: 0.024, computed: 3, targets: 3 },
    },
  },
  'views.changes': {
    query: { namespace: 'shop', name: 'checkout', events: ['resources', 'image'], ...day, limit: 50, offset: 0 },
    answer: {
      items: [
        {
          id: '11fb5a0c2f2e6e51',
          at: '2026-11-17T06:00:00.000Z',
          namespace: 'shop',
          name: 'checkout',
          kind: 'Deployment',
          event: 'resources',
          by: null,
          before: { containers: [app(536_870_912)], replicas: 3, min_replicas: null, max_replicas: null },
          after: { containers: [app(1_073_741_824)], replicas: 3, min_replicas: null, max_replicas: null },
          suggestion: '5f0d8a52-6d0e-4c0b-9b1c-0d7d0c3c1f6a',
          verification: {
            day: {
              state: 'done',
              due: '2026-11-18T06:00:00.000Z',
              verdict: 'better',
              sentence:
                'No out-of-memory kills in the day after the change, 3 in the day before. It costs $75 more a year.',
              before: figures(3, 301),
              after: figures(0, 376),
            },
            week: { state: 'pending', due: '2026-11-24T06:00:00.000Z', verdict: null, before: null, after: null },
          },
        },
      ],
      total: 1,
    },
  },
  'views.recordExport': { body: { targets: [{ namespace: 'shop', name: 'checkout' }] } },
  'views.preflight': {
    path: { namespace: 'shop' },
    answer: {
      items: [
        {
          name: 'cart',
          kind: 'Deployment',
          problems: [],
          warnings: [],
          notes: ['The PodDisruptionBudget cart (minAvailable 2) allows no eviction now.'],
        },
        {
          name: 'mailer',
          kind: 'Deployment',
          problems: [],
          warnings: ['Container app requests no CPU: costs and utilization are unknown until you set a request.'],
        },
      ],
      total: 2,
    },
  },
  'views.costAnalysis': {
    query: { ...day, bucket: 'Day' },
    answer: {
      breakdown: [{ timestamp: day.start, realized: cpuOnly(0, 0), unrealized: cpuOnly(18, 38_654_705_664) }],
      contributors: [{ name: 'shop/checkout', resource_savings: cpuOnly(18, 38_654_705_664) }],
    },
  },
} satisfies Record<string, Example>;
