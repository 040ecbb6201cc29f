import { defaultNodeSettings } from '@trimtab/core';
import { aRecord, aUsage, aWorkload, hour, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { noHistorySource } from '../suggestions/evaluation.ts';
import { createRowCache } from './row-cache.ts';
import type { RowInput } from './target-row.ts';

const input = (changes: Partial<RowInput> = {}): RowInput => ({
  record: aRecord(),
  workload: aWorkload(),
  usage: aUsage(0.7, 0.7),
  evaluation: noHistorySource,
  failure: { cluster: null, metrics: null },
  settings: { ...defaultNodeSettings },
  now,
  ...changes,
});

describe('a row', () => {
  it('is judged once for equal answers, though they are other objects and a minute later', () => {
    const keeper = createRowCache();
    const row = keeper.row('k', input());
    expect(keeper.row('k', input({ now: now + 60_000 }))).toBe(row);
  });

  const changes: Partial<RowInput>[] = [
    { record: { ...aRecord(), modelMode: 'cost_savings' } },
    { workload: aWorkload({ readyReplicas: 3 }) },
    { workload: null },
    { usage: aUsage(0.7, 0.8) },
    { usage: aUsage(0.7, 0.7, { problem: 'It has no samples.' }) },
    { usage: null },
    { evaluation: { ...noHistorySource } },
    { failure: { cluster: null, metrics: 'The metrics source failed.' } },
    { settings: { ...defaultNodeSettings, node_hourly_cost: 1 } },
  ];
  it.each(changes)('is judged anew when something of it changed: %o', (change) => {
    const keeper = createRowCache();
    const row = keeper.row('k', input());
    const next = keeper.row('k', input(change));
    expect(next).not.toBe(row);
    expect(next).toEqual(createRowCache().row('k', input(change)));
  });

  it('is judged anew as its first hours pass', () => {
    const keeper = createRowCache();
    const young = { usage: aUsage(0.7, 0.7, { since: now - 3.5 * hour }) };
    const row = keeper.row('k', input(young));
    expect(row.status.tooltip).toContain('there are 3 so far');
    expect(keeper.row('k', input({ ...young, now: now + 0.4 * hour }))).toBe(row);
    expect(keeper.row('k', input({ ...young, now: now + 0.6 * hour })).status.tooltip).toContain('there are 4 so far');
  });

  it('is let go with its target', () => {
    const keeper = createRowCache();
    const row = keeper.row('gone', input());
    keeper.row('k', input());
    keeper.retain(new Set(['k']));
    expect(keeper.row('gone', input())).not.toBe(row);
  });
});
