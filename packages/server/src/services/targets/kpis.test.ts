import { defaultNodeSettings } from '@trimtab/core';
import { aRecord, aUsage, aWorkload, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { noHistorySource } from '../suggestions/evaluation.ts';
import { createKpis } from './kpis.ts';
import { targetRow } from './target-row.ts';

const rows = ['north.shop', 'south.shop', 'south.web'].map((namespace) =>
  targetRow({
    record: aRecord({ namespace }),
    workload: aWorkload({ namespace }),
    usage: aUsage(0.7, 0.7, { namespace }),
    evaluation: noHistorySource,
    failure: { cluster: null, metrics: null },
    settings: { ...defaultNodeSettings },
    now,
  }),
);

describe('KPIs', () => {
  it.each([[null], [['south']]])('of the same rows are computed once: clusters %o', (clusters) => {
    const read = createKpis(() => null);
    const first = read(rows, ['One node did not answer.'], clusters);
    expect(read(rows, ['One node did not answer.'], clusters)).toBe(first);
    expect(read(rows, [], clusters)).not.toBe(first);
    expect(read([...rows], [], clusters)).not.toBe(first);
  });

  it('count the targets of the named clusters', () => {
    const read = createKpis(() => null);
    const targets = (clusters: readonly string[] | null) => read(rows, [], clusters).items[0]?.value;
    expect([null, ['south'], ['north', 'south'], ['west']].map(targets)).toEqual([3, 2, 3, 0]);
  });
});
