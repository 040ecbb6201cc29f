import { expect, test } from 'vitest';
import { nodePriceNotes, nodeSavingsText } from './node-savings.ts';

const nothing = { groups: [], nodes: 0, hourly_cost: null, now: null, suggested: null };

test.each([
  [0.71, 0.576, 'save $6,220 a year.', 'they save $5,046.'],
  [0.71, 0, 'save $6,220 a year.', 'they save $0.00.'],
  [-1, -0.5, 'cost $8,760 more a year.', 'they cost $4,380 more.'],
  [null, null, 'save an unknown amount a year.', 'they save an unknown amount.'],
])('%s and %s dollars an hour', (paper_hourly_savings, realizable_hourly_savings, paper, real) => {
  const text = nodeSavingsText({ ...nothing, paper_hourly_savings, realizable_hourly_savings });
  expect(text).toBe(`On paper, the suggestions ${paper} Counted in whole nodes, ${real}`);
});

const group = (instance_type: string | null, price: string) => ({
  instance_type,
  region: null,
  capacity_type: null,
  nodes: 1,
  cpu_cores: 4,
  memory_bytes: 16e9,
  hourly_cost: 0.2,
  price,
});

test('a price source is written once, and what another type adds to it is written with that type', () => {
  const list = 'Price table of May 2026: list prices.';
  const spot = `${list} It is not a spot price.`;
  expect(nodePriceNotes([group('m5.xlarge', list), group('r5.xlarge', spot), group(null, spot)])).toEqual([
    list,
    'r5.xlarge, Unknown type: It is not a spot price.',
  ]);
  expect(nodePriceNotes([group('r5.xlarge', spot), group('m5.xlarge', spot)])).toEqual([spot]);
});
