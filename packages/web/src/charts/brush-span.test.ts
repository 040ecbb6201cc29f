import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampSpan, moveSpan, newestSpan, parseSpan, printSpan, wholeSpan } from './brush-span.ts';

const whole = { from: 1_000_000, to: 9_000_000 };
const moment = fc.integer({ min: -2_000_000, max: 12_000_000 });

describe('the default span', () => {
  it('covers the newest 500 points, or all points if there are fewer', () => {
    expect(newestSpan(Array.from({ length: 2_000 }, (_, at) => at))).toEqual({ from: 1_500, to: 1_999 });
    expect(newestSpan([3, 4, 5])).toEqual({ from: 3, to: 5 });
  });

  it('is null without points', () => {
    expect(newestSpan([])).toBeNull();
    expect(wholeSpan([])).toBeNull();
  });

  it('shows two minutes around a single point', () => {
    expect(wholeSpan([7])).toEqual({ from: 7 - 60_000, to: 7 + 60_000 });
  });
});

describe('a span', () => {
  it('stays within the whole range when it is dragged', () => {
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 0, max: 9_000_000 }), (from, to, least) => {
        const span = clampSpan({ from, to }, whole, least);
        if (span === null) return;
        expect(span.from).toBeGreaterThanOrEqual(whole.from);
        expect(span.to).toBeLessThanOrEqual(whole.to);
        expect(span.to - span.from).toBeGreaterThanOrEqual(Math.min(least, whole.to - whole.from));
      }),
    );
  });

  it('keeps its length when it is moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e7, max: 1e7 }), (by) => {
        const moved = moveSpan({ from: 2_000_000, to: 3_000_000 }, by, whole);
        expect(moved.to - moved.from).toBe(1_000_000);
        expect(clampSpan(moved, whole)).toEqual(moved);
      }),
    );
  });
});

describe('the span in the address', () => {
  it('is read as it was written', () => {
    const span = { from: 2_000_000, to: 3_000_000 };
    expect(printSpan(span, whole)).toBe('2000-3000');
    expect(parseSpan('2000-3000', whole)).toEqual(span);
    expect(printSpan(whole, whole)).toBe('all');
    expect(parseSpan('all', whole)).toEqual(whole);
  });

  it.each([null, '', '5', '5-', 'x-y', '3000-3000', '1-2', '99999-100000', '<script>', '1e9-2e9'])(
    'is null for the invalid text %s',
    (text) => {
      expect(parseSpan(text, whole)).toBeNull();
    },
  );

  it('is clipped to the range of the data', () => {
    expect(parseSpan('1-3000', whole)).toEqual({ from: 1_000_000, to: 3_000_000 });
  });
});
