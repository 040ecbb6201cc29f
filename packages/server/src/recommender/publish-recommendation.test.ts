import { aContainer, aWorkload, mebibyte } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { allowedRequests } from './allowed-requests.ts';
import { type Publishable, publishReason } from './publish-recommendation.ts';
import type { Recommendation, ScaledReplicas } from './recommendation.ts';

type Values = { readonly cpu?: number | null; readonly memory?: number | null; readonly replicas?: number | null };

const suggested = ({ cpu = 1, memory = 1000, replicas = 10 }: Values = {}): Recommendation => ({
  mode: 'balanced',
  start: 0,
  end: 1,
  containers: [{ name: 'app', cpu, memory }],
  replicas,
  minReplicas: 2,
  maxReplicas: 20,
  metric: 'cpu',
  why: '',
  sized: [],
  scaled: null,
});
const of = (values: Values = {}, changes: Partial<Publishable> = {}): Publishable => ({
  recommendation: suggested(values),
  appliesTo: 'this workload',
  newestKillAt: null,
  ...changes,
});
const reason = (newest: Publishable, changes: Partial<Parameters<typeof publishReason>[0]> = {}) =>
  publishReason({
    inForce: of(),
    newest,
    lastHour: () => new Float64Array(0),
    kills: [],
    allowed: () => [],
    fewerReplicasLasted: false,
    ...changes,
  });

function limited(memoryLimit: number | null): Publishable {
  const container = { name: 'app', cpu: 1, memory: 1000, memoryLimit };
  return of({}, { recommendation: { ...suggested(), containers: [container] } });
}
const mib = (amount: number) => amount * mebibyte;
/** Memory above the suggestion in force, CPU below it. */
const lastHour = (_container: string, resource: string) =>
  new Float64Array(12).fill(resource === 'memory' ? 1001 : 0.5);

