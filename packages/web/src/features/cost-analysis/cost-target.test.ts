import { type AstSpecView, defaultNodeSettings, targetKey } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { type CostSources, costTargets, inOrder, type KnownCosts, targetLabels } from './cost-target.ts';
import { cpuComparison, waste } from './testing/cost-api.ts';

const target = (name: string, mode: string, namespace = 'shop'): AstSpecView => ({
  namespace,
  name,
  spec: { vertical: { mode } },
});
const settings = { ...defaultNodeSettings, node_hourly_cost: 4 };
const sources = {
  waste: new Map([waste('cart', 5, 3)].map((one) => [targetKey(one), one])),
  comparisons: new Map(
    [
      cpuComparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 3 }),
      cpuComparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2.5 }),
    ].map((one) => [targetKey(one), one]),
  ),
  areComparisonsRead: true,
  settings,
  wasteNode: settings,
};
const hourly = (name: string, mode: string, changes: Partial<CostSources> = {}) =>
  costTargets({ targets: [target(name, mode)], ...sources, ...changes })[0]?.hourly;

it('labels targets by their names, with the namespace if several have the same', () => {
  const targets = [target('cart', 'auto', 'eu.shop'), target('cart', 'auto', 'us.shop'), target('search', 'auto')];
  expect(targets.map(targetLabels(targets))).toEqual(['eu.shop/cart', 'us.shop/cart', 'search']);
});

describe('costTargets', () => {
  it("uses the server's waste of a recommendation target, as the key figures do", () => {
    expect(hourly('cart', 'recommend')).toBe(2);
  });

  it("prices the server's waste again while it belongs to another node", () => {
    expect(hourly('cart', 'recommend', { wasteNode: { ...settings, node_hourly_cost: 1 } })).toBe(8);
    // The suggestions of both directions together would give another figure than the larger gap.
    const smaller = { ...settings, node_cpu_cores: 2 };
    expect(hourly('cart', 'recommend', { wasteNode: smaller })).toBe(1);
    expect(hourly('cart', 'recommend', { wasteNode: smaller, comparisons: new Map() })).toBeNull();
    expect(hourly('cart', 'recommend', { wasteNode: null })).toBeNull();
    expect(hourly('search', 'auto', { wasteNode: null })).toBe(1.5);
  });

  it('computes the savings of an autonomous target from its cost before', () => {
    expect(hourly('search', 'auto')).toBe(1.5);
  });

  it('keeps the object of a target until one of its sources changes', () => {
    const listed = { ...sources, targets: [target('cart', 'recommend'), target('search', 'auto')] };
    const known: KnownCosts = new WeakMap();
    const [cart, search] = costTargets({ ...listed, comparisons: new Map() }, known);
    const second = costTargets({ ...listed, comparisons: new Map(), areComparisonsRead: false }, known);
    expect(second.map(({ lacksComparison }) => lacksComparison)).toEqual([false, false]);
    const third = costTargets({ ...listed, comparisons: new Map(), areComparisonsRead: false }, known);
    expect(third[0]).toBe(second[0]);
    expect(third[1]).toBe(second[1]);
    expect(costTargets({ ...listed, comparisons: new Map() }, known)).toEqual([cart, search]);
    expect(costTargets(listed, known)[1]?.hourly).toBe(1.5);
    const dearer = costTargets({ ...listed, settings: { ...settings, node_hourly_cost: 8 } }, known);
    expect(dearer[1]?.hourly).toBe(3);
    const wasteNode = { ...settings, node_hourly_cost: 1 };
    expect(costTargets({ ...listed, wasteNode }, known)[0]?.hourly).toBe(8);
    expect(costTargets({ ...listed, waste: new Map() }, known)[0]?.hourly).toBeNull();
  });

  it('has no costs for a target that is in neither list', () => {
    expect(hourly('ledger', 'recommend')).toBeNull();
    expect(hourly('ledger', 'auto')).toBeNull();
  });
});

it('sorts targets by namespace and name', () => {
  const targets = [target('b', 'auto'), target('a', 'auto'), target('c', 'auto', 'batch')];
  expect(inOrder(targets).map(targetKey)).toEqual(['batch/c', 'shop/a', 'shop/b']);
});
