import { describe, expect, it } from 'vitest';
import { aContainer, aUsage, aWorkload, mebibyte } from '../testing/ports.ts';
import { suggest } from './suggest.ts';

const hpa = (value: number, changes: object = {}) => ({
  name: 'h',
  minReplicas: 1,
  maxReplicas: 10,
  metrics: [{ type: 'Resource', name: 'cpu', target: { type: 'Utilization', value } }] as const,
  ...changes,
});

describe('suggest', () => {
  it('gives the busiest pods 15 % more than they used', () => {
    const advice = suggest({ workload: aWorkload(), usage: aUsage(0.4, 0.5), currentReplicas: 2 });
    expect(advice?.containers).toEqual([{ name: 'app', cpu: 0.4 * 1.15, memory: 512 * mebibyte * 1.15 }]);
    expect(advice?.replicas).toBeNull();
  });

  it('goes no lower than 10m and 32 MiB', () => {
    const advice = suggest({ workload: aWorkload(), usage: aUsage(0, 0.001), currentReplicas: 2 });
    expect(advice?.containers).toEqual([{ name: 'app', cpu: 0.01, memory: 32 * mebibyte }]);
  });

  it('says nothing about what it has not seen', () => {
    const workload = aWorkload({ containers: [aContainer('app', 1, 1), aContainer('__proto__', 1, 1)] });
    const advice = suggest({ workload, usage: aUsage(0.4, 0.5), currentReplicas: 2 });
    expect(advice?.containers[1]).toEqual({ name: '__proto__', cpu: null, memory: null });
    expect(suggest({ workload, usage: aUsage(1, 1, { containers: [] }), currentReplicas: 2 })).toBeNull();
  });

  it.each([
    [50, 4],
    [100, 2],
    [99, 3],
    [5, 10],
    [70, 3],
  ])('follows a target of %i %% from two pods at 100 %% to %i', (target, replicas) => {
    const workload = aWorkload({ hpa: hpa(target) });
    expect(suggest({ workload, usage: aUsage(1, 0.5), currentReplicas: 2 })?.replicas).toBe(replicas);
  });

  it('does not add a pod for a rounding error', () => {
    // 3 × (0.7 ÷ 0.7) must be 3 and not 3.0000000000000004, rounded up.
    const workload = aWorkload({ hpa: hpa(70) });
    expect(suggest({ workload, usage: aUsage(0.7, 0.5), currentReplicas: 3 })?.replicas).toBe(3);
  });

  it('takes the metric that asks for most, and says so', () => {
    const metrics = [
      { type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 100 } },
      { type: 'Resource', name: 'memory', target: { type: 'AverageUtilization', value: 50 } },
      { type: 'External', name: 'queue', target: { type: 'AverageValue', value: 1 } },
    ] as const;
    const advice = suggest({
      workload: aWorkload({ hpa: hpa(0, { metrics }) }),
      usage: aUsage(1, 1),
      currentReplicas: 2,
    });
    expect(advice).toMatchObject({ replicas: 4, metric: 'memory' });
    expect(advice?.why).toContain('2 at 100 % memory utilization for a target of 50 %, between 1 and 10.');
  });

  it('leaves replicas alone at zero pods and without a target', () => {
    const workload = aWorkload({ hpa: hpa(50) });
    expect(suggest({ workload, usage: aUsage(1, 1), currentReplicas: 0 })?.replicas).toBeNull();
    expect(
      suggest({ workload: aWorkload({ hpa: hpa(0) }), usage: aUsage(1, 1), currentReplicas: 2 })?.replicas,
    ).toBeNull();
  });
});
