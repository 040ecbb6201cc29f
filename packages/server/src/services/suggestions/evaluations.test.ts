import { workloadKey } from '@trimtab/core';
import { aHistory, aRecord, aWorkload, noisy, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { binMs } from '../../recommender/bins.ts';
import { TargetUsage } from '../usage-history/target-usage.ts';
import { Evaluations } from './evaluations.ts';
import { createPublishedSuggestions } from './published-suggestions.ts';

const record = aRecord();
const end = 6_000_000;

function aNamespace() {
  const usage = new TargetUsage(record, end);
  return { targets: new Map([[workloadKey(record), usage]]), absent: new Map(), end, problems: [] };
}

function someEvaluations() {
  const deps = { clock: { now: () => end * binMs }, logger: () => {} };
  return new Evaluations(createPublishedSuggestions(memoryRecords(), deps));
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

  it('are computed again within the hour once the usage of a target was read', () => {
    const evaluations = someEvaluations();
    const history = aNamespace();
    expect(evaluations.evaluate(record, aWorkload(), { ...history, targets: new Map() })).toMatchObject({
      kind: 'none',
    });
    const cpu = noisy(14, 0.6);
    const samples = { cpu, memory: cpu.map((value) => value * 1e8) };
    history.targets.get(workloadKey(record))?.advance(end, aHistory(samples, { start: (end - cpu.length) * binMs }));
    expect(evaluations.evaluate(record, aWorkload(), history)).toMatchObject({ kind: 'advised' });
  });

  it('say that no replicas are suggested for an HPA that follows one container', () => {
    const scaled = aRecord({ horizontal: 'recommendation', vertical: null });
    const cpu = noisy(14, 0.6);
    const usage = new TargetUsage(scaled, end);
    const samples = { cpu, memory: cpu.map((value) => value * 1e8) };
    usage.advance(end, aHistory(samples, { start: (end - cpu.length) * binMs }));
    const metric = {
      type: 'Resource',
      name: 'cpu',
      container: 'app',
      target: { type: 'Utilization', value: 70 },
    } as const;
    const hpa = {
      name: 'cart',
      minReplicas: 2,
      maxReplicas: 20,
      currentReplicas: 2,
      desiredReplicas: 2,
      metrics: [metric],
    };
    const history = { targets: new Map([[workloadKey(scaled), usage]]), absent: new Map(), end, problems: [] };
    expect(someEvaluations().evaluate(scaled, aWorkload({ hpa }), history)).toMatchObject({
      kind: 'none',
      reason: 'No replicas are suggested, because the HPA follows the CPU of the container app.',
    });
  });

  it.each([
    ['not with every sample for a request that replicas follow', 'recommendation', 0],
    ['with every sample while the newest exceed the suggested request', null, 1],
  ] as const)('are computed %s', (_, horizontal, binsLater) => {
    const evaluations = someEvaluations();
    const scaled = aRecord({ horizontal });
    const workload = aWorkload();
    const from = Math.floor(now / 3_600_000) * 12;
    const usage = new TargetUsage(scaled, from);
    const evaluateAt = (bin: number, cpu: Float64Array) => {
      const samples = aHistory({ cpu, memory: cpu.map((value) => value * 1e8) }, { start: (bin - cpu.length) * binMs });
      usage.advance(bin, samples);
      return evaluations.evaluate(scaled, workload, {
        targets: new Map([[workloadKey(scaled), usage]]),
        absent: new Map(),
        end: bin,
        problems: [],
      });
    };
    const busy = noisy(14, 0.6);
    busy.fill(2, busy.length - 3);
    expect(evaluateAt(from, busy)).toMatchObject({ kind: 'advised' });
    evaluateAt(from + 1, busy.subarray(busy.length - 1));
    expect(evaluations.checkedTo(scaled)).toBe((from + binsLater) * binMs);
  });

  it('of removed targets are dropped by the next refresh, which raises the version', () => {
    const evaluations = someEvaluations();
    evaluations.evaluate(record, aWorkload(), aNamespace());
    evaluations.finishRefresh('shop', [], end * binMs);
    expect(evaluations.newest(record)).toMatchObject({ computing: true });
    expect(evaluations.peek('shop')).toMatchObject({ version: 1, refreshedAt: end * binMs });
  });
});
