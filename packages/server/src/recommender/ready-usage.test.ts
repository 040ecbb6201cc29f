import { aHistory, series } from '@trimtab/testing';
import { expect, test } from 'vitest';
import { binsPerDay, countSamples } from './bins.ts';
import { usageWhileReady } from './ready-usage.ts';

/** Two days: 100m while a pod is ready, and `unready` in the second half of each day. */
const isReady = (bin: number) => bin % binsPerDay < binsPerDay / 2;
const usageOf = (unready: number, readiness: (bin: number) => number) => {
  const used = series(2, (bin) => (isReady(bin) ? 0.1 : unready));
  const history = aHistory({ cpu: used, memory: used }, { readyReplicas: series(2, readiness) });
  return [history, usageWhileReady(history)] as const;
};

test.each([
  ['low usage does not count', 0.004, 0, 0.1],
  ['higher usage counts, because it may be needed to start', 0.3, 0, 0.3],
])('while no pod is ready, %s', (_, unready, ready, highest) => {
  const [, { containers }] = usageOf(unready, (bin) => (isReady(bin) ? 2 : ready));
  for (const resource of ['cpu', 'memory'] as const) {
    const usage = containers[0]?.[resource] ?? new Float64Array(0);
    expect(countSamples(usage)).toBe(unready < 0.1 ? binsPerDay : 2 * binsPerDay);
    expect(Math.max(...usage.filter((used) => !Number.isNaN(used)))).toBe(highest);
  }
});

test.each([
  ['one of several pods is ready', 1],
  ['it is unknown whether pods are ready', Number.NaN],
])('all usage counts while %s', (_, ready) => {
  const [history, counted] = usageOf(0.004, (bin) => (isReady(bin) ? 2 : ready));
  expect(counted).toBe(history);
});

test('without any ready pod, no usage counts', () => {
  const [, { containers, total }] = usageOf(0.3, () => 0);
  expect(countSamples(containers[0]?.cpu ?? new Float64Array(1).fill(1))).toBe(0);
  expect(countSamples(total.cpu)).toBe(2 * binsPerDay);
});
