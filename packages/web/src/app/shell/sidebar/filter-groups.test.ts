import { expect, it } from 'vitest';
import { filterGroups } from './filter-groups.ts';

const targets = (...names: string[]) => names.map((name) => ({ name }));
const groups = [
  { namespace: 'cart', targets: targets('api', 'db') },
  { namespace: 'shop', targets: targets('Cart-worker', 'web') },
  { namespace: 'web', targets: targets('gateway') },
];

it('keeps namespaces by their name, and by the names of their targets', () => {
  expect(filterGroups(groups, ' CART ')).toEqual([
    { ...groups[0], hasFoundTargets: false },
    { namespace: 'shop', targets: targets('Cart-worker'), hasFoundTargets: true },
  ]);
});

it('is empty if nothing matches, and does not interpret pattern characters', () => {
  expect(filterGroups(groups, '.*')).toEqual([]);
});
