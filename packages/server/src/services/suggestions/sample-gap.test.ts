import { workloadKey } from '@trimtab/core';
import { aContainer, aHistory, aRecord, aWorkload, noisy, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { binMs } from '../../recommender/bins.ts';
import { TargetUsage } from '../usage-history/target-usage.ts';
import { Evaluations } from './evaluations.ts';
import { createPublishedSuggestions } from './published-suggestions.ts';

const from = Math.floor(now / 3_600_000) * 12;
const pods = { replicas: 10, readyReplicas: 10 };

/** Evaluates a target after two weeks of samples, and again after an hour and a half without one. */
function afterGap(target: ReturnType<typeof aRecord>, changes: Parameters<typeof aWorkload>[0] = {}) {
  const deps = { clock: { now: () => from * binMs }, logger: () => {} };
  const evaluations = new Evaluations(createPublishedSuggestions(memoryRecords(), deps));
  const usage = new TargetUsage(target, from);
  const evaluateAt = (bin: number, cpu: Float64Array, workload: ReturnType<typeof aWorkload>) => {
    const samples = { cpu, memory: cpu.map((value) => value * 1e9), pods: 10 };
    usage.advance(bin, aHistory(samples, { start: (bin - cpu.length) * binMs }));
    const targets = new Map([[workloadKey(target), usage]]);
    return evaluations.evaluate(target, workload, { targets, absent: new Map(), end: bin, problems: [] });
  };
  const before = evaluateAt(from, noisy(14, 0.2), aWorkload(pods));
  const gap = new Float64Array(18).fill(Number.NaN);
  return { before, after: evaluateAt(from + gap.length, gap, aWorkload({ ...pods, ...changes })) };
}

describe('during a gap of the samples', () => {
  it.each([
    ['and requests', 'recommendation'],
    ['only', null],
  ] as const)('a target that scales replicas %s keeps its suggestion', (_, vertical) => {
    const { before, after } = afterGap(aRecord({ horizontal: 'recommendation', vertical }));
    expect(before).toMatchObject({ kind: 'advised', recommendation: { replicas: expect.any(Number) } });
    expect(after).toBe(before);
  });

  it('replicas for other requests are not kept', () => {
    const target = aRecord({ horizontal: 'recommendation', vertical: null });
    const { after } = afterGap(target, { containers: [aContainer('app', 2, 1e9)] });
    expect(after).toMatchObject({ kind: 'none', reason: expect.stringContaining('One of them is missing.') });
  });
});
