import { autonomous, comparison, recommended, waste } from './cost-api.ts';

/** Three targets of both modes, one of them without a past; what is saved and wasted comes to $138.24 a month. */
export const scene = {
  targets: [recommended('cart'), autonomous('search'), autonomous('fresh')],
  // A node costs 0.192 $/h: four cores; so a core is 0.048 $/h and 34.56 $ a month.
  comparisons: [
    comparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    comparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    comparison('fresh', { usage: null, request: null }, { usage: 1, request: 2 }),
  ],
  waste: [waste('cart', 0.192, 0.096)],
};
