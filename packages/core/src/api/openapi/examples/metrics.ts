import { checkout, day, type Example, noon } from './example.ts';

const window = { start: '2026-11-18T11:55:00Z', end: '2026-11-18T12:05:00Z' };
const periods = ['2026-11-18T11:55:00.000Z', '2026-11-18T12:00:00.000Z'];
const id = 'shop/checkout/deployment/checkout/cpu/total';
const cpu = { metricName: 'cpu', metricType: 'total', targetType: 'deployment', targetName: 'checkout', id };
const series = {
  periods,
  metrics: [
    {
      ...cpu,
      values: [0.2, null],
      predicted: [0.19, 0.21],
      predictedLow: [0.15, null],
      predictedHigh: [0.24, null],
      requested: [1, null],
      pods: [2, null],
    },
  ],
};
const current = {
  containers: [
    {
      name: 'app',
      metrics: [
        { name: 'cpu', averageValue: 0.2, averageRequest: 0.5 },
        { name: 'memory', averageValue: 375_809_638, averageRequest: 1_073_741_824 },
      ],
    },
  ],
  cpu: { averageValue: 0.2 },
  memory: { averageValue: 375_809_638 },
};
const catalog = { items: [{ ...cpu, namespace: 'shop', unit: 'cores' }], total: 1 };

export const metricExamples = {
  'metrics.target': {
    path: checkout,
    query: { ...window, targetType: 'ast', metricType: 'average', metricName: 'cpu' },
    answer: series,
  },
  'metrics.current': { path: checkout, answer: current },
  'metrics.currentBulk': {
    body: { targets: [checkout] },
    answer: { items: [{ ...checkout, ...current }], total: 1 },
  },
  'metrics.bulk': { body: { metricIds: [id], ...window }, answer: { items: [series], total: 1 } },
  'metrics.timeseries': { query: { ...window, metricIds: [id], associated: false }, answer: series },
  'metrics.catalog': { answer: catalog },
  'metrics.targetCatalog': { path: checkout, answer: catalog },
  'connectors.list': { answer: { items: [{ name: 'prometheus', status: 'up' }], total: 1 } },
  'connectors.metrics': {
    path: { connector: 'prometheus' },
    answer: { items: [{ name: 'up', type: 'gauge', help: 'Whether the last scrape succeeded.' }], total: 1 },
  },
  'connectors.metric': {
    path: { connector: 'prometheus', metricName: 'up' },
    answer: { name: 'up', type: 'gauge', help: 'Whether the last scrape succeeded.' },
  },
  'connectors.series': {
    path: { connector: 'prometheus' },
    query: { ...window, query: 'up', interval: '5m' },
    answer: { periods, metrics: [{ labels: { job: 'node' }, values: [1, 1] }] },
  },
  'connectors.timeseries': {
    path: { connector: 'prometheus' },
    query: { ...window, query: 'up', interval: '5m' },
    answer: { periods, metrics: [{ labels: { job: 'node' }, values: [1, null] }] },
  },
  'insights.create': {
    body: { type: 'savings', summary: 'The checkout runs at 40 % of its request.' },
    answer: { id: '1', type: 'savings', summary: 'The checkout runs at 40 % of its request.', created: noon },
  },
  'insights.active': {
    answer: {
      items: [{ id: '1', type: 'savings', summary: 'The checkout runs at 40 % of its request.', created: day.start }],
      total: 1,
    },
  },
} satisfies Record<string, Example>;
