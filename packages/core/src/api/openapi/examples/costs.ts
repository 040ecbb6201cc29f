import { checkout, day, type Example } from './example.ts';

const settings = { node_cpu_cores: 4, node_memory_bytes: 16_000_000_000, node_hourly_cost: 0.192 };
/** Three pods of half a core and a gibibyte cost 3 × max(0.5 / 4, 1 GiB / 16 GB) × $0.192. */
const savings = {
  ...checkout,
  horizontalCost: { raw: 0.072, withSuggestions: 0.072 },
  verticalCost: { raw: 0.072, withSuggestions: 0.036 },
  net_hourly_savings: 0.036,
};
const comparison = {
  ...checkout,
  resources: {
    cpu: {
      optimized: { total_usage: 0.6, total_request: 0.75 },
      unoptimized: { total_usage: 0.6, total_request: 1.5 },
    },
    memory: {
      optimized: { total_usage: 1_127_428_915, total_request: 1_610_612_736 },
      unoptimized: { total_usage: 1_127_428_915, total_request: 3_221_225_472 },
    },
  },
  hourly_cost: { optimized: { cpu: 0.036, memory: 0.019327352832 }, unoptimized: { cost: 0.072 } },
};

export const costExamples = {
  'costs.potentialSavings': { path: checkout, query: day, answer: savings },
  'costs.potentialSavingsBulk': { query: { ...day, limit: 100, offset: 0 }, answer: { items: [savings], total: 1 } },
  'costs.comparison': { path: checkout, query: day, answer: comparison },
  'costs.comparisonBulk': { query: { ...day, limit: 100, offset: 0 }, answer: { items: [comparison], total: 1 } },
  'costs.nodes': {
    answer: {
      groups: [
        {
          instance_type: 'm5.xlarge',
          region: 'us-east-1',
          capacity_type: 'on-demand',
          nodes: 12,
          cpu_cores: 3.92,
          memory_bytes: 15_461_882_265,
          hourly_cost: 0.192,
          price: 'Price table of January 2025: list prices of AWS us-east-1, on demand, Linux.',
        },
      ],
      nodes: 12,
      hourly_cost: 2.304,
      now: { nodes: 10, hourly_cost: 1.92, binding: 'cpu', unplaced: 0 },
      suggested: { nodes: 7, hourly_cost: 1.344, binding: 'memory', unplaced: 0 },
      paper_hourly_savings: 0.71,
      realizable_hourly_savings: 0.576,
    },
  },
  'costs.settings': { answer: settings },
  'costs.saveSettings': { body: settings, answer: settings },
  'costs.recordUnoptimized': {
    path: checkout,
    body: { replicas: 3, containers: [{ name: 'app', requests: { cpu: 0.5, memory: 1_073_741_824 } }] },
  },
} satisfies Record<string, Example>;
