import { expect, test } from 'vitest';
import { defaultNodeSettings } from '../../cost/node.ts';
import {
  app,
  both,
  comparison,
  explained,
  explanation,
  iso,
  line,
  mebibyte,
  suggestion,
  verdict,
  workload,
} from '../../testing/verdict-input.ts';
import { dayMs, hourMs } from '../windows.ts';

test('CPU and memory, cuts and raises are one line, the largest change first', () => {
  const cut = suggestion({ app: { cpu: 0.2, memory: 800 * mebibyte } });
  expect(line({ suggestion: cut })).toBe('Lower CPU 500m → 200m, raise memory 768Mi → 800Mi');
  const lower = suggestion({ app: { cpu: 0.4, memory: 300 * mebibyte } });
  expect(line({ suggestion: lower, settings: defaultNodeSettings })).toBe(
    'Lower memory 768Mi → 300Mi and CPU 500m → 400m · frees $84.10/year',
  );
  expect(line({ suggestion: suggestion({ app: { cpu: 0.2 } }) })).toBe('Lower CPU 500m → 200m');
});

test('values within 10% fit, also if a limit or the bounds of the HPA change', () => {
  const near = suggestion({ app: { cpu: 0.45, memory: 800 * mebibyte } });
  expect(line({ suggestion: near })).toBe('Requests fit · nothing differs by more than 10%');
  expect(verdict({ suggestion: near })).toMatchObject({ kind: 'fits', netYearly: 0, canExport: false });
  const bounded = suggestion({}, { suggestedReplicas: 2, minReplicas: 2, maxReplicas: 6 });
  const hpa = { name: 'cart', min_replicas: 1, max_replicas: 6 };
  expect(line({ spec: { horizontal: { mode: 'recommend' } }, suggestion: bounded, hpa })).toBe(
    'Replicas fit · nothing differs by more than 10% · only bound the HPA to 2 – 6 (now 1 – 6)',
  );
});

test('a target that scales nothing has nothing to change, whatever the server suggests', () => {
  const cut = suggestion({ app: { cpu: 0.2 } }, { suggestedReplicas: 5 });
  const input = { spec: { scale_target_ref: { name: 'cart', kind: 'Deployment', api_version: 'apps/v1' } } };
  const expected = 'Nothing to change · this target scales neither its requests nor its replicas';
  for (const suggested of [cut, null]) {
    expect(line({ ...input, suggestion: suggested })).toBe(expected);
    expect(verdict({ ...input, suggestion: suggested })).toMatchObject({ kind: 'none', canExport: false });
  }
});

test('replicas are part of the change; without an explanation there is no reason', () => {
  const spec = both;
  const suggested = suggestion({ app: { memory: 500 * mebibyte } }, { suggestedReplicas: 1 });
  expect(line({ spec, suggestion: suggested, settings: defaultNodeSettings, comparison: comparison(0.4, 2e8) })).toBe(
    'Lower memory 768Mi → 500Mi, run 2 → 1 pod · frees $210/year · then uses 80% of CPU and 38% of memory on average',
  );
});

test('the usage of a day is not compared with the pods that an HPA runs this hour', () => {
  const hpa = { name: 'cart', min_replicas: 1, max_replicas: 9 };
  const raised = suggestion(
    { app: { memory: 1_000 * mebibyte } },
    { suggestedReplicas: 3, minReplicas: 1, maxReplicas: 9 },
  );
  const input = { spec: both, suggestion: raised, settings: defaultNodeSettings, comparison: comparison(2, 5e9) };
  expect(line(input)).toContain('then uses');
  expect(line({ ...input, hpa })).not.toContain('then uses');
});

