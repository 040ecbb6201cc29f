import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../api/schemas/suggestions.ts';
import type { EnhancedTarget } from '../api/schemas/targets.ts';
import { patchBundle } from './bundle.ts';
import { type PatchFormat, patchFiles } from './files.ts';
import { isEmptyPlan, type PatchPlan, patchPlan } from './plan.ts';
import { planProblems } from './problems.ts';

/** JSON is YAML. */
const { parse } = JSON;

function patchFile(plan: PatchPlan, format: PatchFormat) {
  const [file] = patchFiles(plan, format, (document) => JSON.stringify(document));
  if (file === undefined) throw new Error('the plan has no file');
  return file;
}

const advice: Suggestion = {
  created: null,
  why: '',
  metric: 'cpu',
  suggestedReplicas: 5,
  forecasts: [],
  resourceRecommendations: [
    {
      container: 'app',
      recommendations: [
        { resource: 'cpu', value: 0.5009862 },
        { resource: 'memory', value: 890_228_438.4 },
        { resource: 'gpu', value: 1 },
      ],
    },
    { container: 'on', recommendations: [{ resource: 'cpu', value: '250m' }] },
    { container: 'nothing', recommendations: [{ resource: 'cpu', value: 'much' }] },
  ],
};
const target = (kind = 'Deployment', apiVersion = 'apps/v1', more: Partial<EnhancedTarget> = {}): EnhancedTarget => ({
  target: { current_replicas: 3, containers: [] },
  aiscaletarget: {
    namespace: 'shop',
    name: 'web',
    spec: { horizontal: { mode: 'rec', name: 'web', kind, api_version: apiVersion }, vertical: { mode: 'rec' } },
  },
  ...more,
});
const requests = {
  app: { cpu: '501m', memory: '849Mi' },
  on: { cpu: '250m' },
};
const containers = Object.entries(requests).map(([name, one]) => ({ name, resources: { requests: one } }));

const notesOf = (kind: string, suggestedReplicas: number, more: Partial<EnhancedTarget> = {}) =>
  patchPlan(target(kind, 'apps/v1', more), { ...advice, suggestedReplicas, minReplicas: 2, maxReplicas: 9 }).notes;
const boundedFrom = (min: number) => ({
  horizontalpodautoscaler: { name: 'web', min_replicas: min, max_replicas: 9 },
});
const metric = (type: string, name: string) => ({ type, name, target: { type: 'AverageValue', value: 5 } });

describe('the plan', () => {
  it('rounds up to Kubernetes quantities, and omits invalid requests', () => {
    expect(patchPlan(target(), advice)).toMatchObject({
      replicas: 5,
      containers: [
        { name: 'app', requests: requests.app },
        { name: 'on', requests: requests.on },
      ],
    });
  });

  it('does not set replicas that an autoscaler sets, and explains that', () => {
    const plan = patchPlan(
      target('Deployment', 'apps/v1', { horizontalpodautoscaler: { min_replicas: 1, max_replicas: 9 } }),
      advice,
    );
    expect(plan.replicas).toBeNull();
    expect(plan.notes.join()).toContain('autoscaler');
  });

  it('says what replicas without an autoscaler suffice for', () => {
    expect(patchPlan(target(), advice).notes).toContainEqual(
      expect.stringMatching(/^The replicas suffice for the coming hour and the busy times of the last 7 days\./),
    );
  });

  it('asks for a check before a StatefulSet loses members', () => {
    const check = 'Check that the members of this StatefulSet tolerate fewer replicas, such as a quorum of 3.';
    expect(notesOf('StatefulSet', 2)).toContain(check);
    expect(notesOf('StatefulSet', 3)).not.toContain(check);
    expect(notesOf('Deployment', 2)).not.toContain(check);
    expect(notesOf('StatefulSet', 3, boundedFrom(3))).toContain(check);
    expect(notesOf('StatefulSet', 3, boundedFrom(2))).not.toContain(check);
  });

  it('includes only what the target scales', () => {
    const one = target();
    const vertical = { ...one, aiscaletarget: { ...one.aiscaletarget, spec: { vertical: { mode: 'rec' } } } };
    expect(patchPlan(vertical, advice).replicas).toBeNull();
    const horizontal = { ...one, aiscaletarget: { ...one.aiscaletarget, spec: { horizontal: { mode: 'rec' } } } };
    expect(patchPlan(horizontal, advice).containers).toEqual([]);
    expect(isEmptyPlan(patchPlan({ ...one, aiscaletarget: { ...one.aiscaletarget, spec: {} } }, advice))).toBe(true);
  });
});

