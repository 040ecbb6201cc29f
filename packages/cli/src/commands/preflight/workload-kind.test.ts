import { expect, test } from 'vitest';
import { kindOf } from './workload-kind.ts';

test.each([
  ['deploy', 'Deployment'],
  ['deployments.apps', 'Deployment'],
  ['STS', 'StatefulSet'],
  ['DaemonSet', 'DaemonSet'],
  ['rollout', 'Rollout'],
  ['CronJob', 'CronJob'],
  ['constructor', 'constructor'],
])('%s is read as %s', (word, kind) => expect(kindOf(word)).toBe(kind));
