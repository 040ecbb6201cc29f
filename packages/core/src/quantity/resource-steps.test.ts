import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCpu } from '../format/resource.ts';
import { parseQuantity } from './quantity.ts';
import {
  manifestAmount,
  resourceStepAbove,
  resourceStepBelow,
  roundDownResource,
  roundUpResource,
  roundUpToUnit,
} from './resource-steps.ts';

const mebibyte = 2 ** 20;

it.each([
  ['cpu', 0.5009862, 0.501],
  ['cpu', 0.29, 0.29],
  ['cpu', 1.1 * 0.3, 0.33],
  ['cpu', 1.1 * Math.fround(0.2), 0.22],
  ['cpu', 0.9994, 1],
  ['cpu', 1.2344, 1.24],
  ['cpu', 1.24, 1.24],
  ['cpu', 12.001, 12.01],
  ['memory', 890_228_438.4, 849 * mebibyte],
  ['memory', 900 * mebibyte, 900 * mebibyte],
  ['memory', 5_000_000, 4_883 * 1_024],
] as const)('%s %d is rounded up to %d', (resource, amount, rounded) => {
  expect(roundUpResource(resource, amount)).toBe(rounded);
});

it('is never less than the amount, and at most a tenth more', () => {
  const amounts = {
    cpu: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
    memory: fc.double({ min: 10_240, max: 2 ** 42, noNaN: true }),
  };
  for (const resource of ['cpu', 'memory'] as const) {
    fc.assert(
      fc.property(amounts[resource], (amount) => {
        const rounded = roundUpResource(resource, amount);
        expect(rounded).toBeGreaterThanOrEqual(amount * (1 - 1e-6));
        expect(rounded).toBeLessThanOrEqual(amount * 1.1 + 1e-9);
        expect(roundUpResource(resource, rounded)).toBe(rounded);
        expect(roundDownResource(resource, rounded)).toBe(rounded);
      }),
    );
  }
});

it('is a CPU amount that the card shows with all of its digits', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 900, noNaN: true }), (amount) => {
      const rounded = roundUpResource('cpu', amount);
      expect(parseQuantity(formatCpu(rounded))).toBe(rounded);
    }),
  );
});

it('leaves an existing limit, unless Kubernetes accepts no such fine amount', () => {
  expect(roundUpToUnit('cpu', 1.235)).toBe(1.235);
  expect(roundUpToUnit('cpu', 0.12345)).toBe(0.124);
  expect(roundUpToUnit('memory', 1_000_000.5)).toBe(1_000_001);
});

it.each([
  ['memory', 500e6, null, 500e6],
  ['memory', 890_228_438, 512e6, 849 * mebibyte],
  ['memory', 890_228_438, 890_228_438, 890_228_438],
  ['cpu', 1.005, 1.005, 1.005],
  ['cpu', 1.005, 1, 1.01],
  ['cpu', 1.1 * 0.3, null, 0.33],
] as const)('%s %d, with %d at present, is %d in a manifest', (resource, amount, present, printed) => {
  expect(manifestAmount(resource, amount, present)).toBe(printed);
});

it('goes one step up or down', () => {
  expect([resourceStepAbove('cpu', 0.25), resourceStepBelow('cpu', 0.25)]).toEqual([0.251, 0.249]);
  expect([resourceStepAbove('memory', 2 ** 30), resourceStepBelow('memory', 2 ** 30)]).toEqual([
    2 ** 30 + mebibyte,
    2 ** 30 - mebibyte,
  ]);
});