function limited(more: object): EnhancedTarget {
  const one = target();
  return { ...one, target: { ...one.target, containers: [{ name: 'on', average_requests: { cpu: 0.1 }, ...more }] } };
}
const suggested = (more: object): Suggestion => ({
  ...advice,
  resourceRecommendations: [{ container: 'on', recommendations: [{ resource: 'cpu', value: '500m', ...more }] }],
});

describe('limits and autoscalers', () => {
  const limits = { cpu: 0.4, memory: 2 ** 30 };
  it('sets the limit that the server suggests', () => {
    const plan = patchPlan(limited({ limits }), suggested({ limit: 0.6, reason: 'As configured.' }));
    expect(plan.containers).toEqual([
      { name: 'on', sidecar: false, requests: { cpu: '500m' }, limits: { cpu: '600m' } },
    ]);
    expect(planProblems(plan)).toEqual([]);
  });

  it('does not round a request past its limit', () => {
    const recommendations = [{ resource: 'memory', value: 499_999_999.5, limit: 500e6 }];
    const plan = patchPlan(limited({ limits }), {
      ...advice,
      resourceRecommendations: [{ container: 'on', recommendations }],
    });
    expect(plan.containers[0]).toMatchObject({ requests: { memory: '500M' }, limits: { memory: '500M' } });
  });

  it('sets no limit if the container has none', () => {
    const plan = patchPlan(limited({ limits: { cpu: null, memory: null } }), suggested({ limit: null }));
    expect(plan.containers[0]?.limits).toEqual({});
  });

  it('raises a limit that is below the request if the server suggests none, and says so', () => {
    const pods = [
      { name: 'old', created: '2026-01-01T00:00:00Z', containers: [{ name: 'on', cpu_limit: '800m' }] },
      { name: 'new', created: '2026-02-01T00:00:00Z', containers: [{ name: 'on', cpu_limit: '400m' }] },
    ].map((pod) => ({
      status: 'Running',
      labels: [],
      ...pod,
      containers: pod.containers.map((one) => ({ image: '', ...one })),
    }));
    const plan = patchPlan(limited({}), suggested({}), pods);
    expect(plan.containers[0]).toMatchObject({ requests: { cpu: '500m' }, limits: { cpu: '500m' } });
    expect(plan.notes[0]).toBe(
      'The suggested cpu request of on is above its limit of 400m, so the file raises the limit to the request.',
    );
    expect(patchPlan(limited({}), suggested({})).containers[0]?.limits).toEqual({});
  });

  it('puts a native sidecar into the init containers', () => {
    const file = patchFile(patchPlan(limited({ sidecar: true }), suggested({})), 'kubectl');
    expect(parse(file.text)).toEqual({
      spec: {
        replicas: 5,
        template: { spec: { initContainers: [{ name: 'on', resources: { requests: { cpu: '500m' } } }] } },
      },
    });
  });

  it('changes the bounds of the autoscaler instead of the replicas', () => {
    const hpa = { name: 'web-hpa', min_replicas: 1, max_replicas: 9 };
    const plan = patchPlan(target('Deployment', 'apps/v1', { horizontalpodautoscaler: hpa }), {
      ...advice,
      minReplicas: 2,
      maxReplicas: 9,
    });
    expect(planProblems(plan)).toEqual([]);
    const files = patchFiles(plan, 'kubectl', (document) => JSON.stringify(document));
    expect(files.map(({ fileName }) => fileName)).toEqual(['shop-web-patch.yaml', 'shop-web-hpa-hpa-patch.yaml']);
    expect(parse(files[0]?.text ?? '').spec).not.toHaveProperty('replicas');
    expect(parse(files[1]?.text ?? '')).toEqual({ spec: { minReplicas: 2, maxReplicas: 9 } });
    expect(files[1]?.command).toBe(
      'kubectl patch hpa/web-hpa --namespace shop --type strategic --patch-file shop-web-hpa-hpa-patch.yaml',
    );
    expect(parse(patchFile(plan, 'kustomize').text).patches[1].target).toEqual({
      kind: 'HorizontalPodAutoscaler',
      name: 'web-hpa',
    });
    expect(parse(patchFile(plan, 'helm').text).autoscaling).toEqual({ minReplicas: 2, maxReplicas: 9 });
    const same = patchPlan(target('Deployment', 'apps/v1', { horizontalpodautoscaler: hpa }), {
      ...advice,
      minReplicas: 1,
      maxReplicas: 9,
    });
    expect(same.autoscaler).toBeNull();
  });
});

