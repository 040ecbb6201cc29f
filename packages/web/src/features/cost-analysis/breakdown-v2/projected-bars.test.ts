import { expect, it } from 'vitest';
import { projectedBars } from './projected-bars.ts';

it('divides the annual sums into twelve months from the current one', () => {
  const bars = projectedBars({ savings: 1_200, waste: 60, missing: 0 }, Date.UTC(2026, 10));
  expect(bars).toHaveLength(12);
  expect(bars[0]).toMatchObject({ label: 'Nov 2026', savings: 100, waste: 5 });
  expect(bars[11]).toMatchObject({ label: 'Oct 2027', savings: 100, waste: 5 });
});
