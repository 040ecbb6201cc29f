import { workloadKey } from '@trimtab/core';
import { aRecord, aWorkload } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { binMs, TargetUsage } from '../usage-history/target-usage.ts';
import { Evaluations } from './evaluations.ts';
import { createPublishedSuggestions } from './published-suggestions.ts';

const record = aRecord();
const end = 6_000_000;

function aNamespace() {
  const usage = new TargetUsage(record, end);
  return { targets: new Map([[workloadKey(record), usage]]), end, problems: [] };
}

function someEvaluations() {
  const deps = { clock: { now: () => end * binMs }, logger: () => {} };
  return new Evaluations(createPublishedSuggestions(memoryRecords().suggestions, deps));
}

describe('evaluations', () => {
  it('are being computed until the history is in memory', () => {
    const evaluations = someEvaluations();
    expect(evaluations.evaluate(record, aWorkload(), null)).toMatchObject({ kind: 'none', computing: true });
    expect(evaluations.newest(record)).toMatchObject({ kind: 'none', computing: true });
  });

  it('are reused while their inputs are equal', () => {
    const evaluations = someEvaluations();
    const history = aNamespace();
    const first = evaluations.evaluate(record, aWorkload(), history);
    expect(evaluations.evaluate(record, aWorkload(), history)).toBe(first);
    expect(evaluations.newest(record)).toBe(first);
    expect(evaluations.evaluate(record, aWorkload({ readyReplicas: 9 }), history)).not.toBe(first);
    expect(evaluations.evaluate(record, aWorkload({ readyReplicas: 9 }), history, { force: true })).toMatchObject({
      kind: 'none',
    });
  });

  it('of removed targets are dropped by the next refresh, which raises the version', () => {
    const evaluations = someEvaluations();
    evaluations.evaluate(record, aWorkload(), aNamespace());
    evaluations.finishRefresh('shop', new Set(), { records: [], byNamespace: new Map(), settings: null }, end * binMs);
    expect(evaluations.newest(record)).toMatchObject({ computing: true });
    expect(evaluations.peek('shop')).toMatchObject({ version: 1, refreshedAt: end * binMs });
  });
});