test('the pods that an HPA runs this hour are not said to cost that for a year', () => {
  const hpa = { name: 'cart', min_replicas: 1, max_replicas: 9 };
  const bounds = { minReplicas: 1, maxReplicas: 9 };
  const priced = (suggestedReplicas: number, memory = 1_000) =>
    line({
      spec: both,
      suggestion: suggestion({ app: { memory: memory * mebibyte } }, { suggestedReplicas, ...bounds }),
      settings: defaultNodeSettings,
      hpa,
    });
  expect(priced(4)).toMatch(/costs \$[\d.,]+K?\/year more at this hour's load/);
  expect(priced(1)).toMatch(/frees \$[\d.,]+K?\/year at this hour's load/);
  expect(priced(2, 3_000)).toMatch(/costs \$[\d.,]+K?\/year more(?! at)/);
});

test('the HPA sets the pods, within its suggested bounds', () => {
  const spec = { horizontal: { mode: 'recommend' } };
  const suggested = suggestion({}, { suggestedReplicas: 7, minReplicas: 6, maxReplicas: 12 });
  const hpa = { name: 'cart', min_replicas: 2, max_replicas: 12 };
  const replicas = {
    metric: 'cpu' as const,
    current: 2,
    suggested: 7,
    minReplicas: 6,
    maxReplicas: 12,
    requestPerPod: 0.5,
    target: 0.6,
    targetFrom: 'hpa' as const,
    quantile: 0.98,
    expectedUsage: 2,
    planned: 7,
    reactive: 2,
    bounds: null,
  };
  const of = (
    more: Partial<typeof replicas> & { lastWeek?: { quantile: number; usage: number; needed: number; hours: number } },
  ) => line({ spec, suggestion: suggested, hpa, explanation: explanation([], { replicas: { ...replicas, ...more } }) });
  expect(of({})).toBe('Let the HPA run 2 → 7 pods within 6 – 12 (now 2 – 12) · room for the expected load');
  expect(of({ planned: 2, lastWeek: { quantile: 1, usage: 3, needed: 7, hours: 168 } })).toContain(
    'busy times of the last week',
  );
  expect(of({ planned: 1, reactive: 1 })).toContain('a pod may fail');
  expect(verdict({ spec, suggestion: suggested, hpa }).canExport).toBe(true);
  const same = { ...hpa, min_replicas: 6 };
  expect(verdict({ spec, suggestion: suggested, hpa: same }).canExport).toBe(false);
  expect(line({ spec, suggestion: suggested, hpa: same })).toBe('Let the HPA run 2 → 7 pods');
});

test('fewer pods say for what load they suffice', () => {
  const spec = { horizontal: { mode: 'recommend' } };
  const replicas = {
    metric: 'cpu' as const,
    current: 4,
    suggested: 2,
    minReplicas: 2,
    maxReplicas: 5,
    requestPerPod: 0.5,
    target: 0.7,
    targetFrom: 'planned' as const,
    quantile: 0.9,
    expectedUsage: 0.3,
    planned: 1,
    reactive: 2,
    lastWeek: { quantile: 0.99, usage: 0.6, needed: 2, hours: 168 },
    bounds: null,
  };
  const of = (more: object) =>
    line({
      spec,
      workload: workload({ app }, 4),
      suggestion: suggestion({}, { suggestedReplicas: 2, minReplicas: 2, maxReplicas: 5 }),
      explanation: explanation([], { replicas: { ...replicas, ...more } }),
    });
  expect(of({})).toBe('Run 4 → 2 pods · 99% of the last 7 days needed at most 2');
  expect(of({ lastWeek: null })).toContain('pods · the expected load needs 2');
});

test('a request that the HPA follows stays, and the memory beside it is named alone', () => {
  const held = suggestion({ app: { cpu: 0.5, memory: 900 * mebibyte } }, { suggestedReplicas: 2 });
  expect(line({ spec: both, suggestion: held })).toBe('Raise memory 768Mi → 900Mi');
});

test('several containers are named, and many changes are counted', () => {
  const two = { web: app, envoy: { cpu: 0.1, memory: 128 * mebibyte } };
  const one = suggestion({ web: { memory: 1_024 * mebibyte } });
  const requests = [explained('memory', { container: 'web', over: { timeOver: 0.2, daysOver: 5 } })];
  expect(line({ workload: workload(two), suggestion: one, explanation: explanation(requests) })).toBe(
    "Raise web memory 768Mi → 1Gi · a pod's web memory was above its request on 5 of 14 days · confidence high: 14 of 14 days",
  );
  const many = { ...two, log: { cpu: 0.1, memory: 128 * mebibyte } };
  const halves = Object.entries(many).map(([name, { cpu, memory }]) => [name, { cpu: cpu / 2, memory: memory / 2 }]);
  expect(line({ workload: workload(many), suggestion: suggestion(Object.fromEntries(halves)) })).toBe(
    'Lower web CPU 500m → 250m, web memory 768Mi → 384Mi, envoy CPU 100m → 50m and envoy memory 128Mi → 64Mi, and 2 smaller changes',
  );
});

test('no file sets the requests of a container that the template does not have', () => {
  const base = { current_replicas: 2, containers: workload({ web: app, log: app })?.containers ?? [] };
  const injected = { ...base, injected_containers: ['log'] };
  const ofLog = suggestion({ log: { cpu: 0.2 } });
  expect(verdict({ workload: injected, suggestion: ofLog })).toMatchObject({ kind: 'change', canExport: false });
  expect(verdict({ workload: base, suggestion: ofLog }).canExport).toBe(true);
  const ofBoth = suggestion({ web: { cpu: 0.2 }, log: { cpu: 0.2 } });
  expect(verdict({ workload: injected, suggestion: ofBoth }).canExport).toBe(true);
});

test('missing requests are set', () => {
  const suggested = suggestion({ app: { cpu: 0.25, memory: 300 * mebibyte } });
  expect(line({ workload: workload({ app: { cpu: 0 } }), suggestion: suggested, settings: defaultNodeSettings })).toBe(
    'Set CPU 250m and memory 300Mi · no request was set',
  );
  const withCpu = workload({ app: { cpu: 0.5 } });
  expect(line({ workload: withCpu, suggestion: suggested, settings: defaultNodeSettings })).toMatch(
    / · no memory request was set$/,
  );
});

test('a limit that rises with its request is named', () => {
  const recommendations = [{ resource: 'memory', value: 2 ** 30, limit: 2 ** 30 }];
  const limited = suggestion({}, { resourceRecommendations: [{ container: 'app', recommendations }] });
  const limits = { cpu: null, memory: 900 * mebibyte };
  const containers = [{ name: 'app', average_requests: app, limits }];
  expect(line({ workload: { current_replicas: 2, containers }, suggestion: limited })).toBe(
    'Raise memory 768Mi → 1Gi (limit 900Mi → 1Gi)',
  );
});

test('the same cost is no figure, and an unknown price no clause', () => {
  const cut = suggestion({ app: { memory: 300 * mebibyte } });
  expect(line({ suggestion: cut, settings: defaultNodeSettings })).toBe('Lower memory 768Mi → 300Mi · same cost');
  expect(line({ suggestion: cut, settings: defaultNodeSettings, workload: workload({ app }, null) })).toBe(
    'Lower memory 768Mi → 300Mi',
  );
});

test('autonomous mode applies the change', () => {
  const cut = suggestion({ app: { cpu: 0.2 } });
  expect(line({ spec: { vertical: { mode: 'auto' } }, suggestion: cut })).toBe(
    'Lower CPU 500m → 200m · to be applied by autonomous mode',
  );
});

test('an old suggestion, and one that is used up, say so', () => {
  const raised = suggestion({ app: { memory: 900 * mebibyte } });
  const checked = iso(5 * hourMs);
  const requests = [explained('memory', {})];
  expect(line({ suggestion: raised, explanation: explanation(requests, { checked }) })).toContain(
    ' · compared with usage 5 h ago · ',
  );
  const foreign = { ...raised, id: undefined, created: iso(3 * dayMs) };
  expect(line({ suggestion: foreign })).toBe('Raise memory 768Mi → 900Mi · compared with usage 3 d ago');
  const metrics = [{ name: 'memory', averageValue: 901 * mebibyte }];
  expect(line({ suggestion: raised, current: { containers: [{ name: 'app', metrics }] } })).toBe(
    'Raise memory 768Mi → 900Mi · memory is above the suggestion now, so wait for the next one',
  );
});

test('without a suggestion the line says why', () => {
  expect(line({ suggestion: null })).toBe('No suggestion · it appears when there is enough usage data');
  const noSuggestion = 'Being computed: the last 14 days of usage are being read.';
  expect(line({ suggestion: null, noSuggestion })).toBe(
    'No suggestion · Being computed: the last 14 days of usage are being read',
  );
  const failing = comparison(1, 1, 'cAdvisor fails.');
  expect(line({ suggestion: null, noSuggestion, comparison: failing })).toBe('No suggestion · cAdvisor fails');
  expect(line({ suggestion: null, spec: {} })).toBe(
    'Nothing to change · this target scales neither its requests nor its replicas',
  );
  expect(line({ workload: null })).toBe(
    'The workload is not in the cluster · un-enroll the target if it was deleted on purpose',
  );
});
