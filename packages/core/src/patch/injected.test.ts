import { describe, expect, it } from 'vitest';
import type { ChangeState } from '../api/schemas/changes.ts';
import type { Suggestion } from '../api/schemas/suggestions.ts';
import type { EnhancedTarget } from '../api/schemas/targets.ts';
import { patchBundle } from './bundle.ts';
import { type PatchFormat, patchFiles, patchFormats } from './files.ts';
import { isEmptyPlan, type PatchPlan, patchPlan } from './plan.ts';
import { planProblems } from './problems.ts';
import { restorePlan } from './restore.ts';

const mebibyte = 2 ** 20;
const container = (name: string) => ({
  name,
  average_requests: { cpu: 1, memory: 512 * mebibyte },
  limits: { cpu: 2, memory: 1024 * mebibyte },
});
const target = (names: readonly string[], injected?: readonly string[]): EnhancedTarget => ({
  target: {
    current_replicas: 1,
    containers: names.map(container),
    ...(injected === undefined ? {} : { injected_containers: [...injected] }),
  },
  aiscaletarget: {
    namespace: 'shop',
    name: 'web',
    spec: { vertical: { mode: 'recommendation', name: 'web', kind: 'Deployment' } },
  },
});
const advice = (...names: readonly string[]): Suggestion => ({
  created: null,
  why: '',
  metric: 'cpu',
  forecasts: [],
  resourceRecommendations: names.map((name) => ({
    container: name,
    recommendations: [
      { resource: 'cpu', value: 0.5, limit: 2 },
      { resource: 'memory', value: 256 * mebibyte, limit: 1024 * mebibyte },
    ],
  })),
});
const textOf = (plan: PatchPlan, format: PatchFormat) =>
  patchFiles(plan, format, (document) => JSON.stringify(document))
    .map(({ text }) => text)
    .join('\n');
const containersIn = ({ containers }: PatchPlan) => containers.map(({ name }) => name);
const uncertain = 'apply it with --dry-run=server first';

const state = (cpu_request: number): ChangeState => ({
  containers: ['app', 'istio-proxy'].map((name) => ({
    name,
    cpu_request,
    cpu_limit: null,
    memory_request: null,
    memory_limit: null,
    image: null,
  })),
  replicas: 1,
  min_replicas: null,
  max_replicas: null,
});
const valuesOf = (plan: PatchPlan): unknown => JSON.parse(textOf(plan, 'helm'));

describe('a container that only the pods have', () => {
  const plan = patchPlan(target(['app', 'istio-proxy'], ['istio-proxy']), advice('app', 'istio-proxy'));

  it('is in no file, and a note says where its requests are set', () => {
    expect(containersIn(plan)).toEqual(['app']);
    expect(planProblems(plan)).toEqual([]);
    for (const format of patchFormats) expect(textOf(plan, format)).not.toContain('istio-proxy');
    const { files } = patchBundle([{ namespace: 'shop', name: 'web', plan, change: '', netYearly: null }], (document) =>
      JSON.stringify(document),
    );
    expect(files.find(({ path }) => path === 'shop/web-deployment.yaml')?.text).not.toContain('istio-proxy');
    expect(files[0]?.text).toContain(`- shop/web: ${plan.notes[0]}`);
    expect(plan.notes).toEqual([
      'istio-proxy is left out: the template of the workload does not have it. Probably a webhook adds it to the pods. Set its suggested requests, 500m cpu and 256Mi memory, with the annotations sidecar.istio.io/proxyCPU and sidecar.istio.io/proxyMemory of the template.',
    ]);
  });

  it('may be of any webhook', () => {
    const other = patchPlan(target(['app', 'agent'], ['agent']), advice('app', 'agent'));
    expect(containersIn(other)).toEqual(['app']);
    expect(other.notes[0]).toMatch(/ 500m cpu and 256Mi memory, in the settings of the webhook\.$/);
  });

  it('is a problem if a patch names it after all', () => {
    const [left] = plan.leftOut ?? [];
    expect(planProblems({ ...plan, containers: left === undefined ? [] : [left] })).toEqual([
      'The template of the workload has no container istio-proxy.',
    ]);
  });

  it('makes the plan empty if nothing else changes, and the bundle says why', () => {
    const alone = patchPlan(target(['app', 'istio-proxy'], ['istio-proxy']), advice('istio-proxy'));
    expect(isEmptyPlan(alone)).toBe(true);
    const { leftOut } = patchBundle(
      [{ namespace: 'shop', name: 'web', plan: alone, change: '', netYearly: null }],
      String,
    );
    expect(leftOut[0]).toMatch(/contains no change that a file can set\. istio-proxy is left out: /);
  });

  it('is left out of the file that undoes a change', () => {
    const undo = restorePlan(target(['app', 'istio-proxy'], ['istio-proxy']), { before: state(0.7), after: state(1) });
    expect(containersIn(undo)).toEqual(['app']);
    expect(undo.notes).toContain(
      'The CPU request of istio-proxy is left out: the template of the workload does not have this container.',
    );
  });
});

describe('if the template is unknown', () => {
  it('proxies that webhooks add are left out, and a file with other containers asks for a check', () => {
    const plan = patchPlan(target(['app', 'log', 'istio-proxy']), advice('app', 'log', 'istio-proxy'));
    expect(containersIn(plan)).toEqual(['app', 'log']);
    expect(plan.notes[0]).toContain('istio-proxy is left out: usually a webhook adds it to the pods.');
    const hows = patchFormats.map((format) => patchFiles(plan, format, String)[0]?.how.includes(uncertain));
    expect(hows).toEqual([true, true, false]);
    const { files } = patchBundle([{ namespace: 'shop', name: 'web', plan, change: '', netYearly: null }], String);
    expect(files[0]?.text).toContain('--dry-run=server');
  });

  it('the only container of a pod is in it, and known templates need no check', () => {
    const single = patchPlan(target(['istio-proxy']), advice('istio-proxy'));
    const known = patchPlan(target(['app', 'istio-proxy'], []), advice('app', 'istio-proxy'));
    expect(containersIn(single)).toEqual(['istio-proxy']);
    expect(containersIn(known)).toEqual(['app', 'istio-proxy']);
    for (const plan of [single, known]) {
      expect(patchFiles(plan, 'kubectl', String)[0]?.how).not.toContain(uncertain);
      const { files } = patchBundle([{ namespace: 'shop', name: 'web', plan, change: '', netYearly: null }], String);
      expect(files[0]?.text).not.toContain('--dry-run=server');
    }
  });
});

describe('Helm values', () => {
  it('name the container if the template has several, although only one of them changes', () => {
    expect(valuesOf(patchPlan(target(['app', 'log'], []), advice('log')))).toMatchObject({
      log: { resources: { requests: { cpu: '500m' } } },
    });
    expect(valuesOf(patchPlan(target(['app', 'istio-proxy'], ['istio-proxy']), advice('app')))).toMatchObject({
      resources: { requests: { cpu: '500m' } },
    });
  });
});
