import { defaultNodeSettings } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import type { NodePrices, NodeState } from '../../ports/index.ts';
import { createPricing } from './node-prices.ts';

const aNode = (changes: Partial<NodeState> = {}): NodeState => ({
  name: 'a',
  cpu: 3.9,
  memory: 15e9,
  capacityCpu: 4,
  instanceType: 'm5.xlarge',
  region: 'us-east-1',
  capacityType: 'on-demand',
  isSchedulable: true,
  ...changes,
});
const shipped = createPricing(undefined, defaultNodeSettings);

describe('the price of a node', () => {
  it('is that of the shipped table, with its date and source', () => {
    const { hourlyCost, provenance } = shipped(aNode());
    expect(hourlyCost).toBeCloseTo(0.192);
    expect(provenance).toMatch(/^Price table of January 2025: list prices of AWS us-east-1, .* Linux\.$/);
  });

  it('says where it is not that of this region or capacity', () => {
    expect(shipped(aNode({ region: 'eu-west-1' })).provenance).toMatch(/ It is the price of us-east-1\.$/);
    expect(shipped(aNode({ capacityType: 'spot' })).provenance).toMatch(
      / It is the on-demand price: no spot price is known\.$/,
    );
  });

  it('is a share of the node of the settings where no table has its type', () => {
    for (const instanceType of [null, 'm5d.xlarge', 'am5.large']) {
      const { hourlyCost, provenance } = shipped(aNode({ instanceType, memory: 8e9 }));
      expect(hourlyCost).toBeCloseTo(0.192);
      expect(provenance).toBe('No price is known for this type: computed from the node of the settings.');
    }
  });

  it('comes from the table of the operator first, which may have prices of spot nodes and of one region', () => {
    const own: NodePrices = {
      date: 'May 2026',
      source: 'contract 7',
      prices: [
        { types: 'm5.xlarge', capacity_type: 'spot', hourly: 0.05 },
        { types: 'm5.*', region: 'us-east-1', hourly_per_cpu: 0.03 },
      ],
    };
    const priceOf = createPricing(own, defaultNodeSettings);
    expect(priceOf(aNode({ capacityType: 'spot' }))).toEqual({
      hourlyCost: 0.05,
      provenance: 'Price table of May 2026: contract 7.',
    });
    expect(priceOf(aNode()).hourlyCost).toBeCloseTo(0.12);
    expect(priceOf(aNode({ region: 'eu-west-1' })).hourlyCost).toBeCloseTo(0.192);
  });
});