describe('a suggestion in force', () => {
  it('stays while every value is within a tenth of it', () => {
    expect(reason(of())).toBeNull();
    expect(reason(of({ cpu: 1.099, memory: 901, replicas: 11 }))).toBeNull();
  });

  it.each([
    [{ cpu: 1.1 }, 'It differs from the suggestion before it by 10% or more: cpu of app.'],
    [
      { cpu: 0.89, memory: 1200 },
      'It differs from the suggestion before it by 10% or more: cpu of app, memory of app.',
    ],
    [{ memory: null }, 'It differs from the suggestion before it by 10% or more: memory of app.'],
    [{ replicas: 12 }, 'More replicas are needed.'],
  ])('is replaced when a value differs by a tenth: %j', (values, expected) => {
    expect(reason(of(values))).toBe(expected);
  });

  it('stays while replicas cannot be computed, although its requests would be others without them', () => {
    expect(reason(of({ replicas: null }))).toBeNull();
    expect(reason(of({ replicas: null, memory: 600 }))).toBeNull();
    expect(reason(of({ replicas: null, memory: 1050 }), { lastHour })).toContain('above the suggested request');
  });

  it('is replaced when replicas can be computed for the first time', () => {
    expect(reason(of(), { inForce: of({ replicas: null }) })).toBe('Replicas can be suggested now.');
    expect(reason(of({ replicas: null }), { inForce: of({ replicas: null }) })).toBeNull();
  });

  it('is replaced when replicas can no longer be suggested, whatever the samples are', () => {
    const unscaled = 'No replicas are suggested, because the HPA follows queue and not CPU or memory.';
    const newest = of({}, { recommendation: { ...suggested({ replicas: null }), unscaled } });
    expect(reason(newest)).toBe(unscaled);
    expect(reason(newest, { inForce: newest })).toBeNull();
  });

  it('is replaced once when the HPA keeps its bounds, or keeps a pod at another usage', () => {
    const scaled: ScaledReplicas = {
      metric: 'cpu',
      current: 10,
      requestPerPod: 0.5,
      targetFrom: 'hpa',
      bounds: { minReplicas: 2, maxReplicas: 20 },
      suggestion: {
        suggested: 10,
        minReplicas: 2,
        maxReplicas: 20,
        floor: null,
        reactive: 10,
        lastWeek: null,
        target: 0.2,
      },
      kept: null,
    };
    const withScaled = (changes: Partial<ScaledReplicas>) =>
      of({}, { recommendation: { ...suggested(), scaled: { ...scaled, ...changes } } });
    const keeping = withScaled({ keepsBounds: true });
    expect(reason(keeping, { inForce: withScaled({}) })).toBe(
      'The bounds of the HPA stay, because it also follows metrics other than CPU and memory.',
    );
    expect(reason(keeping, { inForce: keeping })).toBeNull();
    const wrong = withScaled({ suggestion: { ...scaled.suggestion, target: 0.78 } });
    expect(reason(withScaled({}), { inForce: wrong })).toBe(
      'The usage at which the HPA keeps a pod differs from the one that the suggestion before it assumed.',
    );
    expect(reason(withScaled({ bounds: null }), { inForce: wrong })).toBeNull();
  });

  it('is replaced when a container gets its first suggestion', () => {
    expect(reason(of(), { inForce: of({ cpu: null }) })).toBe(
      'It differs from the suggestion before it by 10% or more: cpu of app.',
    );
  });

  it('is replaced when any other figure of a container differs, such as a limit', () => {
    expect(reason(limited(1500), { inForce: limited(1400) })).toBeNull();
    expect(reason(limited(2000), { inForce: limited(1400) })).toBe(
      'It differs from the suggestion before it by 10% or more: memoryLimit of app.',
    );
    expect(reason(limited(2000))).toBe('It differs from the suggestion before it by 10% or more: memoryLimit of app.');
    expect(reason(limited(null))).toBeNull();
  });

  it('is replaced by fewer replicas only after they were enough for an hour', () => {
    expect(reason(of({ replicas: 5 }))).toBeNull();
    expect(reason(of({ replicas: 5 }), { fewerReplicasLasted: true })).toBe(
      'Fewer replicas have been enough for an hour.',
    );
  });

  it('is not replaced by larger requests for fewer pods before that, unless it is unsafe', () => {
    const fewerAndLarger = of({ replicas: 5, memory: 1300 });
    expect(reason(fewerAndLarger)).toBeNull();
    expect(reason(fewerAndLarger, { fewerReplicasLasted: true })).toBe(
      'It differs from the suggestion before it by 10% or more: memory of app.',
    );
    expect(reason(of({ replicas: 5, memory: 1050 }), { lastHour })).toContain('above the suggested request');
  });

  it('is replaced when it no longer applies to the workload', () => {
    expect(reason(of({}, { appliesTo: 'another container' }))).toContain('containers, the HPA, the mode');
  });

  describe('that a node or quota no longer allows', () => {
    const possible = (bounds: Parameters<typeof aWorkload>[0], newest: Values = {}) =>
      reason(of({ memory: mib(940), ...newest }), {
        inForce: of({ memory: mib(1000) }),
        allowed: (earlier) =>
          allowedRequests(earlier, aWorkload({ containers: [aContainer('app', 0.5, mib(800))], ...bounds })),
      });
    const nodeOf = (memory: number) => ({ largestNodes: [{ name: 'node-a', cpu: 4, memory: mib(memory) }] });
    const quota = { name: 'team', resource: 'memory', of: 'requests', hard: mib(2000), used: mib(1700) } as const;
    const rules = { limitRanges: [], quotas: [quota] };

    it('is replaced although the values differ by less than a tenth', () => {
      expect(possible(nodeOf(940))).toBe(
        'The suggestion before it is no longer possible. The node that fits the pod best, node-a, offers 985.7M to pods: a larger pod could not be scheduled.',
      );
      expect(possible({ kind: 'StatefulSet', replicas: 2, rules })).toBe(
        'The suggestion before it is no longer possible. The quota team has 314.6M left for requests.',
      );
    });

    it('stays if it fits, if the pods already have it, and if the newest is no smaller', () => {
      expect(possible(nodeOf(1000))).toBeNull();
      expect(possible({ ...nodeOf(940), containers: [aContainer('app', 1, mib(1000))] })).toBeNull();
      expect(possible(nodeOf(940), { memory: mib(1000) })).toBeNull();
      expect(possible(nodeOf(940), { replicas: null })).toBeNull();
    });
  });

  it('is replaced after an out-of-memory kill that it does not cover', () => {
    const kills = [{ container: 'app', at: 5 }];
    const reasonOf = 'A container was killed for lack of memory: memory of app.';
    expect(reason(of({ memory: 1050 }, { newestKillAt: 5 }), { kills })).toBe(reasonOf);
    // The current memory already covers it, so a container that is killed every minute causes no further suggestions.
    expect(reason(of({}, { newestKillAt: 5 }), { kills })).toBeNull();
    const known = of({}, { newestKillAt: 5 });
    expect(reason(of({ memory: 1050 }, { newestKillAt: 5 }), { inForce: known, kills })).toBeNull();
  });

  it('is replaced when the last hour used more than it suggests, if the newest suggests more', () => {
    expect(reason(of({ memory: 1050 }), { lastHour })).toBe(
      'The usage of the last hour was above the suggested request: memory of app.',
    );
    expect(reason(of(), { lastHour })).toBeNull();
    expect(reason(of({ cpu: 1.05 }), { lastHour })).toBeNull();
  });
});
