import { defaultNodeSettings } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { historyView } from './range-view.ts';

const unknown = { cpu_core_hours: null, memory_byte_hours: null };
const month = (known: number | null) => ({ cpu_core_hours: known, memory_byte_hours: known });
const window = { start: Date.UTC(2026, 0), end: Date.UTC(2026, 2), bucket: 'Month' } as const;
const summaryOf = (...figures: (number | null)[]) =>
  historyView(
    {
      breakdown: figures.map((known, at) => ({
        timestamp: new Date(Date.UTC(2026, at)).toISOString(),
        realized: month(known),
        unrealized: unknown,
      })),
      contributors: [],
    },
    window,
    defaultNodeSettings,
  ).summary;

describe('the summary of a range', () => {
  it('does not show zero if no bar has a value', () => {
    expect(summaryOf(null, null)).toBe('No bar has a value yet.');
  });

  it('counts the bars without a value', () => {
    expect(summaryOf(1_000, null)).toBe('$48.00 saved, $0.00 wasted in this range. 2 of its bars have no value.');
  });
});
