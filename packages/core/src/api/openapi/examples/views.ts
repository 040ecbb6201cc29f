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

export const viewExamples = {
  'views.kpis': { answer: kpis },
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
  'views.costAnalysis': {
    query: { ...day, bucket: 'Day' },
    answer: {
      breakdown: [{ timestamp: day.start, realized: cpuOnly(0, 0), unrealized: cpuOnly(18, 38_654_705_664) }],
      contributors: [{ name: 'shop/checkout', resource_savings: cpuOnly(18, 38_654_705_664) }],
    },
  },
} satisfies Record<string, Example>;
