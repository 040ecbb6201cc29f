import { dayMs, hourMs } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { binMs } from '../../recommender/bins.ts';
import { binRange } from './metric-series-reader.ts';

const now = Date.parse('2026-03-04T12:00:00Z');
const bin = Math.floor(now / binMs);

describe('the bins of a window', () => {
  it('are the last three hours and the next one by default', () => {
    expect(binRange({ start: null, end: null }, now)).toEqual({ from: bin - 36, to: bin + 12 });
  });

  it('are at most two weeks', () => {
    expect(binRange({ start: now - 60 * dayMs, end: now }, now).from).toBe(bin - 14 * 288);
  });

  it('have no forecast for a window in the past', () => {
    const window = { start: now - 2 * hourMs, end: now - hourMs };
    expect(binRange(window, now)).toEqual({ from: bin - 24, to: bin - 12 });
  });

  it('are none outside the two weeks', () => {
    const { from, to } = binRange({ start: now - 60 * dayMs, end: now - 59 * dayMs }, now);
    expect(to).toBe(from);
  });
});
