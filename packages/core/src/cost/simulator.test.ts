import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Mode } from '../domain/mode.ts';
import {
  currentPercent,
  impactKind,
  type SimulatedTarget,
  simulateTarget,
  simulatorTotals,
  sliderPosition,
} from './simulator.ts';

const node = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 1 };
type Total = number | null;
const side = (total_usage: Total, total_request: Total) => ({ total_usage, total_request });

/** Both sides have the same usage and differ in their requests, in cores and in gigabytes of a node. */
function target(mode: Mode, now: { cpu: [Total, Total]; memory: [Total, Total] }, otherCpuRequest: Total) {
  const sides = (current: ReturnType<typeof side>, other: ReturnType<typeof side>) =>
    mode === 'Autonomous' ? { optimized: current, unoptimized: other } : { optimized: other, unoptimized: current };
  const simulated: SimulatedTarget = {
    mode,
    comparison: {
      resources: {
        cpu: sides(side(...now.cpu), side(now.cpu[0], otherCpuRequest)),
        memory: sides(side(...now.memory), side(...now.memory)),
      },
    },
  };
  return simulated;
}

const wasteful = target('Recommendation', { cpu: [1, 4], memory: [1e9, 4e9] }, 2);

test('used, requested, percentages and costs of the current variant', () => {
  expect(simulateTarget(wasteful, {}, node)).toEqual({
    used: { cpu: 1, memory: 1e9 },
    requested: { cpu: 4, memory: 4e9 },
    currentPercent: { cpu: 25, memory: 25 },
    newPercent: { cpu: 25, memory: 25 },
    newRequested: { cpu: 4, memory: 4e9 },
    bottleneck: 'cpu',
    currentMonthly: 720,
    newMonthly: 720,
    yearlyImpact: 0,
  });
});

test('a moved slider sets the request to used ÷ percentage; the impact is the change in cost over twelve months of 720 hours', () => {
  const row = simulateTarget(wasteful, { cpu: 50 }, node);
  expect(row).toMatchObject({ newPercent: { cpu: 50, memory: 25 }, newRequested: { cpu: 2, memory: 4e9 } });
  expect(row).toMatchObject({ newMonthly: 360, yearlyImpact: 360 * 12, bottleneck: 'cpu' });
  expect(impactKind(row.yearlyImpact)).toBe('saving');
  expect(simulateTarget(wasteful, { cpu: 20 }, node)).toMatchObject({ newMonthly: 900, yearlyImpact: -180 * 12 });
});

test('the other resource becomes the bottleneck and determines the cost; a tie counts as CPU', () => {
  const row = simulateTarget(wasteful, { cpu: 100, memory: 25 }, node);
  expect(row).toMatchObject({ newRequested: { cpu: 1, memory: 4e9 }, bottleneck: 'cpu', newMonthly: 180 });
  expect(simulateTarget(wasteful, { cpu: 100, memory: 20 }, node)).toMatchObject({ bottleneck: 'memory' });
});

test('utilization is capped at 100, is 1 without requests, and keeps values below 1', () => {
  expect(currentPercent(3, 2)).toBe(100);
  expect(currentPercent(3, 0)).toBe(1);
  expect(currentPercent(0, 2)).toBe(0);
  expect(currentPercent(0.016, 4)).toBeCloseTo(0.4);
  expect(currentPercent(1, 8)).toBe(12.5);
  expect(currentPercent(null, 2)).toBeNull();
  expect(currentPercent(1, null)).toBeNull();
  expect([0.4, 33.3, 33.5, 250].map(sliderPosition)).toEqual([1, 33, 34, 100]);
});

test('below 1 percent the slider is at 1, and nothing changes until it is moved', () => {
  const idle = target('Recommendation', { cpu: [0.016, 4], memory: [1e9, 4e9] }, 2);
  expect(simulateTarget(idle, {}, node)).toMatchObject({
    currentPercent: { cpu: 0.4 },
    newPercent: { cpu: 1 },
    newRequested: { cpu: 4 },
    yearlyImpact: 0,
  });
});

const totalOf = (simulated: SimulatedTarget, percentages = {}) =>
  simulatorTotals([{ target: simulated, row: simulateTarget(simulated, percentages, node) }], node);

