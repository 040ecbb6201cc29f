import { describe, expect, it } from 'vitest';
import type { KnownContainer } from './known-workload.ts';
import { autoscalerPatchProblems, workloadPatchProblems } from './problems.ts';

const mebibyte = 2 ** 20;
const app: KnownContainer = {
  name: 'app',
  sidecar: false,
  requests: { cpu: 0.5, memory: 512 * mebibyte },
  limits: { cpu: 1, memory: 768 * mebibyte },
};
const envoy: KnownContainer = { ...app, name: 'envoy', sidecar: true };
const guaranteed: KnownContainer = { ...app, limits: app.requests };

const container = (resources: object, name = 'app') => ({ name, resources });
const patch = (containers: readonly object[], more: object = {}) => ({
  spec: { template: { spec: { containers, ...more } } },
});
const requests = (cpu: string, memory = '256Mi') => ({ requests: { cpu, memory } });

describe('a patch of a workload', () => {
  it('is accepted if every container exists and no request exceeds its limit', () => {
    expect(workloadPatchProblems(patch([container(requests('250m'))]), [app, envoy])).toEqual([]);
    expect(
      workloadPatchProblems(
        patch([container({ requests: { cpu: '2' }, limits: { cpu: '2' } })], {
          initContainers: [container(requests('100m'), 'envoy')],
        }),
        [app, envoy],
      ),
    ).toEqual([]);
    expect(workloadPatchProblems({ spec: { replicas: 3 } }, [app])).toEqual([]);
  });

  it.each([
    ['2', 'The cpu request of app is above its limit.'],
    ['0.5m', '0.5m cpu of app is finer than a millicore.'],
    ['0.0015', '0.0015 cpu of app is finer than a millicore.'],
    ['-1', 'The cpu of app is negative.'],
    ['1 core', '"1 core" of app is not a quantity.'],
    ['1K', '"1K" of app is not a quantity.'],
  ])('is rejected with a CPU request of %s', (cpu, problem) => {
    expect(workloadPatchProblems(patch([container(requests(cpu))]), [app])).toEqual([problem]);
  });

  it('is rejected with a fraction of a byte, and with a request above a limit in the patch', () => {
    expect(workloadPatchProblems(patch([container(requests('250m', '1500m'))]), [app])).toEqual([
      '1500m memory of app is finer than a byte.',
    ]);
    const limited = container({ requests: { memory: '1Gi' }, limits: { memory: '900Mi' } });
    expect(workloadPatchProblems(patch([limited]), [app])).toEqual(['The memory request of app is above its limit.']);
  });

  it('is rejected with a container that does not exist, is in the wrong list, or has no valid name', () => {
    expect(workloadPatchProblems(patch([container(requests('1'), 'other')]), [app])).toEqual([
      'The workload has no container other.',
    ]);
    expect(workloadPatchProblems(patch([container(requests('250m'), 'envoy')]), [app, envoy])).toEqual([
      'The container envoy is a sidecar, but the patch lists it as the other kind.',
    ]);
    const init = { initContainers: [container(requests('250m'))] };
    expect(workloadPatchProblems(patch([], init), [app])).toEqual([
      'The container app is no sidecar, but the patch lists it as the other kind.',
    ]);
    expect(workloadPatchProblems(patch([container(requests('1'), '__proto__')]), [])).toEqual([
      '"__proto__" is not a valid name of a container.',
    ]);
  });

  it('is rejected with two containers of one name', () => {
    const twice = [container(requests('250m')), container(requests('250m'))];
    expect(workloadPatchProblems(patch(twice), [app, app])).toEqual(['The patch names the container app twice.']);
  });

  it('is rejected if it changes the quality-of-service class', () => {
    expect(workloadPatchProblems(patch([container(requests('250m'))]), [guaranteed])).toEqual([
      'The quality-of-service class of the pod would change from Guaranteed to Burstable.',
    ]);
    const equal = { cpu: '250m', memory: '256Mi' };
    expect(workloadPatchProblems(patch([container({ requests: equal, limits: equal })]), [app])).toEqual([
      'The quality-of-service class of the pod would change from Burstable to Guaranteed.',
    ]);
    // With an init container that sets nothing, the pod was never Guaranteed.
    expect(
      workloadPatchProblems(patch([container(requests('250m'))]), [guaranteed], { qosClass: 'Burstable' }),
    ).toEqual([]);
    expect(
      workloadPatchProblems(patch([container(requests('250m'))]), [guaranteed], { qosClass: 'Guaranteed' }),
    ).toHaveLength(1);
    const none = { cpu: null, memory: null };
    const bestEffort = { ...app, requests: none, limits: none };
    expect(workloadPatchProblems(patch([container(requests('250m'))]), [bestEffort])).toEqual([]);
  });

  it.each([
    { spec: { template: { spec: { containers: [{ name: 'app', image: 'x', resources: {} }] } } } },
    { spec: { template: { metadata: {} } } },
    { spec: { replicas: 1.5 } },
    { metadata: {} },
    null,
  ])('is rejected with anything else: %j', (document) => {
    expect(workloadPatchProblems(document, [app])).toEqual([
      expect.stringMatching(/^The patch has an unexpected form/),
    ]);
  });
});

describe('a patch of an autoscaler', () => {
  it('has a minimum of at least one, and not above the maximum', () => {
    expect(autoscalerPatchProblems({ spec: { minReplicas: 2, maxReplicas: 2 } })).toEqual([]);
    expect(autoscalerPatchProblems({ spec: { minReplicas: 3, maxReplicas: 2 } })).toHaveLength(1);
    expect(autoscalerPatchProblems({ spec: { minReplicas: 0, maxReplicas: 2 } })).toHaveLength(1);
  });
});
