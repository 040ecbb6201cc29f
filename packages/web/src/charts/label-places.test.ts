import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelHeight, placeLabels } from './label-places.ts';

const area = { left: 40, right: 320, top: 0, bottom: 200 };
const point = fc.record({
  x: fc.integer({ min: 40, max: 320 }),
  y: fc.integer({ min: 0, max: 200 }),
  width: fc.integer({ min: 20, max: 200 }),
});

describe('placeLabels', () => {
  it('puts a label to the right of its point, and to the left of the edge where there is no room', () => {
    expect(placeLabels([{ x: 100, y: 100, width: 50 }], area)).toEqual([{ x: 109, y: 96 }]);
    expect(placeLabels([{ x: 300, y: 100, width: 50 }], area)).toEqual([{ x: 270, y: 96 }]);
  });

  it('never lets labels overlap or leave the plot', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 4 }), (points) => {
        const places = placeLabels(points, area);
        const lines = places.map(({ y }) => y).toSorted((a, b) => a - b);
        for (const [index, y] of lines.slice(1).entries()) {
          expect(y - (lines[index] ?? y)).toBeGreaterThanOrEqual(labelHeight);
        }
        for (const [index, { x, y }] of places.entries()) {
          expect(x).toBeGreaterThanOrEqual(area.left);
          expect(x + (points[index]?.width ?? 0)).toBeLessThanOrEqual(area.right);
          expect(y).toBeGreaterThanOrEqual(area.top + labelHeight - 3);
          expect(y).toBeLessThanOrEqual(area.bottom);
        }
      }),
    );
  });
});