test('a target in recommendation mode changes the waste, which is never below 0', () => {
  const start = { currentWaste: 4_320, newWaste: 4_320, currentSavings: 0, newSavings: 0 };
  expect(totalOf(wasteful)).toEqual(start);
  expect(totalOf(wasteful, { cpu: 40 })).toEqual({ ...start, newWaste: 90 * 12 });
  expect(totalOf(wasteful, { cpu: 100 })).toEqual({ ...start, newWaste: 0 });
  expect(totalOf(wasteful, { cpu: 20 })).toEqual({ ...start, newWaste: 540 * 12 });
});

test('an autonomous target changes the savings, which may become negative', () => {
  const saving = target('Autonomous', { cpu: [1, 2], memory: [1e9, 4e9] }, 4);
  const start = { currentWaste: 0, newWaste: 0, currentSavings: 4_320, newSavings: 4_320 };
  expect(totalOf(saving)).toEqual(start);
  expect(totalOf(saving, { cpu: 100 })).toEqual({ ...start, newSavings: 540 * 12 });
  expect(totalOf(saving, { cpu: 20 })).toEqual({ ...start, newSavings: -180 * 12 });
});

test('without the other side waste and savings are unknown, but the change by a slider still counts', () => {
  const unrecorded = target('Autonomous', { cpu: [1, 2], memory: [1e9, 4e9] }, null);
  expect(totalOf(unrecorded)).toMatchObject({ currentSavings: 0, newSavings: 0 });
  expect(totalOf(unrecorded, { cpu: 100 })).toMatchObject({ currentSavings: 0, newSavings: 180 * 12 });
  const unadvised = target('Recommendation', { cpu: [1, 4], memory: [1e9, 4e9] }, null);
  expect(totalOf(unadvised, { cpu: 50 })).toMatchObject({ currentWaste: null, newWaste: null });
});

test('without a total, cost and impact are unknown, and so are the sums', () => {
  const blank = target('Recommendation', { cpu: [null, null], memory: [1e9, 4e9] }, 2);
  expect(simulateTarget(blank, { cpu: 50 }, node)).toMatchObject({
    currentPercent: { cpu: null },
    newPercent: { cpu: null },
    bottleneck: null,
    currentMonthly: null,
    newMonthly: null,
    yearlyImpact: null,
  });
  expect(impactKind(null)).toBeNull();
  expect(totalOf(blank)).toEqual({ currentWaste: null, newWaste: null, currentSavings: 0, newSavings: 0 });
});

test('every impact is exactly 0 at the start and after a slider is moved back', () => {
  const amount = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e3, noNaN: true }));
  const mode = fc.constantFrom<Mode>('Autonomous', 'Recommendation');
  fc.assert(
    fc.property(mode, amount, amount, amount, amount, amount, (of, cpuUsed, cpu, memoryUsed, memory, other) => {
      const simulated = target(of, { cpu: [cpuUsed, cpu], memory: [memoryUsed * 1e9, memory * 1e9] }, other);
      const start = simulateTarget(simulated, {}, node);
      const back = { cpu: start.newPercent.cpu ?? undefined, memory: start.newPercent.memory ?? undefined };
      const rows = [start, simulateTarget(simulated, back, node)];
      for (const row of rows) {
        expect(row.yearlyImpact).toBe(0);
        expect(impactKind(row.yearlyImpact)).toBe('no change');
      }
      const totals = simulatorTotals(
        rows.map((row) => ({ target: simulated, row })),
        node,
      );
      expect(totals.newWaste).toBe(totals.currentWaste);
      expect(totals.newSavings).toBe(totals.currentSavings);
    }),
  );
});

test('parts sum to the whole: the change of the blocks is the sum of the autonomous rows', () => {
  const percent = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(fc.array(fc.tuple(percent, percent)), (percentages) => {
      const simulated = target('Autonomous', { cpu: [1, 2], memory: [1e9, 4e9] }, 4);
      const rows = percentages.map(([cpu, memory]) => simulateTarget(simulated, { cpu, memory }, node));
      const totals = simulatorTotals(
        rows.map((row) => ({ target: simulated, row })),
        node,
      );
      const impact = rows.reduce((sum, row) => sum + (row.yearlyImpact ?? 0), 0);
      expect((totals.newSavings ?? 0) - (totals.currentSavings ?? 0)).toBeCloseTo(impact, 4);
    }),
  );
});
