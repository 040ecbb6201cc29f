import { defaultNodeSettings, workloadKey } from '@trimtab/core';
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
  it('is reused for equal inputs, even with new objects a minute later', () => {
    const rows = createRowCache();
    const row = rows.row('k', input());
    expect(rows.row('k', input({ now: now + 60_000 }))).toBe(row);
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
  it.each(changes)('is computed again when an input has changed: %o', (change) => {
    const rows = createRowCache();
    const row = rows.row('k', input());
    const next = rows.row('k', input(change));
    expect(next).not.toBe(row);
    expect(next).toEqual(createRowCache().row('k', input(change)));
  });

  it('is computed again as its first hours of samples pass', () => {
    const rows = createRowCache();
    const young = { usage: aUsage(0.7, 0.7, { since: now - 3.5 * hour }) };
    const row = rows.row('k', input(young));
    expect(row.status.tooltip).toContain('which is 3 hours old');
    expect(rows.row('k', input({ ...young, now: now + 0.4 * hour }))).toBe(row);
    expect(rows.row('k', input({ ...young, now: now + 0.6 * hour })).status.tooltip).toContain('which is 4 hours old');
  });

  it('is dropped with its target', () => {
    const rows = createRowCache();
    const row = rows.row('gone', input());
    rows.row(workloadKey(aRecord()), input());
    rows.retain([aRecord()]);
    expect(rows.row('gone', input())).not.toBe(row);
  });
});
