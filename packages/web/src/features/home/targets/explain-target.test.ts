import type { Comparison } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { explainNeed, explainYearly, utilizationTooltip } from './explain-target.ts';

const gib = 2 ** 30;
const comparison: Comparison = {
  namespace: 'shop',
  name: 'cart',
  resources: {
    cpu: {
      unoptimized: { total_usage: 0.5, total_request: 2 },
      optimized: { total_usage: 0.5, total_request: 1 },
    },
    memory: {
      unoptimized: { total_usage: gib, total_request: 2 * gib },
      optimized: { total_usage: gib, total_request: 1.5 * gib },
    },
  },
  hourly_cost: { optimized: { cpu: 0.048, memory: 0.02 }, unoptimized: { cost: 0.096 } },
};
const row = { cpu_utilization: 0.125, memory_utilization: 0.6 };
const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };
const unknown: Comparison = {
  ...comparison,
  resources: { cpu: { unoptimized: {}, optimized: {} }, memory: comparison.resources.memory },
};

/** The comparison without the CPU requests of one side. */
const without = (variant: 'optimized' | 'unoptimized'): Comparison => ({
  ...comparison,
  resources: { ...comparison.resources, cpu: { ...comparison.resources.cpu, [variant]: {} } },
});
/** The first line of the explanation without a figure. */
const note = (figures: Comparison) =>
  explainYearly('Autonomous', {}, { comparison: figures, settings: null }).split('\n')[0];

describe('the explanation of a figure', () => {
  it('utilization: the figure of the cell with its window, and the request now as a figure of its own', () => {
    // With twice the replicas during most of the day, the mean request was 4 cores, not 2.
    expect(utilizationTooltip('cpu', 'Recommendation', row, { comparison, settings })).toBe(
      [
        '500m used on average in the last 24 hours, all replicas together.',
        'This is 12.5% of the mean request of that time.',
        'Requested now: 2',
      ].join('\n'),
    );
    expect(utilizationTooltip('memory', 'Autonomous', row, { comparison, settings: null })).toMatch(
      /^1\.07G used .*is 60\.0% .*\nRequested now: 1\.61G$/s,
    );
    expect(utilizationTooltip('cpu', 'Recommendation', row, { comparison: unknown, settings })).toMatch(
      /^N\/A used .*\nRequested now: N\/A$/s,
    );
  });

  it('utilization: how much of the window was observed, if less than 95 %', () => {
    expect(utilizationTooltip('cpu', 'Recommendation', { ...row, observed: 0.5 }, { comparison, settings })).toMatch(
      /\nOnly 50 % of the last 24 hours was observed; usage and utilization cover that part\.$/,
    );
    expect(utilizationTooltip('cpu', 'Recommendation', { ...row, observed: 0.95 }, { comparison, settings })).toMatch(
      /Requested now: 2$/,
    );
  });

  it('predicted need: the current and the suggested requests', () => {
    expect(explainNeed('It asks for too much.', { comparison, settings })).toBe(
      'It asks for too much.\nCPU requests: 2 → 1\nMemory requests: 2.15G → 1.61G\nCurrent → suggested, all replicas together.',
    );
    expect(explainNeed('', { comparison: unknown, settings })).toBeNull();
  });

  it('yearly waste: requests, their price on the node, and the year', () => {
    expect(explainYearly('Recommendation', { hourly_waste_savings: 0.048 }, { comparison, settings })).toBe(
      [
        'What it requests costs $0.048 an hour more than what is suggested, × 8,760 hours.',
        'For the current requests, all replicas together.',
        'Now: 2 CPU, 2.15G = $841 a year',
        'As suggested: 1 CPU, 1.61G = $420 a year',
        'A node of 4 cores and 16 GB costs $0.192 an hour.',
      ].join('\n'),
    );
  });

  it('yearly savings: requests before and after', () => {
    expect(explainYearly('Autonomous', { hourly_waste_savings: 0.048 }, { comparison, settings })).toMatch(
      /\nBefore: 2 CPU.*\nNow: 1 CPU/,
    );
  });

  it('says why the waste of a target is unknown', () => {
    const problem = 'The workload is not in the cluster. Has it been renamed or deleted?';
    expect(explainYearly('Recommendation', {}, { comparison: { ...unknown, problem }, settings })).toMatch(
      /^The workload is not in the cluster\. Has it been renamed or deleted\?\n/,
    );
  });

  it('says after a request which of both is missing', () => {
    expect(note(without('unoptimized'))).toBe('There is no complete record of the requests before autonomous mode.');
    expect(note(without('optimized'))).toBe('Its present cost is unknown.');
  });

  it('shows no prices that would not add up to the figure, and none without a node', () => {
    expect(explainYearly('Recommendation', { hourly_waste_savings: 1 }, { comparison, settings })).not.toContain('= $');
    expect(explainYearly('Recommendation', { hourly_waste_savings: 0.048 }, { comparison, settings: null })).toMatch(
      /\nNow: 2 CPU, 2.15G\nAs suggested: 1 CPU, 1\.61G$/,
    );
  });
});
