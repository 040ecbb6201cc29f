import { describe, expect, it } from 'vitest';
import { chooseMetric, chooseRange, metricScale, metricsOf, totalRequest } from './chart-metric.ts';

const metricDescriptor = (metricName: string, targetType = 'deployment', metricType = 'total') => ({
  id: `${metricName}:${targetType}:${metricType}`,
  metricName,
  targetType,
  metricType,
});

const container = (name: string, cpu?: number | null) => ({ name, average_requests: { cpu } });

describe('the metric', () => {
  it("is one of the whole workload's metrics, each once, in the order of the catalog", () => {
    expect(
      metricsOf([
        metricDescriptor('memory'),
        metricDescriptor('cpu', 'container'),
        metricDescriptor('cpu'),
        metricDescriptor('memory'),
      ]),
    ).toEqual(['memory', 'cpu']);
    expect(metricsOf([metricDescriptor('queue_depth', 'ast', 'value')])).toEqual(['queue_depth']);
  });

  it('is the one in the URL, otherwise the one at risk, otherwise the first', () => {
    expect(chooseMetric('cpu', ['memory', 'cpu'])).toBe('cpu');
    expect(chooseMetric('<script>', ['memory', 'cpu'])).toBe('memory');
    expect(chooseMetric('constructor', ['memory'])).toBe('memory');
    expect(chooseMetric(null, ['cpu', 'memory'], 'memory')).toBe('memory');
    expect(chooseMetric('cpu', ['cpu', 'memory'], 'memory')).toBe('cpu');
    expect(chooseMetric(null, ['queue'], 'memory')).toBe('queue');
    expect(chooseMetric(null, [])).toBeNull();
  });

  it('has a range of 3 hours by default', () => {
    expect(chooseRange('7d')).toBe('7d');
    expect(chooseRange('100y')).toBe('3h');
    expect(chooseRange(null)).toBe('3h');
  });

  it('has a range that includes the part of the chart in the URL, even if the link is old', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const hoursAgo = (hours: number) => now - hours * 3_600_000;
    expect(chooseRange(null, hoursAgo(2), now)).toBe('3h');
    expect(chooseRange(null, hoursAgo(5), now)).toBe('24h');
    expect(chooseRange('24h', hoursAgo(30), now)).toBe('7d');
    expect(chooseRange('14d', hoursAgo(2), now)).toBe('14d');
    expect(chooseRange('24h', hoursAgo(24 * 30), now)).toBe('24h');
  });

  it('is formatted in its unit', () => {
    expect(metricScale('cpu', undefined).format(0.25)).toBe('250m');
    expect(metricScale('memory', undefined).format(1.5e9)).toBe('1.5G');
    expect(metricScale('memory', undefined).unit).toBe('bytes');
    expect(metricScale('heap', 'bytes').format(1e6)).toBe('1M');
    expect(metricScale('requests', undefined).format(1_500)).toBe('1.5k');
  });
});

describe('the request line', () => {
  it('is the sum of all containers and pods', () => {
    expect(totalRequest('cpu', { current_replicas: 3, containers: [container('a', 0.5), container('b', 0.25)] })).toBe(
      2.25,
    );
  });

  it('is not shown if a part is unknown', () => {
    expect(totalRequest('cpu', { current_replicas: 3, containers: [container('a', 0.5), container('b')] })).toBeNull();
    expect(totalRequest('cpu', { current_replicas: 3, containers: [container('a', 0)] })).toBeNull();
    expect(totalRequest('cpu', { current_replicas: null, containers: [container('a', 1)] })).toBeNull();
    expect(totalRequest('queue', { current_replicas: 3, containers: [container('a', 1)] })).toBeNull();
    expect(totalRequest('cpu', null)).toBeNull();
  });
});
