import { expect, it } from 'vitest';
import { policyProblems } from './policy.ts';
import type { ClusterObject } from './render.ts';
import { schemaProblems } from './schemas.ts';

const metadata = { name: 'trimtab' };

const deployment = (container: object, pod: object = {}): ClusterObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'trimtab' } },
    template: {
      metadata: { labels: { app: 'trimtab' } },
      spec: { containers: [{ name: 'server', image: 'trimtab', ...container }], ...pod },
    },
  },
});

it('the schemas accept a correct object, and find wrong types, unknown fields and unknown kinds', () => {
  expect(schemaProblems(deployment({ ports: [{ containerPort: 4400 }] }))).toEqual([]);
  expect(schemaProblems(deployment({ ports: [{ containerPort: 'http' }] })).join()).toContain('containerPort');
  expect(schemaProblems(deployment({ imagePullPolicyy: 'Always' }))).toEqual([
    '/spec/template/spec/containers/0/imagePullPolicyy: unknown field',
  ]);
  expect(schemaProblems({ apiVersion: 'v2', kind: 'Pod', metadata })).toEqual(['There is no schema for v2 Pod.']);
});

it('the policy names every rule that an installation breaks', () => {
  const role = (apiGroups: string[], resources: string[], verbs: string[]): ClusterObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata,
    rules: [{ apiGroups, resources, verbs }],
  });
  const broken = [
    deployment(
      { securityContext: { privileged: true } },
      { hostNetwork: true, volumes: [{ persistentVolumeClaim: {} }] },
    ),
    role([''], ['secrets'], ['get']),
    role(['apps'], ['deployments'], ['get', 'patch']),
    role(['*'], ['pods'], ['list']),
    role(['trimtab.dev'], ['aiscaletargets'], ['create', 'patch']),
    { apiVersion: 'v1', kind: 'Secret', metadata },
  ];
  expect(policyProblems(broken)).toEqual([
    'uses the host',
    'may run as root',
    'has no seccomp profile',
    'container server allowPrivilegeEscalation is not false',
    'container server privileged is not false',
    'container server readOnlyRootFilesystem is not true',
    'container server capabilities are not dropped',
    'container server has no requests',
    'container server has no memory limit',
    'container server has no startupProbe',
    'container server has no livenessProbe',
    'container server has no readinessProbe',
    'container server has an image without a version',
    'a role reads Secrets or ConfigMaps',
    'a role may patch deployments',
    'a role uses a wildcard',
    'there is no NetworkPolicy',
    'several servers have no database',
    'several servers share a volume',
    'several servers have no PodDisruptionBudget',
    'an upgrade ends servers before others are ready',
    'several servers are not spread',
    'a server ends before the load balancer has moved on',
    'there is a Secret',
  ]);
  const one = { ...deployment({}), spec: { ...Object(deployment({})['spec']), replicas: 1 } };
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata };
  expect(policyProblems([one, budget])).toContain('there is a PodDisruptionBudget');
  expect(policyProblems([deployment({}), budget])).toContain('servers that are not ready cannot be evicted');
});
