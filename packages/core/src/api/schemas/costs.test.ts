import { expect, test } from 'vitest';
import { comparisonListSchema, potentialSavingsListSchema } from './costs.ts';

const unknownPair = { raw: null, withSuggestions: null };

test('a missing direction invalidates neither the other direction nor the list', () => {
  const horizontalCost = { raw: 0.2, withSuggestions: 0.1 };
  const wire = {
    items: [
      { name: 'cart', horizontalCost },
      { name: 'mailer', horizontalCost: null, verticalCost: 7 },
    ],
  };
  expect(potentialSavingsListSchema.parse(wire).items).toEqual([
    { name: 'cart', horizontalCost, verticalCost: unknownPair },
    { name: 'mailer', horizontalCost: unknownPair, verticalCost: unknownPair },
  ]);
});

test('a target without previous state is compared as far as possible', () => {
  const optimized = { total_usage: 1, total_request: 2 };
  const resource = { optimized, unoptimized: null };
  const wire = {
    items: [
      {
        name: 'cart',
        resources: { cpu: resource, memory: resource },
        hourly_cost: { optimized: { cpu: 1, memory: 2 } },
      },
    ],
  };
  expect(comparisonListSchema.parse(wire).items).toEqual([
    {
      name: 'cart',
      resources: { cpu: { optimized, unoptimized: {} }, memory: { optimized, unoptimized: {} } },
      hourly_cost: { optimized: { cpu: 1, memory: 2 }, unoptimized: { cost: null } },
    },
  ]);
});
