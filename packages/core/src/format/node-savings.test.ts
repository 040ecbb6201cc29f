import { expect, test } from 'vitest';
import { nodeSavingsText } from './node-savings.ts';

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
