import type { Suggestion } from '@trimtab/core';
import { aRecord } from '@trimtab/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { createDailySuggestions } from './daily-suggestions.ts';

const now = Date.parse('2026-03-04T12:00:00Z');
const window = { start: now - 3_600_000, end: now + 3_600_000 };

const suggestion = (suggestedReplicas: number): Suggestion => ({
  created: new Date(now).toISOString(),
  why: 'Balanced: because.',
  metric: 'cpu',
  currentReplicas: 3,
  suggestedReplicas,
  minReplicas: null,
  maxReplicas: null,
  forecasts: [],
  resourceRecommendations: [],
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('daily suggestions', () => {
  it('are stored after pending requests are answered; the first of the day counts', async () => {
    const store = memoryRecords().suggestions;
    const dailySuggestions = createDailySuggestions(store, { clock: { now: () => now }, logger: () => {} });
    const worded = vi.fn<() => Suggestion>(() => suggestion(2));
    dailySuggestions.record(aRecord(), worded);
    dailySuggestions.record(aRecord(), () => suggestion(9));
    dailySuggestions.record(aRecord({ name: 'checkout' }), () => suggestion(4));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(worded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    const kept = await dailySuggestions.list(aRecord(), window);
    expect(kept.map(({ suggestedReplicas }) => suggestedReplicas)).toEqual([2]);
    const all = { from: 0, to: 1e6 };
    expect(await store.list('shop', 'cart', all)).toHaveLength(1);
    expect(await store.list('shop', 'checkout', all)).toHaveLength(1);
  });

  it('are included in a list immediately', async () => {
    const dailySuggestions = createDailySuggestions(memoryRecords().suggestions, {
      clock: { now: () => now },
      logger: () => {},
    });
    dailySuggestions.record(aRecord(), () => suggestion(2));
    expect(await dailySuggestions.list(aRecord(), window)).toHaveLength(1);
  });

  it('log one line when a full disk rejects many of them', async () => {
    const store = memoryRecords().suggestions;
    vi.spyOn(store, 'put').mockRejectedValue(new Error('The disk is full.'));
    const logger = vi.fn<(level: string, event: string) => void>();
    const dailySuggestions = createDailySuggestions(store, { clock: { now: () => now }, logger });
    for (let count = 0; count < 50; count += 1)
      dailySuggestions.record(aRecord({ name: `cart-${count}` }), () => suggestion(count));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(logger).toHaveBeenCalledExactlyOnceWith('warn', expect.any(String), {
      targets: 50,
      error: new Error('The disk is full.'),
    });
  });

  it('are stored later when the first attempt fails', async () => {
    const store = memoryRecords().suggestions;
    const put = vi.spyOn(store, 'put').mockRejectedValueOnce(new Error('The disk is full.'));
    const logger = vi.fn<(level: string, event: string) => void>();
    const dailySuggestions = createDailySuggestions(store, { clock: { now: () => now }, logger });
    dailySuggestions.record(aRecord(), () => suggestion(2));
    expect(await dailySuggestions.list(aRecord(), window)).toEqual([]);
    expect(logger).toHaveBeenCalledWith('warn', expect.stringContaining('could not be stored'), expect.anything());
    dailySuggestions.record(aRecord(), () => suggestion(3));
    expect(await dailySuggestions.list(aRecord(), window)).toHaveLength(1);
    expect(put).toHaveBeenCalledTimes(2);
  });
});
