import { autonomousTarget, cpuComparison, recommended, waste } from './cost-api.ts';

/** Three targets in both modes, one of them without a previous cost. Savings and waste add up to $138.24 a month. */
export const scene = {
  targets: [recommended('cart'), autonomousTarget('search'), autonomousTarget('fresh')],
  // A node with four cores costs $0.192 per hour, so a core costs $0.048 per hour and $34.56 a month.
  comparisons: [
    cpuComparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    cpuComparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    cpuComparison('fresh', { usage: null, request: null }, { usage: 1, request: 2 }),
  ],
  waste: [waste('cart', 0.192, 0.096)],
};