describe('an autoscaler that follows other metrics than CPU and memory', () => {
  const planFor = (...metrics: ReturnType<typeof metric>[]) => {
    const hpa = { name: 'web-hpa', min_replicas: 2, max_replicas: 60, metrics };
    return patchPlan(target('Deployment', 'apps/v1', { horizontalpodautoscaler: hpa }), {
      ...advice,
      minReplicas: 3,
      maxReplicas: 6,
    });
  };

  it.each([
    [[metric('External', 'queue')], 'queue'],
    [[metric('Resource', 'cpu'), metric('Pods', 'lag')], 'lag'],
    [[metric('External', 'queue'), metric('Object', 'hits'), metric('Pods', 'lag')], 'queue, hits and lag'],
  ])('keeps its bounds, whatever the server suggests, and says why: %#', (metrics, names) => {
    const plan = planFor(...metrics);
    expect(plan).toMatchObject({ replicas: null, autoscaler: null });
    expect(plan.notes).toEqual([
      `The horizontal pod autoscaler sets the replicas, so the patch does not. Its bounds stay, because it follows ${names}, and how many pods that needs is unknown.`,
    ]);
  });

  it('does not include one that follows CPU and memory', () => {
    expect(planFor(metric('Resource', 'cpu'), metric('Resource', 'memory')).autoscaler).toMatchObject({
      maxReplicas: 6,
    });
  });
});

describe('a workload of which the server sends no kind', () => {
  const one = target();
  const spec = { scale_target_ref: { name: 'web' }, vertical: { mode: 'rec' } };
  const unnamed = { ...one, aiscaletarget: { ...one.aiscaletarget, spec } };
  it('has no patch, and the reason is named', () => {
    const plan = patchPlan(unnamed, advice);
    const reason = 'A patch needs the kind of the workload, and the server does not send it.';
    expect(planProblems(plan)).toEqual([reason]);
    const named = patchPlan({ ...unnamed, target: { ...one.target, kind: 'StatefulSet' } }, advice);
    expect([named.kind, planProblems(named)]).toEqual(['StatefulSet', []]);
    const { files, leftOut } = patchBundle(
      [{ namespace: 'shop', name: 'web', plan, change: '', netYearly: null }],
      (document) => JSON.stringify(document),
    );
    expect(leftOut).toEqual([`shop/web: Kubernetes would reject its patch. ${reason}`]);
    expect(files.map(({ path }) => path)).toEqual(['README.md', 'summary.csv']);
  });
});

