import { expect, test } from 'vitest';
import { apiVersionOf, kindOf } from './workload-kind.ts';

test.each([
  ['deploy', 'Deployment'],
  ['deployments.apps', 'Deployment'],
  ['STS', 'StatefulSet'],
  ['DaemonSet', 'DaemonSet'],
  ['rollout', 'Rollout'],
  ['CronJob', 'CronJob'],
  ['constructor', 'constructor'],
])('%s is read as %s', (word, kind) => expect(kindOf(word)).toBe(kind));

test.each([
  ['deploy', 'apps/v1'],
  ['StatefulSet', 'apps/v1'],
  ['deployments.apps', 'apps/v1'],
  ['rollout', 'argoproj.io/v1alpha1'],
  ['rollouts.v1beta1.argoproj.io', 'argoproj.io/v1beta1'],
  ['CloneSet.v1alpha1.apps.kruise.io', 'apps.kruise.io/v1alpha1'],
  ['CloneSet', undefined],
])('the API version of %s is %s', (word, version) => expect(apiVersionOf(word)).toBe(version));
