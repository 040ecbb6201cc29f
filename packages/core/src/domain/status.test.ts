import { expect, test } from 'vitest';
import { assessStatus, type StatusFacts } from './status.ts';

const healthy: StatusFacts = {
  workloadMissing: false,
  sourceFailure: null,
  missingRequests: [],
  utilization: { cpu: 0.7, memory: 0.7 },
  sampledHours: 48,
};

// Each entry adds one finding to those below it; the first that applies must win.
const findings: readonly [string, string, Partial<StatusFacts>][] = [
  ['Healthy', 'low', {}],
  ['Overprovisioned', 'medium', { utilization: { cpu: 0.4, memory: 0.7 } }],
  ['Collecting data', 'low', { sampledHours: 23.9 }],
  ['Underprovisioned', 'high', { utilization: { cpu: 0.4, memory: 1.1 } }],
  ['No requests set', 'high', { missingRequests: ['Container app has no CPU requests set!'] }],
  ['Metrics unavailable', 'high', { sourceFailure: 'Prometheus did not answer.' }],
  ['Target workload missing', 'high', { workloadMissing: true }],
];

test.each(findings.map(([label, severity], index) => [label, severity, index] as const))(
  '%s comes before everything under it',
  (label, severity, index) => {
    const facts = findings.slice(0, index + 1).reduce((all, [, , more]) => ({ ...all, ...more }), healthy);
    expect(assessStatus(facts)).toMatchObject({ label, severity });
  },
);

test('the tooltips name the source, container or resource', () => {
  expect(assessStatus({ ...healthy, sourceFailure: 'Prometheus did not answer.' }).tooltip).toBe(
    'Prometheus did not answer.',
  );
  expect(assessStatus({ ...healthy, utilization: { cpu: 2, memory: 1.5 } }).tooltip).toBe(
    'Uses more CPU and memory than it requests.',
  );
  expect(assessStatus({ ...healthy, sampledHours: 5.7 }).tooltip).toBe(
    'Suggestions start 24 hours after the first sample, which is 5 hours old.',
  );
});

test('a workload with pods of which no usage is known is not healthy', () => {
  const unknown = { ...healthy, utilization: { cpu: null, memory: null } };
  expect(assessStatus(unknown)).toEqual({
    severity: 'high',
    label: 'Metrics unavailable',
    tooltip:
      'No usage of its ready pods was measured in the last 24 hours. Check the pods, and that cAdvisor is scraped.',
  });
  expect(assessStatus({ ...unknown, sampledHours: null }).label).toBe('Collecting data');
  expect(assessStatus({ ...unknown, isScaledToZero: true })).toEqual({
    severity: 'low',
    label: 'Healthy',
    tooltip: 'No pod of this workload runs, so there is nothing to measure or to resize.',
  });
});

test('the tooltip of a status that follows from utilization says how much of the day was observed', () => {
  const sentence = 'Only 50 % of the last 24 hours was observed; usage and utilization cover that part.';
  expect(assessStatus({ ...healthy, observed: 0.5 })).toEqual({ severity: 'low', label: 'Healthy', tooltip: sentence });
  expect(assessStatus({ ...healthy, observed: 0.5, utilization: { cpu: 2, memory: null } }).tooltip).toBe(
    `Uses more CPU than it requests. ${sentence}`,
  );
  expect(assessStatus({ ...healthy, observed: 0.95 })).toEqual({ severity: 'low', label: 'Healthy' });
  expect(assessStatus({ ...healthy, observed: 0, sourceFailure: 'It failed.' }).tooltip).toBe('It failed.');
});

test('at the thresholds, and if one figure is unknown, a target is healthy 24 hours after its first sample', () => {
  for (const utilization of [
    { cpu: 0.5, memory: 1 },
    { cpu: (0.1 + 0.2) / 0.3, memory: null },
  ]) {
    expect(assessStatus({ ...healthy, utilization, sampledHours: 24 })).toEqual({ severity: 'low', label: 'Healthy' });
  }
  expect(assessStatus({ ...healthy, sampledHours: null }).label).toBe('Collecting data');
  expect(assessStatus({ ...healthy, sampledHours: null }).tooltip).toContain('there is none yet');
  expect(assessStatus({ ...healthy, sampledHours: 0.5 }).tooltip).toBe(
    'Suggestions start 24 hours after the first sample.',
  );
  expect(assessStatus({ ...healthy, sampledHours: null, isScaledToZero: true }).tooltip).toBe(
    'No pod of this workload runs, so there is nothing to measure or to resize.',
  );
});
