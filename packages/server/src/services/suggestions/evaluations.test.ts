import { workloadKey } from '@trimtab/core';
import { aContainer, aHistory, aRecord, aWorkload, mebibyte, noisy, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { binMs, binsPerDay } from '../../recommender/bins.ts';
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

/** `ready` pods in each bin: without one, the container uses 4m and 25 MiB, else 500m and 500 MiB. */
const samplesOf = (ready: Float64Array) =>
  aHistory(
    {
      cpu: ready.map((pods) => (Number.isNaN(pods) ? Number.NaN : pods === 0 ? 0.004 : 0.5)),
      memory: ready.map((pods) => (Number.isNaN(pods) ? Number.NaN : (pods === 0 ? 25 : 500) * mebibyte)),
    },
    { start: (end - ready.length) * binMs, readyReplicas: ready },
  );

const none = (reason: string) => ({ kind: 'none', computing: false, reason });

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

  describe('of a workload whose pods do not start', () => {
    const crashing = aWorkload({ replicas: 3, readyReplicas: 0, containers: [aContainer('app', 1, 2 * 2 ** 30)] });
    const days = 14;
    const since = (readyAt: (daysAgo: number) => number) =>
      series(days, (bin) => readyAt(days - (bin + 0.5) / binsPerDay));
    const evaluated = (evaluations: Evaluations, ready: Float64Array) => {
      const history = aNamespace();
      history.targets.get(workloadKey(record))?.advance(end, samplesOf(ready));
      return evaluations.evaluate(record, crashing, history, { force: true });
    };
    it('say that no pod was ready', () => {
      const ready = since((daysAgo) => (daysAgo < 1.5 ? 0 : Number.NaN));
      expect(evaluated(someEvaluations(), ready)).toMatchObject(
        none('No pod was ready in the last 14 days, so its usage does not show what the workload needs.'),
      );
    });

    it('say that pods were ready only briefly, also if a quota is full, and keep those in force', () => {
      const brief = since((daysAgo) => (daysAgo < 3 && daysAgo > 2.9 ? 3 : 0));
      const reason =
        'Pods were ready for less than six hours of the last 14 days, so the usage does not show what the workload needs.';
      expect(evaluated(someEvaluations(), brief)).toMatchObject(none(reason));
      const evaluations = someEvaluations();
      const published = evaluated(
        evaluations,
        since(() => 3),
      );
      expect(evaluated(evaluations, brief)).toBe(published);
      const quota = { name: 'team', resource: 'memory', of: 'requests', hard: mebibyte, used: mebibyte } as const;
      const history = aNamespace();
      history.targets.get(workloadKey(record))?.advance(end, samplesOf(brief));
      const containers = [{ ...aContainer('app', 1, 1), memoryRequest: null }];
      const full = aWorkload({ containers, rules: { limitRanges: [], quotas: [quota] } });
      expect(someEvaluations().evaluate(record, full, history, { force: true })).toMatchObject(none(reason));
    });

    it('wait for a day of samples once a pod is ready', () => {
      const ready = since((daysAgo) => (daysAgo < 0.9 ? 3 : 0));
      expect(evaluated(someEvaluations(), ready)).toMatchObject(
        none(
          'Suggestions start 24 hours after a pod is ready, because its usage before does not show what the workload needs.',
        ),
      );
    });

    it('are computed from the samples of ready pods', () => {
      const advised = evaluated(
        someEvaluations(),
        since((daysAgo) => (daysAgo < 6 ? 0 : 3)),
      );
      const containers = advised.kind === 'advised' ? advised.recommendation.containers : [];
      expect(containers).toEqual([expect.objectContaining({ cpu: expect.closeTo(0.5, 1) })]);
      expect(containers[0]?.memory).toBeGreaterThan(500 * mebibyte);
    });

    it('are those in force, unless these do not apply any more', () => {
      const evaluations = someEvaluations();
      const published = evaluated(
        evaluations,
        since(() => 3),
      );
      expect(published.kind).toBe('advised');
      const history = aNamespace();
      const never = since(() => 0);
      history.targets.get(workloadKey(record))?.advance(end, samplesOf(never));
      expect(evaluated(evaluations, never)).toBe(published);
      expect(evaluations.newest(record)).toBe(published);
      expect(
        evaluations.evaluate({ ...record, modelMode: 'max_assurance' }, crashing, history, { force: true }),
      ).toMatchObject({ kind: 'none' });
    });

    it('do not depend on readiness if it is unknown', () => {
      const known = samplesOf(since(() => 0));
      const usage = new TargetUsage(record, end);
      usage.advance(end, { ...known, readyReplicas: known.readyReplicas.map(() => Number.NaN) });
      const history = { ...aNamespace(), targets: new Map([[workloadKey(record), usage]]) };
      expect(someEvaluations().evaluate(record, crashing, history)).toMatchObject({ kind: 'advised' });
    });
  });

  it('name the quota that leaves nothing for a container without a request', () => {
    const full = { name: 'team', of: 'requests', hard: 4, used: 4 } as const;
    const quotas = (['cpu', 'memory'] as const).map((resource) => ({ ...full, resource }));
    const rules = { limitRanges: [], quotas };
    const cpu = noisy(14, 0.6);
    const history = aNamespace();
    const samples = { cpu, memory: cpu.map((value) => value * 1e8) };
    history.targets.get(workloadKey(record))?.advance(end, aHistory(samples, { start: (end - cpu.length) * binMs }));
    const evaluate = (requests: readonly [number | null, number | null]) =>
      someEvaluations().evaluate(
        aRecord({ horizontal: null }),
        aWorkload({ kind: 'StatefulSet', rules, containers: [aContainer('app', ...requests)] }),
        history,
      );
    expect(evaluate([null, null])).toMatchObject({
      kind: 'none',
      reason: 'No request can be suggested. The quota team has 0 left for requests.',
    });
    const advised = evaluate([null, 2 ** 30]);
    const { sized, containers, why } =
      advised.kind === 'advised' ? advised.recommendation : { sized: [], containers: [], why: '' };
    expect(containers).toEqual([{ name: 'app', cpu: null, memory: expect.any(Number) }]);
    expect(sized.map(({ resource }) => resource)).toEqual(['memory']);
    expect(why).toContain(
      'No CPU request is suggested for app, which has none. The quota team has 0 left for requests.',
    );
  });

  it('of removed targets are dropped by the next refresh, which raises the version', () => {
    const evaluations = someEvaluations();
    evaluations.evaluate(record, aWorkload(), aNamespace());
    evaluations.finishRefresh('shop', [], end * binMs);
    expect(evaluations.newest(record)).toMatchObject({ computing: true });
    expect(evaluations.peek('shop')).toMatchObject({ version: 1, refreshedAt: end * binMs });
  });
});
