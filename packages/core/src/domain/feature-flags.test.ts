import { expect, test } from 'vitest';
import { extensionCalls } from '../api/operations/extension-calls.ts';
import { featureFlags } from './feature-flags.ts';

const flagOf = {
  demo_mode: 'demoMode',
  console: 'console',
  cost_analysis: 'costAnalysis',
  cost_simulator: 'costSimulator',
  cost_breakdown_v2: 'costBreakdownV2',
  chat_helper: 'chatHelper',
  event_simulator: 'eventSimulator',
  include_trimtab: 'includeTrimtab',
} as const;

test.each(Object.entries(flagOf))('%s is on only when literally true', (setting, flag) => {
  expect(featureFlags({ extra: { [setting]: true } })[flag]).toBe(true);
  for (const value of ['true', 'false', 1, {}, [], null, undefined, false]) {
    expect(featureFlags({ extra: { [setting]: value } })[flag]).toBe(false);
  }
  expect(Object.values(featureFlags({ extra: { [setting]: true } })).filter((value) => value === true)).toHaveLength(1);
});

test.each([null, undefined, {}])('extra settings of %j enable nothing', (extra) => {
  expect(featureFlags({ extra })).toMatchObject({
    demoMode: false,
    demoDataName: null,
    namespaceFlag: 'include_trimtab',
  });
});

test('the names of the data set and of the namespace flag must be strings', () => {
  expect(featureFlags({ extra: { demo_data_name: 'fleet', namespace_flag: 'include_other' } })).toMatchObject({
    demoDataName: 'fleet',
    namespaceFlag: 'include_other',
  });
  expect(featureFlags({ extra: { demo_data_name: 7, namespace_flag: ' ' } })).toMatchObject({
    demoDataName: null,
    namespaceFlag: 'include_trimtab',
  });
});

test('only announced extensions are known; the demo has all', () => {
  const extensions = ['views.targets', 'views.kpis', 7, '__proto__'];
  expect([...featureFlags({ extra: { extensions } }).extensions]).toEqual(['views.targets']);
  for (const text of ['views.targets', null, {}, undefined]) {
    expect(featureFlags({ extra: { extensions: text } }).extensions.size).toBe(0);
  }
  expect([...featureFlags({ extra: { demo_mode: true } }).extensions]).toEqual(extensionCalls);
});

test('the page size of the list must be a whole number from 250 to 1,000', () => {
  for (const value of [250, 1_000]) expect(featureFlags({ extra: { list_page_size: value } }).listPageSize).toBe(value);
  for (const value of [249, 1_001, 300.5, '300', null, undefined])
    expect(featureFlags({ extra: { list_page_size: value } }).listPageSize).toBeUndefined();
});

test('the page size of details must be a whole number from 1 to 250', () => {
  expect(featureFlags({ extra: { detailed_page_size: 25 } }).detailedPageSize).toBe(25);
  for (const value of [0, -1, 2.5, 251, '25', null, undefined])
    expect(featureFlags({ extra: { detailed_page_size: value } }).detailedPageSize).toBeUndefined();
});

test('clusters are a list of names', () => {
  expect(featureFlags({ extra: { clusters: ['eu', 7, 'us'] } }).clusters).toEqual(['eu', 'us']);
  expect(featureFlags({ extra: { clusters: 'eu' } }).clusters).toEqual([]);
});