describe('the files', () => {
  it('contain a strategic merge patch', () => {
    const { text, command } = patchFile(patchPlan(target(), advice), 'kubectl');
    expect(parse(text)).toEqual({ spec: { replicas: 5, template: { spec: { containers } } } });
    expect(command).toBe(
      'kubectl patch deployment/web --namespace shop --type strategic --patch-file shop-web-patch.yaml',
    );
  });

  it('contain no patch of a custom resource, whose containers would be replaced', () => {
    const { command, how } = patchFile(patchPlan(target('Rollout', 'argoproj.io/v1alpha1'), advice), 'kubectl');
    expect(command).toBeNull();
    expect(how).toContain('Rollout is a custom resource');
  });

  it.each([
    ['Job', undefined, 'Kubernetes does not change the template of a Job'],
    ['Job', 'batch/v1', 'Kubernetes does not change the template of a Job'],
    ['CronJob', 'batch/v1', 'A CronJob has its template in spec.jobTemplate'],
    ['Job', 'batch.volcano.sh/v1alpha1', 'Job is a custom resource'],
  ])('contain no patch of a %s of %s, and say why', (kind, version, reason) => {
    const one = target();
    const spec = { horizontal: { mode: 'rec', name: 'web', kind, api_version: version }, vertical: { mode: 'rec' } };
    const plan = patchPlan({ ...one, aiscaletarget: { ...one.aiscaletarget, spec } }, advice);
    expect(patchFile(plan, 'kubectl')).toMatchObject({ command: null, how: expect.stringContaining(reason) });
    expect(patchFile(plan, 'kustomize').how).toContain(reason);
  });

  it('have the usual API version of a kind if the server sends none', () => {
    const one = target();
    for (const [kind, apiVersion] of [
      ['StatefulSet', 'apps/v1'],
      ['Rollout', 'argoproj.io/v1alpha1'],
      ['CronJob', 'batch/v1'],
    ] as const) {
      const spec = { horizontal: { mode: 'rec', name: 'web', kind } };
      const plan = patchPlan({ ...one, aiscaletarget: { ...one.aiscaletarget, spec } }, advice);
      expect(plan).toMatchObject({ kind, apiVersion });
    }
  });

  it('contain a Kustomize overlay', () => {
    const overlay: unknown = parse(patchFile(patchPlan(target(), advice), 'kustomize').text);
    expect(overlay).toMatchObject({
      kind: 'Kustomization',
      patches: [{ target: { kind: 'Deployment', name: 'web' } }],
    });
    const [patch] = Object(overlay).patches;
    expect(parse(patch.patch)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { replicas: 5, template: { spec: { containers } } },
    });
  });

  it('contain Helm values, per container if there are several', () => {
    expect(parse(patchFile(patchPlan(target(), advice), 'helm').text)).toEqual({
      replicaCount: 5,
      app: { resources: { requests: requests.app } },
      on: { resources: { requests: requests.on } },
    });
    const one = { ...advice, resourceRecommendations: advice.resourceRecommendations.slice(0, 1) };
    expect(parse(patchFile(patchPlan(target(), one), 'helm').text)).toEqual({
      replicaCount: 5,
      resources: { requests: requests.app },
    });
  });

  it('contain values for containers with names such as __proto__, and for one resource only', () => {
    const names = ['__proto__', 'constructor'];
    const hostile = {
      ...advice,
      resourceRecommendations: names.map((container) => ({
        container,
        recommendations: [{ resource: 'memory', value: 2 ** 30 }],
      })),
    };
    const { text } = patchFile(patchPlan(target(), hostile), 'helm');
    expect(Object.keys(parse(text))).toEqual(['replicaCount', ...names]);
    expect(parse(text).constructor).toEqual({ resources: { requests: { memory: '1Gi' } } });
  });

  it('quote names with special characters for YAML and the shell', () => {
    for (const name of ['on', '1e3', '~', '__proto__', "it's; rm -rf /", '\u001b[31mred', 'a\r\nb']) {
      const one = target();
      const spec = { horizontal: { mode: 'rec', name, kind: 'Deployment' }, vertical: { mode: 'rec' } };
      const hostile = {
        ...advice,
        resourceRecommendations: [{ container: name, recommendations: [{ resource: 'cpu', value: 1 }] }],
      };
      const plan = patchPlan({ ...one, aiscaletarget: { ...one.aiscaletarget, spec } }, hostile);
      const { text } = patchFile(plan, 'kubectl');
      expect(parse(text).spec.template.spec.containers[0].name).toBe(name);
      expect(parse(parse(patchFile(plan, 'kustomize').text).patches[0].patch).metadata.name).toBe(name);
    }
  });

  it('quote shell syntax', () => {
    const one = target();
    const spec = { horizontal: { mode: 'rec', name: "it's; rm -rf /", kind: 'Deployment' } };
    const { command } = patchFile(
      patchPlan({ ...one, aiscaletarget: { ...one.aiscaletarget, spec } }, advice),
      'kubectl',
    );
    expect(command).toContain(`kubectl patch 'deployment/it'\\''s; rm -rf /' --namespace shop`);
  });
});
