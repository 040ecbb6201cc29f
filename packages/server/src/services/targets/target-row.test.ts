import { defaultNodeSettings } from '@trimtab/core';
import { aHistory, aRecord, aUsage, aWorkload, hour, noisy, now } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { recommend } from '../../recommender/recommend.ts';
import { targetRow } from './target-row.ts';

const published = {
  id: '1',
  publishedAt: now,
  because: 'It is the first.',
  currentReplicas: 2,
  appliesTo: '',
  newestKillAt: null,
};

it('does not say that samples are missing if there is a suggestion, as for a workload that runs some hours a day', () => {
  const workload = aWorkload();
  const recommendation = recommend({
    history: aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 3e8) }),
    workload,
    currentReplicas: 2,
    mode: 'balanced',
    directions: { horizontal: false, vertical: true },
  });
  if (recommendation === null) throw new Error('two weeks are enough');
  const { status } = targetRow({
    record: aRecord(),
    workload,
    usage: aUsage(0.7, 0.7, { since: now - 3 * hour }),
    evaluation: { kind: 'advised', ...published, recommendation },
    failure: { cluster: null, metrics: null },
    settings: { ...defaultNodeSettings },
    now,
  });
  expect(status.label).toBe('Healthy');
});

it('does not call a request that the source could not say missing', () => {
  const [container] = aWorkload().containers;
  if (container === undefined) throw new Error('the workload has a container');
  const row = targetRow({
    record: aRecord(),
    workload: aWorkload({ containers: [{ ...container, cpuRequest: null, unknownRequests: ['cpu'] }] }),
    usage: aUsage(0.7, 0.7),
    evaluation: { kind: 'none', reason: '', computing: false },
    failure: { cluster: null, metrics: null },
    settings: { ...defaultNodeSettings },
    now,
  });
  expect(row.status).toEqual({
    severity: 'high',
    label: 'Metrics unavailable',
    tooltip: 'The requests are unknown: CPU of container app.',
  });
  expect(row.health.risks).toEqual([]);
});
