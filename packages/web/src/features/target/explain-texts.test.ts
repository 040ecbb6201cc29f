import type { Comparison, ContainerResource } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { adviceFacts, replicaFacts, savingsText, utilizationText, wasteText } from './explain-texts.ts';

const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };
const asked = { settings, fetchedAt: new Date(2026, 10, 20, 12, 0).getTime() };
const reading = (resource: 'cpu' | 'memory', request: number | null, current: number | null): ContainerResource => ({
  container: 'app',
  resource,
  request,
  current,
  managed: false,
  total: current === null ? null : current * 2,
});
const side = (request: number | null) => ({ total_usage: 1, total_request: request });

describe('the explanation of a cost', () => {
  it('contains window, usage, request and price', () => {
    const amounts = [reading('cpu', 0.5, 0.1), reading('cpu', 0.5, 0.2), reading('memory', 2 ** 30, null)];
    expect(
      wasteText({ raw: 1, withSuggestions: 0.2567 }, 'requests', amounts, { settings, net: 0.7433 }).split('\n'),
    ).toEqual([
      '$1.00 an hour now, $0.2567 with the suggested requests.',
      'A pod now: CPU 300m used, 1 requested.',
      'A pod now: memory N/A used, 1.07G requested.',
      'A node of 4 cores and 16 GB costs $0.192 an hour.',
      'For the current requests; a year has 8,760 hours.',
    ]);
  });

  it('contains what all suggestions together save, if that differs', () => {
    const text = wasteText({ raw: 1, withSuggestions: 0.2567 }, 'requests', [], { settings, net: -0.01 });
    expect(text.split('\n')[1]).toBe('Applying all suggestions together costs $87.60 a year more.');
  });

  it('omits unknown values', () => {
    const text = wasteText({ raw: null, withSuggestions: null }, 'replicas', [], {
      settings: undefined,
      net: undefined,
    });
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('— an hour now');
  });

  it('contains requests and usage before and after autonomous mode', () => {
    const comparison: Comparison = {
      resources: {
        cpu: { optimized: side(2), unoptimized: side(4) },
        memory: { optimized: side(2 ** 30), unoptimized: side(null) },
      },
      hourly_cost: { optimized: { cpu: null, memory: null }, unoptimized: { cost: null } },
    };
    const text = savingsText(comparison, { costUnoptimized: 0.2, costOptimized: 0.1 }, asked);
    expect(text).toContain('$0.20 an hour before autonomous mode, $0.10 now.');
    expect(text).toContain('Before: CPU 1 used, 4 requested; memory 1 used, N/A requested.');
    expect(text).toContain('Now: CPU 1 used, 2 requested; memory 1 used, 1.07G requested.');
    expect(text).toContain('Usage: averages from Nov 19, 12:00 to Nov 20, 12:00.');
    expect(text).toMatch(/\nFor the current requests; a year has 8,760 hours\.$/);
  });
});

describe('the explanation of a utilization', () => {
  it('contains usage, request and the thresholds', () => {
    expect(utilizationText(reading('cpu', 0.5, 0.2))).toContain('200m used, 500m requested by a pod');
    expect(utilizationText(reading('cpu', 0.5, 0.2))).toContain('All pods together use 400m.');
    expect(utilizationText(reading('cpu', null, 0.2))).toBe('No resource request set');
  });
});

describe('a suggestion that the server does not explain', () => {
  const suggestion = {
    created: new Date(2026, 10, 20, 11, 30).toISOString(),
    suggestedReplicas: 4,
    minReplicas: 2,
    maxReplicas: 8,
    metric: 'cpu',
    why: '',
    forecasts: [],
    resourceRecommendations: [],
  };

  it('contains the known values of a request', () => {
    const advice = { container: 'app', resource: 'cpu', current: 0.5, suggested: 0.25, change: -0.5 } as const;
    expect(adviceFacts(advice, 0.2, suggestion, settings).split('\n')).toEqual([
      '250m suggested at Nov 20, 11:30, 500m requested now.',
      'A pod uses 200m on average now.',
      'A node of 4 cores and 16 GB costs $0.192 an hour.',
    ]);
    expect(adviceFacts(advice, null, null, undefined)).toBe('250m suggested, 500m requested now.');
  });

  it('contains memory as in a manifest too', () => {
    const advice = {
      container: 'app',
      resource: 'memory',
      current: 2 ** 30,
      suggested: 2 ** 29,
      change: -0.5,
    } as const;
    expect(adviceFacts(advice, null, null, undefined)).toBe(
      '536.9M suggested, 1.07G requested now.\nIn a manifest: 512Mi suggested, 1Gi requested now.',
    );
  });

  it('contains the known values of the replicas', () => {
    expect(replicaFacts(suggestion, 2)).toBe(
      '4 suggested at Nov 20, 11:30 from cpu; 2 run now.\nSuggested range: 2 – 8.',
    );
  });
});
